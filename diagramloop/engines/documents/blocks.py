"""The interface between formats and the reader: a document is a row of blocks of text, figures and graphs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from diagramloop.engines.documents._model import Origin, Place
from diagramloop.engines.documents.limits import Budget, Limits
from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph


@dataclass(frozen=True)
class Text:
    """A piece of Markdown."""

    markdown: str


@dataclass(frozen=True)
class Figure:
    """Something drawn, to be looked at.

    Attributes:
        drawing: gives it as SVG, which is read where it connects anything; None where it is none.
        picture: gives the bytes of a picture file, for what the drawing does not tell; None where it tells all.
        instead: Markdown that stands in its place if it is no diagram, such as the words in it.
        shown: True where the Markdown around shows the figure already.
    """

    place: Place
    drawing: Callable[[], str] | None = None
    picture: Callable[[], bytes] | None = None
    title: str = ""
    instead: str = ""
    shown: bool = False


@dataclass(frozen=True)
class Stated:
    """A graph that the document states itself.

    Attributes:
        shown: True where the Markdown around has its Mermaid already.
    """

    place: Place
    graph: FlowGraph
    origin: Origin
    title: str = ""
    shown: bool = False


@dataclass(frozen=True)
class Refused:
    """Something that cannot be had."""

    place: Place
    error: DiagramloopError
    title: str = ""
    shown: bool = False


Block = Text | Figure | Stated | Refused


@dataclass(frozen=True)
class Source:
    """A document to read.

    Attributes:
        folder: that its links may lead to; None where they lead nowhere.
        pages: numbers from 1 that are wanted; all if empty.
        budget: what is left of its limits.
    """

    name: str
    content: bytes
    folder: Path | None = None
    pages: frozenset[int] = frozenset()
    budget: Budget = field(default_factory=lambda: Budget(Limits()))

    @property
    def limits(self) -> Limits:
        """Bounds of the whole."""
        return self.budget.limits

    def wants(self, page: int) -> bool:
        """True if this page is to be read."""
        return page in self.pages if self.pages else page <= self.limits.pages


@dataclass(frozen=True)
class Opened:
    """A document of which blocks can be had.

    Attributes:
        pages: how many there are; None where it flows.
    """

    blocks: Iterator[Block]
    pages: int | None = None


Opener = Callable[[Source], Opened]
"""One format: opens a document, or raises a DiagramloopError where it is none."""
