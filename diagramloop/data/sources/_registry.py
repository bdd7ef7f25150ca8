"""Data sets by name.

A data set of one's own is a class with the methods of :class:`~diagramloop.data.sources.Source`,
:class:`~diagramloop.data.sources.DocumentSource` or another kind, which is made with its folder and its options.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from diagramloop.data.sources._dialogues import DialogueSource, TransitionSource
from diagramloop.data.sources._format_files import FileSource
from diagramloop.data.sources._model import DataSet, DocumentSource, Source
from diagramloop.data.sources._papers import PaperSource
from diagramloop.errors import RejectionReason, SourceError
from diagramloop.plugins import Kind

SOURCES: Kind[DataSet] = Kind("diagramloop.source", DataSet)


def open_source(name: str, root: Path, **options: Any) -> Source:
    """The data set ``name`` that lies in the folder ``root``, one of charts and questions.

    Args:
        name: one of :data:`SOURCES`, or ``package.module:Class``.
        root: the data set's own folder.
        options: of its class, such as a split.

    Raises:
        SourceError: it has no charts (UNSUPPORTED), or there is no such folder (MISSING).
        DiagramloopError: as :meth:`diagramloop.plugins.Kind.maker`.
    """
    return cast(Source, _open(name, root, "charts", **options))


def open_documents(name: str, root: Path, **options: Any) -> DocumentSource:
    """Open a data set of documents; see :func:`open_source`."""
    return cast(DocumentSource, _open(name, root, "documents", **options))


def open_papers(name: str, root: Path, **options: Any) -> PaperSource:
    """Open a data set of papers; see :func:`open_source`. An option may say who chooses the framework figures."""
    return cast(PaperSource, _open(name, root, "papers", **options))


def open_files(name: str, root: Path, **options: Any) -> FileSource:
    """Open a data set of files of diagram formats; see :func:`open_source`."""
    return cast(FileSource, _open(name, root, "files", **options))


def open_dialogues(name: str, root: Path, **options: Any) -> DialogueSource:
    """Open a data set of charts with dialogues along them; see :func:`open_source`."""
    return cast(DialogueSource, _open(name, root, "dialogues", **options))


def open_transitions(name: str, root: Path, **options: Any) -> TransitionSource:
    """Open a data set of charts with single turns along them; see :func:`open_source`."""
    return cast(TransitionSource, _open(name, root, "transitions", **options))


def _open(name: str, root: Path, items: str, **options: Any) -> DataSet:
    if not root.is_dir():
        raise SourceError(f"{root} is not a folder")
    try:
        opened: DataSet = SOURCES.maker(name)(root, **options)
    except TypeError as error:
        raise SourceError(f"{name!r}: {error}", reason=RejectionReason.UNSUPPORTED) from error
    if not hasattr(type(opened), items):
        raise SourceError(f"{name!r} is no data set of {items}", reason=RejectionReason.UNSUPPORTED)
    return opened
