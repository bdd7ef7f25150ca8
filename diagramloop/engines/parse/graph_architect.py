"""Graph Architect (SciFlow-Bench, Section 3.2): from the coder's Mermaid to a graph grounded in pixels.

The Mermaid may come from a vision model, which invents, renames and forgets: what it says about nodes that
are on the board is taken, what cannot be grounded is dropped and counted.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

from diagramloop.engines.parse.blackboard import Blackboard, GroundedGroup, GroundedNode, TracedLink
from diagramloop.graph import Edge, FlowGraph, Group, Node
from diagramloop.graph.mermaid import read_mermaid

_LOG = logging.getLogger(__name__)

Grounded = GroundedNode | GroundedGroup


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# When an id that is not on the board is taken for one that is.
_SAME_TEXT_SHARE = 0.75  # least similarity of the two elements' texts


@dataclass(frozen=True)
class EmbeddedGraphArchitect:
    """Parses Mermaid with the project's own reader; no model."""

    def build(self, board: Blackboard) -> FlowGraph:
        """The graph of ``board.coded``; see :func:`ground`.

        Raises:
            ValueError: nothing was coded yet.
            FormatError: the Mermaid is none.
        """
        grounding = ground(board)
        if grounding.dropped:
            _LOG.warning("%d elements of the Mermaid are not in the picture", grounding.dropped)
        return grounding.graph


@dataclass(frozen=True)
class Grounding:
    """A grounded graph, and how many nodes, groups and edges of the Mermaid could not be grounded."""

    graph: FlowGraph
    dropped: int


def ground(board: Blackboard) -> Grounding:
    """Nodes and groups of the board with what the Mermaid says about them, and its edges between them.

    An id of the Mermaid that is not on the board is taken for the element there with the most similar text
    that the Mermaid does not name itself.
    """
    if board.coded is None:
        raise ValueError("the picture was not coded")
    coded = read_mermaid(board.coded.mermaid)
    node_of = _grounded_ids(coded.nodes, board.nodes)
    group_of = _grounded_ids(coded.groups, board.groups)
    known = {**group_of, **node_of}
    edges = [_edge(e, known, board.coded.links.get(e.id)) for e in coded.edges if {e.source, e.target} <= known.keys()]
    said_node = {node_of[n.id]: n for n in coded.nodes if n.id in node_of}
    said_group = {group_of[g.id]: g for g in coded.groups if g.id in group_of}
    graph = FlowGraph(
        nodes=tuple(_node(n, said_node.get(n.id)) for n in board.nodes),
        edges=tuple(edges),
        groups=tuple(_group(g, said_group.get(g.id)) for g in board.groups),
        direction=coded.direction,
        title=coded.title,
        size=(board.picture.shape[1], board.picture.shape[0]),
    )
    said = len(coded.nodes) + len(coded.groups) + len(coded.edges)
    return Grounding(graph, said - len(said_node) - len(said_group) - len(edges))


def _grounded_ids(said: Sequence[Node | Group], seen: Sequence[Grounded]) -> dict[str, str]:
    """Id on the board of each id in the Mermaid that can be grounded, by similar texts if need be."""
    on_board = {element.id for element in seen}
    ids = {element.id: element.id for element in said if element.id in on_board}
    strange = [element for element in said if element.id not in ids]
    free = [element for element in seen if element.id not in ids]
    if not strange or not free:
        return ids
    texts = [[" ".join(e.text.split()).casefold() for e in side] for side in (strange, free)]
    alike = cdist(*texts, scorer=Levenshtein.normalized_similarity, dtype=np.float64)
    pairs = zip(*scipy.optimize.linear_sum_assignment(alike, maximize=True), strict=True)
    return ids | {strange[i].id: free[j].id for i, j in pairs if alike[i, j] >= _SAME_TEXT_SHARE}


def _edge(edge: Edge, known: dict[str, str], link: TracedLink | None) -> Edge:
    ends = {"source": known[edge.source], "target": known[edge.target]}
    drawn = {"path": link.path, "label_box": link.label_box, "confidence": link.confidence} if link else {}
    return edge.model_copy(update=ends | drawn)


def _node(seen: GroundedNode, said: Node | None) -> Node:
    named = said.text if said and said.text not in ("", said.id) else seen.text
    return Node(
        **({"kind": said.kind, "actor": said.actor} if said else {}),
        id=seen.id,
        text=named,
        shape=seen.shape.name,
        group=seen.group,
        box=seen.shape.box,
        polygon=seen.shape.polygon,
        confidence=seen.confidence,
    )


def _group(seen: GroundedGroup, said: Group | None) -> Group:
    return Group(
        id=seen.id,
        text=said.text if said and said.text not in ("", said.id) else seen.text,
        parent=seen.parent,
        direction=said.direction if said else None,
        box=seen.shape.box,
        confidence=seen.confidence,
    )
