"""The contents of a data set: charts, questions on them, documents, and what had to be rejected."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol, runtime_checkable

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import FlowGraph

MOST_SAID = 500  # characters of an error that nobody foresaw

Kind = Literal["chart", "picture", "question", "document", "dialogue", "paper", "file"]


class QuestionType(StrEnum):
    """The four types of question of FlowExplainBench (Follow the Flow, Section 4)."""

    FACT_RETRIEVAL = "fact_retrieval"
    APPLIED_SCENARIO = "applied_scenario"
    FLOW_REFERENTIAL = "flow_referential"
    TOPOLOGICAL = "topological"


@dataclass(frozen=True)
class Chart:
    """One flowchart.

    Attributes:
        id: unique within its source; letters, digits, ``_``, ``-`` and ``.`` only.
        source: name of the data set.
        domain: the data set's own name of the subject.
        licence: SPDX expression, or what the data set says of itself.
        mermaid: its source text.
        graph: what ``mermaid`` says; with the geometry of ``picture``, in its pixels, where there is one.
        picture: the data set's own drawing (PNG), or None.
        origin: where in the data set it was found, relative to the data set's root.
        svg: the same drawing as vectors, in units of its own, or empty.
        split: the data set's own name of the part that it belongs to, such as ``ood``; empty if it has no parts.
    """

    id: str
    source: str
    domain: str
    licence: str
    mermaid: str
    graph: FlowGraph
    picture: bytes | None = None
    origin: str = ""
    svg: str = ""
    split: str = ""


@dataclass(frozen=True)
class Question:
    """One question on a chart.

    Attributes:
        id: unique within its source.
        chart: id of the chart asked about.
        question: the question's text.
        answers: the accepted answers, the preferred one first; at least one.
        type: which of the four.
        attribution: ids of the nodes that support the answer, each once, in the order in which the path
            that supports it visits them first; all of them nodes of the chart. At least one, but in what
            :func:`asked_of` gives, where nobody may have said yet.
        reason: why these nodes, in words.
    """

    id: str
    chart: str
    question: str
    answers: tuple[str, ...]
    type: QuestionType
    attribution: tuple[str, ...]
    reason: str = ""


@dataclass(frozen=True)
class Document:
    """One text that describes a procedure, with the procedural graph that it describes (PAGED, text2flow).

    Attributes:
        id: unique within its source; letters, digits, ``_``, ``-`` and ``.`` only.
        source: name of the data set.
        licence: SPDX expression, or what the data set says of itself.
        text: in words; line breaks where the data set has them.
        graph: its nodes have actors, and no geometry.
        origin: where in the data set it was found, relative to the data set's root.
    """

    id: str
    source: str
    licence: str
    text: str
    graph: FlowGraph
    origin: str = ""


@dataclass(frozen=True)
class Rejected:
    """An item of a data set that is not usable.

    Attributes:
        id: as the data set calls it.
        source: name of the data set.
        what: which kind of row it would have become.
        reason: under which it is filed.
        detail: for a reader.
    """

    id: str
    source: str
    what: Kind
    reason: RejectionReason
    detail: str

    @classmethod
    def of(cls, error: Exception, id: str, source: str, what: Kind) -> Rejected:
        """The row for an item that failed with ``error``; what nobody foresaw is named by its type (ENGINE_FAILED)."""
        if isinstance(error, DiagramloopError):
            return cls(id, source, what, error.reason, str(error))
        return cls(id, source, what, RejectionReason.ENGINE_FAILED, f"{type(error).__name__}: {error}"[:MOST_SAID])


@dataclass(frozen=True)
class Defect:
    """Something wrong in an item that is used all the same, and how that was dealt with is documented.

    Attributes:
        item: id of the chart, question or document.
        kind: the data set's documented name of it.
        count: how many boxes, ids, ... of the item have it.
    """

    item: str
    kind: str
    count: int


class DataSet(Protocol):
    """The properties of every data set. Iterating twice over any of its items gives the same rows in the same order."""

    name: str
    licence: str


class DocumentSource(DataSet, Protocol):
    """A data set of documents."""

    def documents(self) -> Iterator[Document | Rejected]:
        """Every document of the data set, each once, or why it is not usable.

        Raises:
            SourceError: the data set as a whole is absent or not in its documented form.
        """
        ...


class Source(DataSet, Protocol):
    """A data set of charts and questions."""

    def charts(self) -> Iterator[Chart | Rejected]:
        """Every chart of the data set, each once, or why it is not usable.

        A chart whose own picture is not usable comes without it, and the picture as rejected after it.

        Raises:
            SourceError: the data set as a whole is absent or not in its documented form.
        """
        ...

    def questions(self) -> Iterator[Question | Rejected]:
        """Every question of the data set, each once, or why it is not usable; raises as :meth:`charts`."""
        ...


@runtime_checkable
class UnlabelledSource(Protocol):
    """A data set that may hold questions whose grounds nobody has labelled yet; in :meth:`Source.questions` these are
    rejected."""

    def asked(self) -> Iterator[Question | Rejected]:
        """Every question of the data set, labelled or not, or why nothing can be asked with it."""
        ...


def asked_of(source: Source) -> Iterator[Question | Rejected]:
    """Questions of a data set to build a benchmark from: those without attributed nodes are among them."""
    return source.asked() if isinstance(source, UnlabelledSource) else source.questions()
