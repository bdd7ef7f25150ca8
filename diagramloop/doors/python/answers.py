"""Answers: plain values, small enough to be read by a model; places and routes are in documents that carry them."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict

from diagramloop.graph import FlowGraph
from diagramloop.graph import formats as graph_formats
from diagramloop.graph.account import Account, LeftOut

MOST_DOUBTS = 20
SURE = 0.9  # what is more likely to be right than this is no doubt


class _Answer(BaseModel):
    model_config = ConfigDict(frozen=True)


class FileContent(_Answer):
    """The content of a file: ``text``, or ``base64`` of its bytes where it is no text."""

    format: str
    media_type: str
    suffix: str
    text: str | None = None
    base64: str | None = None

    @classmethod
    def of(cls, content: bytes, name: str) -> Self:
        """Return the content of a file in the format called ``name``."""
        format = graph_formats.format_named(name)
        same = {"format": format.name, "media_type": format.media_type, "suffix": format.result_suffix}
        if format.binary:
            return cls(**same, base64=base64.b64encode(content).decode("ascii"))
        return cls(**same, text=content.decode())

    @property
    def data(self) -> bytes:
        """The bytes."""
        return base64.b64decode(self.base64) if self.base64 is not None else (self.text or "").encode()


class Doubt(_Answer):
    """Something of a reading that may be wrong, with the probability that it is right: a node that is none, a text
    (of a node or a frame), an edge, or a label, which may be missing."""

    element: Literal["node", "text", "edge", "label"]
    what: str
    confidence: float


class OfFile(_Answer):
    """An answer on a file: what is not in the diagram that was made of it.

    Attributes:
        left_out: elements and pages of the file, each with a reason.
        repaired: what was mended to read it, in a few words each.
        pages: names of all diagrams in the file; the number of one that has none.
        account: all that there is to tell of them, in one line, or empty.
    """

    left_out: tuple[LeftOut, ...] = ()
    repaired: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()
    account: str = ""


def of_file(account: Account) -> dict[str, Any]:
    """The fields of :class:`OfFile`."""
    fields = dict(vars(account))
    return {**fields, "account": fields.pop("line")}


class ParseAnswer(OfFile):
    """A reading. ``confidence`` is the edge F1 that it is likely to have; null where nobody estimated it.

    ``estimated_f1`` is that of nodes by their texts, edges and labels together.
    """

    document: FileContent
    nodes: int
    edges: int
    confidence: float | None
    estimated_f1: float | None = None
    doubts: tuple[Doubt, ...]
    dropped: tuple[str, ...] = ()


class ConvertAnswer(OfFile):
    """A converted diagram; ``dropped`` names what the format could not carry."""

    document: FileContent
    nodes: int
    edges: int
    dropped: tuple[str, ...]
    not_laid_out: str = ""


class Score(_Answer):
    """The value of a metric; null with the reason where it is not there."""

    metric: str
    value: float | None
    missing: str = ""


class ScoreAnswer(_Answer):
    """Scores of a prediction; nodes were found by their places where both sides have them, else by their texts.

    Attributes:
        prediction_account, reference_account: what of the file is not in its graph, in a line, or empty.
        unread: why the prediction could not be read, and so counts as nothing; empty where it could.
    """

    scores: tuple[Score, ...]
    compared_by: Literal["places", "texts"]
    prediction_account: str = ""
    reference_account: str = ""
    unread: str = ""


class Ground(_Answer):
    """A node that grounds the answer."""

    id: str
    text: str
    box: tuple[float, float, float, float] | None


class AttributeAnswer(OfFile):
    """The grounds of an answer, in the order of the flow. ``chart`` is the chart as Mermaid, with the same ids."""

    nodes: tuple[Ground, ...]
    question_type: str | None
    chart: str
    chart_confidence: float | None


class DiagramAnswer(_Answer):
    """One diagram of a document."""

    number: int
    page: int | None
    box: tuple[float, float, float, float] | None
    kind: str
    kind_confidence: float | None
    confidence: float | None
    origin: str
    title: str
    mermaid: str


class FigureLeftOut(_Answer):
    """A picture or drawing of a document that is no diagram, or could not be read."""

    page: int | None
    reason: str
    message: str
    shows: str


class ReadAnswer(_Answer):
    """A document as it was read."""

    name: str
    format: str
    pages: int | None
    diagrams: tuple[DiagramAnswer, ...]
    left_out: tuple[FigureLeftOut, ...]
    markdown: str


class Refused(_Answer):
    """The answer to what is not done: ``reason`` is the library's word, ``error`` a sentence."""

    error: str
    reason: str


def doubts(graph: FlowGraph) -> tuple[Doubt, ...]:
    """The elements of a reading that may be wrong, the least sure first, at most :data:`MOST_DOUBTS`."""
    ranked = sorted(_doubts(graph), key=lambda doubt: doubt.confidence)
    return tuple(ranked[:MOST_DOUBTS])


def _doubts(graph: FlowGraph) -> Iterator[Doubt]:
    for node in graph.nodes:
        what = f"{node.id}: {_short(node.text) or 'no text'}"
        yield from _doubted("node", what, node.confidence)
        yield from _doubted("text", what, node.text_confidence)
    for group in graph.groups:
        yield from _doubted("text", f"{group.id}: {_short(group.text) or 'no title'}", group.text_confidence)
    for edge in graph.edges:
        name = f"{edge.source} -> {edge.target}"
        yield from _doubted("edge", name, edge.confidence)
        if edge.label:
            yield from _doubted("label", f"{name}: {_short(edge.label)}", edge.label_confidence)
        elif edge.label_confidence is not None:
            yield from _doubted("label", f"{name}: no label", edge.label_confidence)


def _doubted(element: Literal["node", "text", "edge", "label"], what: str, confidence: float | None) -> Iterator[Doubt]:
    if confidence is not None and confidence < SURE:
        yield Doubt(element=element, what=what, confidence=round(confidence, 3))


def _short(text: str, most: int = 80) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"
