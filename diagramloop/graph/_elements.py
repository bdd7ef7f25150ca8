"""Elements of a FlowGraph: nodes, edges and groups, and the words for their meanings and their looks."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat

Point = tuple[FiniteFloat, FiniteFloat]
Box = tuple[FiniteFloat, FiniteFloat, FiniteFloat, FiniteFloat]  # x0, y0, x1, y1
Confidence = Annotated[float, Field(ge=0.0, le=1.0)]
Colour = Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$")]  # sRGB
Direction = Literal["TB", "BT", "LR", "RL"]
Head = Literal["arrow", "none", "circle", "cross"]
Line = Literal["solid", "dotted", "thick", "invisible"]


class NodeKind(StrEnum):
    """The meaning of a node: flowcharts, procedural graphs (text2flow) and scientific diagrams."""

    START = "start"
    END = "end"
    PROCESS = "process"
    DECISION = "decision"
    IO = "io"
    SUBROUTINE = "subroutine"
    STORE = "store"
    DOCUMENT = "document"
    EVENT = "event"
    CONNECTOR = "connector"
    NOTE = "note"
    XOR = "xor"
    OR = "or"
    AND = "and"
    DATA_OBJECT = "data_object"
    TEXT_ANNOTATION = "text_annotation"
    MODULE = "module"
    ICON = "icon"
    UNKNOWN = "unknown"


class EdgeKind(StrEnum):
    """The meaning of an edge (flows as in text2flow, Section 3)."""

    SEQUENCE = "sequence"
    CONDITION = "condition"
    CONSTRAINT = "constraint"
    MESSAGE = "message"


class Element(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Node(Element):
    """One node.

    Attributes:
        id: unique within the graph, shared namespace with groups.
        text: what is written on it; lines are joined by ``\\n``.
        kind: what it means.
        shape: how it is drawn, in Mermaid's short names (``rect``, ``diam``, ``stadium``, ...);
            empty when unknown.
        actor: who acts (procedural graphs), or empty.
        group: id of the innermost group it lies in, or None.
        attached: id of the node or group whose doing this event interrupts (BPMN's boundary events), or None.
        box: outline's bounding box in pixels.
        polygon: outline in pixels, clockwise, at least 3 points, not closed.
        fill: colour of its inside, or None.
        stroke: colour of its outline, or None.
        confidence: of the reader that found it, that it is there; None for gold.
        text_confidence: of the reader, that its text is read rightly; None for gold, and where nobody said.
        span: of the sentence that says it, its first character in the text that the graph was made of and the place
            behind its last one; None where it was made of no text.
    """

    id: Annotated[str, Field(min_length=1)]
    text: str = ""
    kind: NodeKind = NodeKind.PROCESS
    shape: str = "rect"
    actor: str = ""
    group: str | None = None
    attached: str | None = None
    box: Box | None = None
    polygon: tuple[Point, ...] | None = None
    fill: Colour | None = None
    stroke: Colour | None = None
    confidence: Confidence | None = None
    text_confidence: Confidence | None = None
    span: tuple[Annotated[int, Field(ge=0)], Annotated[int, Field(ge=0)]] | None = None


class Edge(Element):
    """One edge from ``source`` to ``target`` (ids of nodes or groups).

    ``head`` is what is drawn at the target's end and ``tail`` at the source's: an arrow at ``tail``
    as well makes the edge bidirectional, none at either end makes it undirected.

    Attributes:
        label: text on the edge (its condition), or empty.
        kind: what it means.
        line: how it is drawn.
        length: least number of ranks it spans (Mermaid's link length), at least 1.
        id: the author's name for it, or empty.
        path: the drawn line from source to target in pixels.
        label_box: bounding box of the drawn label in pixels.
        stroke: colour of its line, or None.
        confidence: of the reader that found it; None for gold.
        label_confidence: of the reader that it is there with this label; None for gold, and where nobody said.
    """

    source: Annotated[str, Field(min_length=1)]
    target: Annotated[str, Field(min_length=1)]
    label: str = ""
    kind: EdgeKind = EdgeKind.SEQUENCE
    line: Line = "solid"
    head: Head = "arrow"
    tail: Head = "none"
    length: Annotated[int, Field(ge=1, le=1000)] = 1
    id: str = ""
    path: tuple[Point, ...] | None = None
    label_box: Box | None = None
    stroke: Colour | None = None
    confidence: Confidence | None = None
    label_confidence: Confidence | None = None

    @property
    def undirected(self) -> bool:
        """True when neither end carries a mark: the line then has no direction to read."""
        return self.head == "none" and self.tail == "none"

    @property
    def bidirectional(self) -> bool:
        """True when both ends carry a mark."""
        return self.head != "none" and self.tail != "none"

    @property
    def forward(self) -> Edge:
        """The edge itself or, where its only mark is at its tail (``b <-- a``), the same drawn the other way."""
        if self.head != "none" or self.tail == "none":
            return self
        ends = {"source": self.target, "target": self.source, "head": self.tail, "tail": "none"}
        return self.model_copy(update=ends | {"path": self.path and self.path[::-1]})

    def arcs(self) -> tuple[tuple[str, str], ...]:
        """The ordered pairs this edge asserts: two for a bidirectional or undirected edge, else one.

        None for an invisible line, which only says where things are to be drawn.
        """
        if self.line == "invisible":
            return ()
        forward, backward = (self.source, self.target), (self.target, self.source)
        if self.undirected or self.bidirectional:
            return (forward, backward)
        return (backward,) if self.head == "none" else (forward,)


class Group(Element):
    """A group (Mermaid subgraph, lane, module frame) holding nodes and other groups.

    Attributes:
        id: unique within the graph, shared namespace with nodes.
        text: its title.
        parent: id of the enclosing group, or None.
        direction: layout direction of its own, or None to inherit.
        box: frame in pixels.
        fill: colour of its inside, or None.
        stroke: colour of its frame, or None.
        confidence, text_confidence: as of a node.
    """

    id: Annotated[str, Field(min_length=1)]
    text: str = ""
    parent: str | None = None
    direction: Direction | None = None
    box: Box | None = None
    fill: Colour | None = None
    stroke: Colour | None = None
    confidence: Confidence | None = None
    text_confidence: Confidence | None = None
