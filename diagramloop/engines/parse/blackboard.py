"""The shared blackboard of the inverse parser (SciFlow-Bench, Section 3.2) and the roles that write to it.

Perception (Environment Curator, Shape Hunter, Text Spotter) works on pixels; the Fusion Arbiter turns
what they saw into grounded nodes; reasoning (Topology Coder, Graph Architect) turns those into a
graph. Each role is a protocol of one method, so that a vision model can replace any one of them while
the others stay. Coordinates are pixels of the page that is looked at, origin at the top left.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.ink_maps import InkMaps
from diagramloop.graph import Box, Direction, FlowGraph, Point

RGB = NDArray[np.uint8]  # shape (height, width, 3)
Homography = NDArray[np.float64]  # shape (3, 3), from pixels to pixels

COMPARTMENT = "div-rect"  # name of shapes that are one node with those that they stand on


@dataclass(frozen=True)
class Environment:
    """Properties of the whole picture (Environment Curator).

    Attributes:
        background: RGB of the page.
        stroke: width of the thinnest drawn lines in pixels.
        text_height: median height of a line of text in pixels (cap height to baseline), the scale of
            the drawing; every length in the other agents is in units of it or of ``stroke``.
        flatness: largest channel difference within one flat colour (5 on clean PNG, more on JPEG).
        flow: global layout flow.
        ink: what a network sees on the page; None where no network looked at it.
    """

    background: tuple[int, int, int]
    stroke: float
    text_height: float
    flatness: int
    flow: Direction = "TB"
    ink: InkMaps | None = None


@dataclass(frozen=True)
class Shape:
    """A closed outline (Shape Hunter): a node candidate, the frame of a group, or a block arrow.

    Attributes:
        polygon: outline along the middle of its border, clockwise, not closed.
        name: Mermaid's short shape name.
        role: ``node``, ``group`` or ``arrow``.
        border: width of the drawn border in pixels, 0 when there is none.
        fill: mean RGB of its inside.
    """

    polygon: tuple[Point, ...]
    name: str
    role: Literal["node", "group", "arrow"]
    border: float
    fill: tuple[int, int, int]
    confidence: float

    @property
    def box(self) -> Box:
        """The box around the outline."""
        xs, ys = zip(*self.polygon, strict=True)
        return (float(min(xs)), float(min(ys)), float(max(xs)), float(max(ys)))


@dataclass(frozen=True)
class TextLine:
    """One line of text (Text Spotter) with the baseline-parallel box around its ink; ``probability`` is that of all its
    letters together, NaN where nobody said."""

    box: Box
    text: str
    confidence: float
    probability: float = math.nan


@dataclass(frozen=True)
class FreeText:
    """Text outside of nodes that may label an edge (Fusion Arbiter): lines of one block joined by newline."""

    box: Box
    text: str
    confidence: float


@dataclass(frozen=True)
class Caption:
    """A free text that may name a node beside which it stands (Fusion Arbiter).

    Attributes:
        box: where it stands, as among the free texts of the board.
        text: itself, on one line.
        nearer: text heights by which it is nearer than the farthest caption, what is unusual about its place included.
    """

    box: Box
    text: str
    confidence: float
    nearer: float


@dataclass(frozen=True)
class GroundedNode:
    """A node with its text (Fusion Arbiter). ``id`` is N1, N2, ... in reading order; ``caption_box`` is where a text
    stands that is beside its shape, ``captions`` are all that might, ``lines`` those of a text of another reading."""

    id: str
    shape: Shape
    text: str
    group: str | None
    confidence: float
    caption_box: Box | None = None
    captions: tuple[Caption, ...] = ()
    lines: tuple[TextLine, ...] = ()

    @property
    def caption(self) -> FreeText | None:
        """The text beside it, as it was read there: its own may be that of another reading."""
        if self.caption_box is None:
            return None
        read = next((caption.text for caption in self.captions if caption.box == self.caption_box), self.text)
        return FreeText(self.caption_box, read, self.confidence)

    def named_by(self, caption: Caption | None) -> GroundedNode:
        """Itself with another caption, or without any."""
        if caption is None:
            return replace(self, text="", caption_box=None, confidence=self.shape.confidence)
        sure = min(self.shape.confidence, caption.confidence)
        return replace(self, text=caption.text, caption_box=caption.box, confidence=sure)


@dataclass(frozen=True)
class GroundedGroup:
    """A group frame with its title; ``id`` is G1, G2, ... in reading order."""

    id: str
    shape: Shape
    text: str
    title_box: Box | None
    parent: str | None
    confidence: float


@dataclass(frozen=True)
class TracedLink:
    """The pixels behind one coded edge (Topology Coder): drawn path from source to target."""

    path: tuple[Point, ...]
    label_box: Box | None
    confidence: float


@dataclass(frozen=True)
class Coded:
    """The Topology Coder's symbolic answer: Mermaid over the ids of the grounded nodes and groups.

    A coder that knows where its lines run names each edge in the Mermaid (``e1@-->``) and files the
    path under that name; a vision model leaves ``links`` empty. ``captions`` are those of nodes, by id, that have
    another one, or none, now that it is known which texts label lines.
    """

    mermaid: str
    links: dict[str, TracedLink] = field(default_factory=dict)
    captions: dict[str, Caption | None] = field(default_factory=dict)


@dataclass(frozen=True)
class Blackboard:
    """All that is known about one picture; agents return a copy with their part filled in.

    Attributes:
        picture: the page that the agents look at, in whose pixels all coordinates are.
        to_given: from those to the pixels of the picture as given; None where they are the same.
    """

    picture: RGB
    to_given: Homography | None = None
    environment: Environment | None = None
    shapes: tuple[Shape, ...] = ()
    lines: tuple[TextLine, ...] = ()
    nodes: tuple[GroundedNode, ...] = ()
    groups: tuple[GroundedGroup, ...] = ()
    labels: tuple[FreeText, ...] = ()
    coded: Coded | None = None
    graph: FlowGraph | None = None

    def texts_beside(self) -> list[FreeText]:
        """All texts that label edges or name nodes from beside, from the top."""
        named = [node.caption for node in self.nodes if node.caption]
        return sorted([*self.labels, *named], key=lambda text: text.box[1::-1])

    def with_captions(self, changed: Mapping[str, Caption | None]) -> Blackboard:
        """A copy in which these nodes, by their ids, have these captions; what names no node may label an edge."""
        if not changed:
            return self
        nodes = tuple(node.named_by(changed[node.id]) if node.id in changed else node for node in self.nodes)
        names = {node.caption_box for node in nodes}
        return replace(self, nodes=nodes, labels=tuple(t for t in self.texts_beside() if t.box not in names))

    def with_code(self, coded: Coded) -> Blackboard:
        """A copy with the Topology Coder's answer."""
        return replace(self.with_captions(coded.captions), coded=coded)


@runtime_checkable
class EnvironmentCurator(Protocol):
    """Infers background, scale, noise and global layout flow."""

    def survey(self, picture: RGB) -> Environment: ...


@runtime_checkable
class ShapeHunter(Protocol):
    """Finds closed outlines: nodes and group frames."""

    def hunt(self, picture: RGB, environment: Environment) -> tuple[Shape, ...]: ...


@runtime_checkable
class TextSpotter(Protocol):
    """Finds and reads lines of text, within the given shapes and outside of them."""

    def spot(self, picture: RGB, environment: Environment, shapes: tuple[Shape, ...]) -> tuple[TextLine, ...]: ...


@runtime_checkable
class FusionArbiter(Protocol):
    """Resolves overlaps, grounds texts in shapes, removes what is redundant; fills nodes, groups, labels.

    One that makes no node of texts alone may say so, by ``needs_shapes = True``: then none are read where there is no
    shape.
    """

    def fuse(self, board: Blackboard) -> Blackboard: ...


@runtime_checkable
class TopologyCoder(Protocol):
    """Writes the visible relations, and only those, as Mermaid over the grounded ids."""

    def code(self, board: Blackboard) -> Coded: ...


@runtime_checkable
class GraphArchitect(Protocol):
    """Parses the Mermaid and grounds its identifiers: nodes, edges, hierarchy, layout."""

    def build(self, board: Blackboard) -> FlowGraph: ...
