"""Data sets for one call: what ships with diagramloop by its name, a folder, or a source of one's own."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

from diagramloop.data.sources import (
    SOURCES,
    Corpus,
    DialogueSource,
    DocumentSource,
    FileSource,
    Source,
    TransitionSource,
    open_dialogues,
    open_documents,
    open_files,
    open_source,
    open_transitions,
)
from diagramloop.errors import RejectionReason, SourceError

SHIPPED = ("corpus",)
Data = str | Path | object  # a shipped name, a folder, ``NAME=FOLDER``, or an opened source


@dataclass(frozen=True)
class DataSet:
    """A data set that is opened for one kind of item at a time.

    Attributes:
        label: on the board.
        read: a registered name or ``package.module:Class``; or the opened source itself.
        root: its folder, where ``read`` names it.
    """

    label: str
    read: Any
    root: Path | None = None

    def charts(self) -> Source:
        """Open it as a source of charts and questions.

        Raises:
            SourceError: it has none (UNSUPPORTED), or its folder is not there (MISSING); so do the others.
        """
        return cast(Source, self._has("charts")) if self.root is None else open_source(self.read, self.root)

    def documents(self) -> DocumentSource:
        """Open it as a source of documents."""
        return (
            cast(DocumentSource, self._has("documents")) if self.root is None else open_documents(self.read, self.root)
        )

    def files(self) -> FileSource:
        """Open it as a source of files of diagram formats."""
        return cast(FileSource, self._has("files")) if self.root is None else open_files(self.read, self.root)

    def dialogues(self) -> DialogueSource:
        """Open it as a source of dialogues."""
        return (
            cast(DialogueSource, self._has("dialogues")) if self.root is None else open_dialogues(self.read, self.root)
        )

    def transitions(self) -> TransitionSource:
        """Open it as a source of single turns."""
        if self.root is None:
            return cast(TransitionSource, self._has("transitions"))
        return open_transitions(self.read, self.root)

    def _has(self, items: str) -> object:
        if not hasattr(self.read, items):
            raise SourceError(f"{self.label!r} is no data set of {items}", reason=RejectionReason.UNSUPPORTED)
        return self.read


def data_set(data: Data) -> DataSet:
    """The data set that is meant by a shipped name, ``NAME=FOLDER``, a folder in the corpus's form, or a source.

    Args:
        data: NAME is one that :mod:`diagramloop.data.sources` knows, or ``package.module:Class`` for one's own.

    Raises:
        SourceError: there is none.
    """
    if not isinstance(data, str | Path):
        return DataSet(str(getattr(data, "name", type(data).__name__)), data)
    if data in SHIPPED:
        return DataSet(str(data), data, shipped_corpus())
    name, equals, folder = str(data).partition("=")
    if equals and not Path(data).exists():
        return DataSet(name.rpartition(":")[2].lower() if ":" in name else name, name, Path(folder))
    if not Path(data).is_dir():
        known = f"{', '.join(SHIPPED)}, a folder, or NAME=FOLDER, where NAME is one of {', '.join(SOURCES)}"
        raise SourceError(f"no data set {str(data)!r}; there are: {known}, or package.module:Class")
    return DataSet(Path(data).resolve().name, Corpus.name, Path(data))


def shipped_corpus() -> Path:
    """The folder of the corpus, which travels with the package.

    Raises:
        SourceError: this installation has none (MISSING).
    """
    place = Path(str(files("diagramloop"))) / "corpus"
    if not (place / "charts").is_dir():
        raise SourceError("this installation of diagramloop has no corpus")
    return place
