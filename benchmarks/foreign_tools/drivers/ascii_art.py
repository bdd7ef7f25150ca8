"""Charts drawn with letters, for tools that make drawings of them: boxes on a grid, arrows between neighbours.

Texts are of letters and digits: other signs are strokes of the drawing.
"""

from __future__ import annotations

import textwrap

import numpy as np

from diagramloop.graph import Edge, FlowGraph, Node

WIDE, COLUMNS = 16, 3  # letters of a text's line; boxes side by side
GAP, STEP = 8, 8  # letters between boxes; lines from one row of boxes to the next
KEPT = 0.75  # of the neighbours that are connected


def program(words: list[str], seed: int) -> tuple[str, FlowGraph]:
    """A drawing of texts and the graph it shows."""
    rng = np.random.default_rng(seed)
    plain = dict.fromkeys(word for word in words if word.replace(" ", "").isalnum() and word.isascii())
    texts = [textwrap.wrap(text, WIDE)[:2] for text in plain][: 4 * COLUMNS]
    page = np.full((STEP * (len(texts) // COLUMNS + 1), COLUMNS * (WIDE + 4 + GAP)), " ")
    for i, lines in enumerate(texts):
        _box(page, i, lines)
    neighbours = [(i, j) for i in range(len(texts)) for j in ([i + 1] if (i + 1) % COLUMNS else []) + [i + COLUMNS]]
    kept = [pair for pair in neighbours if pair[1] < len(texts) and rng.random() < KEPT]
    edges = [_arrow(page, i, j, bool(rng.random() < 0.3)) for i, j in kept]
    nodes = tuple(Node(id=f"n{i}", text="\n".join(lines), shape="rect") for i, lines in enumerate(texts))
    return "\n".join("".join(line).rstrip() for line in page), FlowGraph(nodes=nodes, edges=tuple(edges))


def _corner(number: int) -> tuple[int, int]:
    return number // COLUMNS * STEP, number % COLUMNS * (WIDE + 4 + GAP)


def _box(page: np.ndarray, number: int, lines: list[str]) -> None:
    top, left = _corner(number)
    for y, line in enumerate(["-" * (WIDE + 2), *(f" {line:{WIDE}} " for line in [*lines, ""][:2]), "-" * (WIDE + 2)]):
        side = "+" if y in (0, 3) else "|"
        page[top + y, left : left + WIDE + 4] = list(side + line + side)


def _arrow(page: np.ndarray, one: int, other: int, back: bool) -> Edge:
    top, left = _corner(one)
    if other == one + 1:
        start = left + WIDE + 4
        page[top + 1, start : start + GAP] = list("<-------" if back else "------->")
    else:
        page[top + 4 : top + STEP, left + 6] = list("^|||" if back else "|||v")
    return Edge(source=f"n{other if back else one}", target=f"n{one if back else other}")
