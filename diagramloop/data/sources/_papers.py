"""The contents of a data set of papers (SciFlow-Bench, Section 4.1): text, framework figure, licence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from diagramloop.data.sources._model import DataSet, Rejected
from diagramloop.graph import FlowGraph


@dataclass(frozen=True)
class Passage:
    """One paragraph of a paper as plain text, and the title of the section it stands in."""

    section: str
    text: str


@dataclass(frozen=True)
class Paper:
    """One paper with its framework figure.

    Attributes:
        id: unique within its source; letters, digits, ``_``, ``-`` and ``.`` only.
        source: name of the data set.
        domain: the data set's own name of the subject.
        licence: SPDX expression, or what the paper's record says.
        title, abstract: plain text.
        passages: its paragraphs in order of reading.
        caption: of the framework figure.
        mentions: the sentences that refer to the figure.
        picture: the framework figure (PNG).
        graph: what the figure shows, verified by a person, with the figure's geometry where known; or None.
        svg: the framework figure as vectors, in points of its own, where the paper has it so; else empty.
        origin: where in the data set it was found, relative to the data set's root.
    """

    id: str
    source: str
    domain: str
    licence: str
    title: str
    abstract: str
    passages: tuple[Passage, ...]
    caption: str
    mentions: tuple[str, ...]
    picture: bytes
    graph: FlowGraph | None = None
    origin: str = ""
    svg: str = ""


class PaperSource(DataSet, Protocol):
    """A data set of papers."""

    def papers(self) -> Iterator[Paper | Rejected]:
        """Every paper of the data set, each once, or why it is not usable.

        Raises:
            SourceError: the data set as a whole is absent or not in its documented form.
        """
        ...
