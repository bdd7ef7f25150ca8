"""From a finished blackboard to what its reading explains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

import cv2
import numpy as np

from diagramloop.engines.parse.blackboard import Blackboard, FreeText
from diagramloop.engines.parse.checking.edge_signs import CHECK_HEAD_REACH_TEXT_HEIGHTS, Edges
from diagramloop.engines.parse.checking.explanation import ChartSigns, Explanation
from diagramloop.engines.parse.checking.label_signs import bare_exits, label_signs
from diagramloop.engines.parse.checking.node_signs import node_signs
from diagramloop.engines.parse.checking.page_ink import Left, Mask, PageInk, boxed, filled, outlined
from diagramloop.engines.parse.checking.text_signs import text_signs
from diagramloop.engines.parse.ink_maps import InkMaps
from diagramloop.graph import FlowGraph

UNKNOWN = float("nan")
LIKELY = 0.5  # probability from which on a cell is ink of a line
COARSE = 4  # pixels of the checks at most for one of those in which faces are counted


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality reads nothing by them.
# Distances on the page within which a mark belongs to what was read.
_TEXT_REACH_TEXT_HEIGHTS = 0.3  # of ink from the box of its text
_TOUCH_TEXT_HEIGHTS = 0.7  # of a piece from a node at which it ends, beside two reaches of ink
_GAP_TEXT_HEIGHTS = 0.4  # in an outline that is nearly closed
_FACE_TEXT_HEIGHTS = 2.0  # side of the smallest such face


def explanation(board: Blackboard, words: Collection[str] = ()) -> Explanation:
    """Signs of the reading on a finished blackboard.

    Args:
        words: known ones, in lower case.

    Raises:
        ValueError: the picture was not surveyed, or no graph was built.
    """
    if board.environment is None or board.graph is None:
        raise ValueError("the reading is not finished")
    environment, graph = board.environment, board.graph
    ink = PageInk.of(board, environment)
    unowned = ink.less(_owned(board, graph, ink))
    left = unowned.left()
    touching = _touching(board, ink, left)
    nodes = node_signs(board, environment, ink, Counter({id: len(pieces) for id, pieces in touching.items()}))
    edges = Edges(board, graph, environment, ink, unowned, nodes)
    chart = _chart(board, graph, ink, unowned, left, touching)
    texts, label_texts = text_signs(board, graph, nodes, chart, words)
    return Explanation(
        chart=chart,
        nodes=tuple(nodes),
        edges=tuple(edges.signs()),
        labels=label_signs(board, graph, environment.text_height),
        texts=texts,
        label_texts=label_texts,
        bare_exits=bare_exits(graph),
        free_texts=len(_free_texts(board, graph)),
    )


def _free_texts(board: Blackboard, graph: FlowGraph) -> list[FreeText]:
    labelled = {edge.label_box for edge in graph.edges}
    return [text for text in board.labels if text.box not in labelled]


def _owned(board: Blackboard, graph: FlowGraph, ink: PageInk) -> Mask:
    """Pixels that nodes, frames, lines, heads or texts own."""
    owned = np.zeros_like(ink.drawn)
    margin = 2 * ink.reach
    for node in board.nodes:
        ring = ink.pixels(node.shape.polygon)
        filled(owned, ring)
        outlined(owned, ring, node.shape.border * ink.scale + margin, closed=True)
    for group in board.groups:
        outlined(owned, ink.pixels(group.shape.polygon), group.shape.border * ink.scale + margin, closed=True)
    for line in board.lines:
        boxed(owned, line.box, ink.scale, _TEXT_REACH_TEXT_HEIGHTS * ink.unit)
    for edge in (edge for edge in graph.edges if edge.path):
        path = ink.pixels(edge.path or ())
        outlined(owned, path, ink.stroke + margin, closed=False)
        for end, head in ((path[-1], edge.head), (path[0], edge.tail)):
            if head != "none":
                middle = tuple(end.round().astype(int).tolist())
                cv2.circle(owned, middle, round(CHECK_HEAD_REACH_TEXT_HEIGHTS * ink.unit), 1, -1)
    return owned


def _touching(board: Blackboard, ink: PageInk, left: Left) -> dict[str, set[int]]:
    """The long pieces of left ink that end at each node, by its id."""
    found = {}
    reach = _TOUCH_TEXT_HEIGHTS * ink.unit + 2 * ink.reach
    for node in board.nodes:
        ring = ink.pixels(node.shape.polygon)
        low = np.maximum(np.floor(ring.min(axis=0) - reach), 0).astype(int)
        high = np.maximum(np.ceil(ring.max(axis=0) + reach), low + 1).astype(int)
        seen = left.pieces[low[1] : high[1], low[0] : high[0]]
        band = np.zeros(seen.shape, np.uint8)
        outlined(band, ring - low, 2 * reach, closed=True)
        found[node.id] = set(np.intersect1d(seen[band > 0], left.long).tolist())
    return found


def _chart(
    board: Blackboard, graph: FlowGraph, ink: PageInk, unowned: PageInk, left: Left, touching: dict[str, set[int]]
) -> ChartSigns:
    ends = Counter(piece for pieces in touching.values() for piece in pieces)
    free = _free_texts(board, graph)
    joined = {end for edge in graph.edges for end in (edge.source, edge.target)}
    nodes, edges = len(board.nodes), len(graph.edges)
    return ChartSigns(
        unowned_share=float(unowned.drawn.sum()) / max(1, int(ink.drawn.sum())),
        left_lines=len(left.long) / (1 + nodes + edges),
        left_between=sum(count >= 2 for count in ends.values()) / (1 + edges),
        left_at_one=sum(count == 1 for count in ends.values()) / (1 + edges),
        left_heads=_spots(unowned) / (1 + edges),
        open_faces=_open_faces(ink, board) / (1 + nodes),
        unowned_texts=len(free) / max(1, len(board.lines)),
        lonely_nodes=sum(node.id not in joined for node in board.nodes) / max(1, nodes),
        edges_per_node=edges / max(1, nodes),
        headless_edges=sum(edge.undirected for edge in graph.edges) / max(1, edges),
        two_headed_edges=sum(edge.bidirectional for edge in graph.edges) / max(1, edges),
        network_unowned=_unseen(board.environment.ink if board.environment else None, graph, ink),
    )


def _spots(unowned: PageInk) -> int:
    """Pieces of left ink that are as thick as heads."""
    joined = cv2.morphologyEx(unowned.drawn, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    side = max(4, round(2 * unowned.stroke) + 2)
    thick = cv2.morphologyEx(joined, cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
    return int(cv2.connectedComponents(thick, connectivity=8)[0]) - 1


def _open_faces(ink: PageInk, board: Blackboard) -> int:
    """Faces, outside of nodes, that there are only when gaps in the ink are closed."""
    walls = ink.drawn.copy()
    for node in board.nodes:
        filled(walls, ink.pixels(node.shape.polygon))
    gap = 2 * round(_GAP_TEXT_HEIGHTS * ink.unit / 2) + 1
    closed = cv2.morphologyEx(walls, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
    return max(0, _faces(closed, ink) - _faces(walls, ink))


def _faces(walls: Mask, ink: PageInk) -> int:
    """Connected ground of a node's size at least."""
    by = max(1, min(COARSE, round(ink.stroke)))
    least = (_FACE_TEXT_HEIGHTS * ink.unit / by) ** 2
    ground = 1 - cv2.dilate(walls, np.ones((by, by), np.uint8))[::by, ::by]
    areas = cv2.connectedComponentsWithStats(np.ascontiguousarray(ground), connectivity=4)[2][1:, cv2.CC_STAT_AREA]
    return int((areas > least).sum())


def _unseen(maps: InkMaps | None, graph: FlowGraph, ink: PageInk) -> float:
    """Share of what the network takes for lines that no edge passes."""
    if maps is None:
        return UNKNOWN
    lines = maps.at_cells("connector", "head") > LIKELY
    passed = np.zeros(lines.shape, np.uint8)
    cell = maps.cell_px(maps.inside)
    for edge in graph.edges:
        if edge.path:
            width = 2 * CHECK_HEAD_REACH_TEXT_HEIGHTS * ink.unit / ink.scale / float(cell.mean())
            outlined(passed, np.array(edge.path) / cell, width, closed=False)
    return float((lines & (passed == 0)).sum()) / max(1, int(lines.sum()))
