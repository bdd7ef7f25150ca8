"""Data sets by name, so that a configuration file can choose one.

A data set of one's own is a class with the methods of :class:`~diagramloop.sources.Source` or
:class:`~diagramloop.sources.DocumentSource`; it needs no registration when it is named ``package.module:Class``.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from diagramloop.by_name import standing_at
from diagramloop.errors import DiagramloopError, RejectionReason, SourceError
from diagramloop.sources._dialogues import DialogueSource, TransitionSource
from diagramloop.sources._model import DataSet, DocumentSource, Source
from diagramloop.sources._papers import PaperSource

Factory = Callable[..., DataSet]

DATA_SETS = {
    "arxiv": "diagramloop.sources.papers.arxiv:Arxiv",
    "bpmn-miwg": "diagramloop.sources.bpmn_miwg:BpmnMiwg",
    "corpus": "diagramloop.sources.corpus:Corpus",
    "flodial": "diagramloop.sources.flodial:FloDial",
    "flowexplainbench": "diagramloop.sources.flowexplainbench:FlowExplainBench",
    "paged": "diagramloop.sources.paged:Paged",
    "pfdial": "diagramloop.sources.pfdial:PFDial",
}
"""Where the data set of each name is read."""


def names() -> tuple[str, ...]:
    """Names of the data sets, sorted."""
    return tuple(sorted(DATA_SETS))


def data_set_class(name: str) -> Factory:
    """What opens the data set ``name``, given its folder and options.

    Raises:
        SourceError: there is none (UNSUPPORTED).
    """
    try:
        return standing_at(name if ":" in name else DATA_SETS[name], "data set")
    except (KeyError, DiagramloopError) as error:
        why = f"; {error}" if isinstance(error, DiagramloopError) else ""
        raise SourceError(
            f"unknown data set {name!r}; known: {', '.join(names())}, or package.module:Class{why}",
            reason=RejectionReason.UNSUPPORTED,
        ) from error


def open_source(name: str, root: Path, **options: Any) -> Source:
    """The data set ``name`` that lies in the folder ``root``, one of charts and questions.

    Args:
        name: a name in :data:`DATA_SETS`, or ``package.module:Class``.
        root: the data set's own folder.
        options: of the data set's class, such as a split.

    Raises:
        SourceError: no such data set, or none with charts (UNSUPPORTED), or no such folder (MISSING).
    """
    return cast(Source, _open(name, root, "charts", **options))


def open_documents(name: str, root: Path) -> DocumentSource:
    """As :func:`open_source`, but for a data set of documents."""
    return cast(DocumentSource, _open(name, root, "documents"))


def open_papers(name: str, root: Path, **options: Any) -> PaperSource:
    """As :func:`open_source`, but for a data set of papers.

    Args:
        options: of the data set's class, such as who chooses the framework figures.
    """
    return cast(PaperSource, _open(name, root, "papers", **options))


def open_dialogues(name: str, root: Path) -> DialogueSource:
    """As :func:`open_source`, but for a data set of charts with dialogues along them."""
    return cast(DialogueSource, _open(name, root, "dialogues"))


def open_transitions(name: str, root: Path) -> TransitionSource:
    """As :func:`open_source`, but for a data set of charts with single turns along them."""
    return cast(TransitionSource, _open(name, root, "transitions"))


def _open(name: str, root: Path, items: str, **options: Any) -> DataSet:
    if not root.is_dir():
        raise SourceError(f"{root} is not a folder")
    try:
        opened = data_set_class(name)(root, **options)
    except TypeError as error:
        raise SourceError(f"{name!r}: {error}", reason=RejectionReason.UNSUPPORTED) from error
    if not hasattr(type(opened), items):
        raise SourceError(f"{name!r} is no data set of {items}", reason=RejectionReason.UNSUPPORTED)
    return opened
