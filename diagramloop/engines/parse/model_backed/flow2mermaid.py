"""Letters on the nodes of a picture, and its Mermaid under the same letters (Follow the Flow, Section 5.1).

A segmenter finds the nodes, each gets a letter in red beside it, and a vision model writes the Mermaid whose ids are
these letters: so its nodes have the segmenter's places, and the segmenter's nodes the model's texts and edges.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import shapely

from diagramloop.engines.parse._agents import agent
from diagramloop.engines.parse.blackboard import RGB, Blackboard, Coded, Shape
from diagramloop.engines.parse.hmas import ParsedFigure
from diagramloop.engines.parse.labelled_picture import labelled_picture, letters
from diagramloop.engines.parse.model_backed._asking import Asker
from diagramloop.engines.parse.model_backed._mermaid import Mermaid
from diagramloop.engines.parse.page.picture import read_picture
from diagramloop.errors import PictureError, RejectionReason
from diagramloop.graph import FlowGraph, Node
from diagramloop.graph.mermaid import read_mermaid, write_mermaid
from diagramloop.models.chat import ChatModel
from diagramloop.models.pixels import png

_SAME_IOU = 0.7  # of two boxes: the surer shape stays


class Flow2Mermaid:
    """Reads a graph with a segmenter and a vision model that was taught to write Mermaid under letters.

    Args:
        chat: the model that sees pictures, or its plain configuration.
        shape_hunter: who finds the nodes: ``make`` and ``options`` of any agent of that role.
        environment_curator: who measures the picture for it, likewise.
        how: see :class:`~diagramloop.engines.parse.model_backed._asking.Asker`.

    Raises:
        ModelError: a model cannot be had here.
        DiagramloopError: no such agent, or it takes other options.
    """

    def __init__(
        self,
        chat: ChatModel | Mapping[str, Any],
        shape_hunter: Mapping[str, Any] | None = None,
        environment_curator: Mapping[str, Any] | None = None,
        **how: Any,
    ) -> None:
        self._hunter = agent("shape_hunter", **(shape_hunter or {}))
        self._curator = agent("environment_curator", **(environment_curator or {}))
        self._asker = Asker(chat, **how)

    def parse(self, drawing: bytes | Path | RGB) -> ParsedFigure:
        """Read the graph of one picture (see :func:`diagramloop.engines.parse.parse`).

        Nodes that the model writes under no letter of the picture are left out: nothing shows where they would be.

        Raises:
            PictureError: not a picture, too large, or there is no node in it (NO_DIAGRAM).
            ModelError: no answer, no Mermaid in it or an absurdly large graph (UNREADABLE).
        """
        pixels = read_picture(drawing)
        environment = self._curator.survey(pixels)
        shape_of = lettered(self._hunter.hunt(pixels, environment))
        if not shape_of:
            raise PictureError("the segmenter finds no node in the picture", reason=RejectionReason.NO_DIAGRAM)
        shown = labelled_picture(png(pixels), {letter: shape.box for letter, shape in shape_of.items()})
        mermaid = self._asker.ask("flow2mermaid", self._asker.view(read_picture(shown)), Mermaid())
        graph = _placed(read_mermaid(mermaid), shape_of, (pixels.shape[1], pixels.shape[0]))
        if not graph.nodes:
            raise PictureError("the model names no letter of the picture", reason=RejectionReason.NO_DIAGRAM)
        placed = write_mermaid(graph).text
        return ParsedFigure(graph, placed, Blackboard(pixels, coded=Coded(placed), graph=graph), pixels)


def lettered(shapes: tuple[Shape, ...]) -> dict[str, Shape]:
    """The nodes among the shapes by letter, from top to bottom and left to right; of two in one place the surer one."""
    kept: list[Shape] = []
    for shape in sorted((s for s in shapes if s.role == "node"), key=lambda s: -s.confidence):
        if all(_iou(shape, other) < _SAME_IOU for other in kept):
            kept.append(shape)
    kept.sort(key=lambda shape: (shape.box[1], shape.box[0]))
    return {letters(place): shape for place, shape in enumerate(kept)}


def _iou(one: Shape, other: Shape) -> float:
    a, b = shapely.box(*one.box), shapely.box(*other.box)
    union = a.union(b).area
    return float(a.intersection(b).area / union) if union else 0.0


def _placed(graph: FlowGraph, shape_of: Mapping[str, Shape], size: tuple[int, int]) -> FlowGraph:
    nodes = [_at(node, shape_of[node.id]) for node in graph.nodes if node.id in shape_of]
    there = {node.id for node in nodes}
    edges = (edge for edge in graph.edges if edge.source in there and edge.target in there)
    return FlowGraph(nodes=tuple(nodes), edges=tuple(edges), direction=graph.direction, size=size)


def _at(node: Node, shape: Shape) -> Node:
    placed = {"box": shape.box, "polygon": shape.polygon, "confidence": shape.confidence, "group": None}
    return node.model_copy(update=placed)
