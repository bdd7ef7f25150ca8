"""Charts laid out at random: nodes at the places of a jittered grid, lines between neighbours, frames, texts."""

from __future__ import annotations

import itertools
import string
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from diagramloop.data.synth.ink.settings import InkSettings, Span
from diagramloop.graph import Box
from diagramloop.graph.shape_outlines import SHAPE_DRAWINGS

Points = NDArray[np.float64]  # shape (n, 2), in the plan's units
NodeShape = Literal["rectangle", "diamond", "ellipse", "other"]
Mark = Literal["", "cross", "plus", "ring", "icon"]

CELL = 260.0  # units; strokes and letters of ``synth.hand`` and ``synth.handwriting`` are made for nodes of this size
SHAPES: dict[str, tuple[NodeShape, float]] = {  # outlines, the kind that each counts as, and how often it is drawn
    "rect": ("rectangle", 0.34),
    "rounded": ("rectangle", 0.2),
    "diam": ("diamond", 0.16),
    "ellipse": ("ellipse", 0.12),
    "stadium": ("other", 0.05),
    "lean-r": ("other", 0.03),
    "lean-l": ("other", 0.01),
    "hex": ("other", 0.02),
    "cyl": ("other", 0.02),
    "trap-b": ("other", 0.01),
    "tri": ("other", 0.01),
    "doc": ("other", 0.02),
    "notch-rect": ("other", 0.01),
}
SMALL_SHAPES = {"ellipse": 0.6, "diam": 0.4}  # events and gateways, with their texts beside them
SLANT_SIDES = 0.18  # slants and radii of outlines, in shorter sides
LETTER_SHARES = np.array([0.8, 0.12, 0.08])  # words in small letters, with a large first one, in large ones
REACH_CELLS = 3  # of the longest lines
BESIDE_CELLS = 0.04  # distance of a text from what it stands beside


@dataclass(frozen=True)
class PlannedNode:
    """One node: outline, kind, text box (inside, or below a small node), and what is drawn in it."""

    ring: Points
    shape: NodeShape
    text: str
    text_box: Box
    mark: Mark
    double: bool
    thick: bool


@dataclass(frozen=True)
class PlannedLine:
    """One line from tail to head with its label."""

    path: Points
    heads: tuple[bool, bool]  # at its tail, at its head
    dashed: bool
    label: str
    label_box: Box


@dataclass(frozen=True)
class PlannedFrame:
    """A frame around some places, with a title in a band or bare."""

    ring: Points
    band: Points | None
    text: str
    text_box: Box


@dataclass(frozen=True)
class Plan:
    """One chart, before anything bends or draws it."""

    nodes: tuple[PlannedNode, ...] = ()
    lines: tuple[PlannedLine, ...] = ()
    frames: tuple[PlannedFrame, ...] = ()
    strays: tuple[tuple[str, Box], ...] = field(default=())


def random_plan(side: float, settings: InkSettings, rng: np.random.Generator) -> Plan:
    """A chart that covers a square of ``side`` units and goes on beyond its edges; its cells are CELL units large."""
    cell = CELL
    aspect = rng.uniform(0.75, 1.3)
    pitch = np.array([cell * aspect * rng.uniform(1.0, 1.5), cell * rng.uniform(0.8, 1.3)])
    counts = np.ceil(side / pitch).astype(int) + 2
    start = -pitch * rng.uniform(0.2, 1.0, 2)
    share = rng.uniform(*settings.filled_cells)
    places = {
        (i, j): start + pitch * (np.array([i, j]) + 0.5)
        for i, j in itertools.product(range(counts[0]), range(counts[1]))
        if rng.random() < share
    }
    nodes = {place: _node(middle, pitch, settings, rng) for place, middle in places.items()}
    lines = tuple(_lines(nodes, cell, settings, rng))
    frames = tuple(_frames(counts, start, pitch, settings, rng))
    strays = tuple(_strays(side, cell, rng))
    return Plan(tuple(nodes.values()), lines, frames, strays)


def _between(span: Span, rng: np.random.Generator) -> float:
    return float(rng.uniform(*span))


def _node(middle: Points, pitch: Points, settings: InkSettings, rng: np.random.Generator) -> PlannedNode:
    small = rng.random() < settings.small_nodes
    if small:
        name = str(rng.choice(list(SMALL_SHAPES), p=list(SMALL_SHAPES.values())))
        width = height = _between(settings.small_node_cells, rng) * float(pitch.min())
    else:
        weights = np.array([weight for _, weight in SHAPES.values()])
        name = str(rng.choice(list(SHAPES), p=weights / weights.sum()))
        width = _between(settings.node_width_cells, rng) * pitch[0]
        height = min(_between(settings.node_height_cells, rng) * pitch[1], 1.3 * width)
    jitter = (pitch - (width, height)) * rng.uniform(-0.3, 0.3, 2)
    corner = middle + jitter - (width / 2, height / 2)
    ring = SHAPE_DRAWINGS[name](width, height, SLANT_SIDES * min(width, height)) + corner
    inset = {"diam": 0.22, "ellipse": 0.15, "tri": 0.3}.get(name, 0.06)
    x0, y0 = corner
    inside = (x0 + inset * width, y0 + inset * height, x0 + (1 - inset) * width, y0 + (1 - inset) * height)
    below = (x0 - width, y0 + height + BESIDE_CELLS * pitch[1], x0 + 2 * width, y0 + height + 0.3 * pitch[1])
    return PlannedNode(
        ring=ring,
        shape=SHAPES[name][0],
        text=_words(rng, 5) if rng.random() < (0.6 if small else settings.text_share) else "",
        text_box=below if small else inside,
        mark=_mark(name, small, rng),
        double=bool(small and name == "ellipse" and rng.random() < 0.25),
        thick=bool(small and name == "ellipse" and rng.random() < 0.25),
    )


def _mark(name: str, small: bool, rng: np.random.Generator) -> Mark:
    draw = rng.random()
    if small and name == "diam":
        return "cross" if draw < 0.4 else "plus" if draw < 0.7 else "ring" if draw < 0.8 else ""
    return "icon" if draw < (0.3 if small else 0.12) else ""


def _lines(
    nodes: dict[tuple[int, int], PlannedNode], cell: float, settings: InkSettings, rng: np.random.Generator
) -> Iterator[PlannedLine]:
    """Lines mostly to the next node in one of four directions, now and then farther off."""
    linked = _between(settings.linked, rng)
    manner = str(rng.choice(["straight", "elbow", "curve"], p=[0.4, 0.45, 0.15]))
    for (i, j), node in nodes.items():
        for di, dj in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            reach = 1 + int(rng.integers(0, REACH_CELLS)) * int(rng.random() < 0.15)
            other = nodes.get((i + di * reach, j + dj * reach))
            if other is None or rng.random() > linked * (1.0 if 0 in (di, dj) else 0.35):
                continue
            ends = (node, other) if rng.random() < 0.75 else (other, node)
            path = _route(ends[0].ring, ends[1].ring, manner, rng)
            if np.hypot(*np.diff(path, axis=0).T).sum() > 0.15 * cell:
                yield _line(path, cell, settings, rng)


def _line(path: Points, cell: float, settings: InkSettings, rng: np.random.Generator) -> PlannedLine:
    draw = rng.random()
    heads = (False, False) if draw < settings.headless else (draw > 1 - settings.two_headed, True)
    at = _along(path, rng.uniform(0.25, 0.6))
    half = np.array([0.3, 0.1]) * cell * rng.uniform(0.6, 1.2)
    shift = np.array([0.0, -half[1]]) if rng.random() < 0.5 else np.array([half[0], 0.0])
    low, high = at + shift - half, at + shift + half
    return PlannedLine(
        path=path,
        heads=heads,
        dashed=bool(rng.random() < settings.dashed),
        label=_words(rng, 2) if rng.random() < settings.labelled else "",
        label_box=(float(low[0]), float(low[1]), float(high[0]), float(high[1])),
    )


def _along(path: Points, share: float) -> Points:
    steps = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))])
    at = share * steps[-1]
    return np.array([np.interp(at, steps, path[:, k]) for k in (0, 1)])


def _route(tail: Points, head: Points, manner: str, rng: np.random.Generator) -> Points:
    """A path from one outline to the other: straight, with right angles, or curved."""
    a, b = tail.mean(axis=0), head.mean(axis=0)
    off = rng.uniform(-0.12, 0.12, 2) * np.ptp(head, axis=0)
    if manner == "elbow" and min(abs(b - a)) > 4:
        level_first = bool(rng.random() < 0.5)
        if rng.random() < 0.5:
            corner = np.array([b[0], a[1]]) if level_first else np.array([a[0], b[1]])
            path = np.array([a, corner, b])
        else:
            share = rng.uniform(0.35, 0.65)
            middle = a + share * (b - a)
            turns = ((middle[0], a[1]), (middle[0], b[1])) if level_first else ((a[0], middle[1]), (b[0], middle[1]))
            path = np.array([a, *map(np.array, turns), b])
    elif manner == "curve":
        bow = rng.uniform(-0.25, 0.25) * (b - a)[::-1] * (1, -1)
        t = np.linspace(0, 1, 24)[:, None]
        path = (1 - t) ** 2 * a + 2 * t * (1 - t) * ((a + b) / 2 + bow) + t**2 * (b + off)
    else:
        path = np.array([a, b + off])
    return _outside(path, tail, head)


def _outside(path: Points, tail: Points, head: Points) -> Points:
    """The part of a path between leaving one outline and entering the other."""
    length = float(np.hypot(*np.diff(path, axis=0).T).sum())
    steps = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))])
    at = np.linspace(0, length, max(2, int(length)))
    fine = np.column_stack([np.interp(at, steps, path[:, k]) for k in (0, 1)])
    free = ~(_inside(tail, fine) | _inside(head, fine))
    inner = np.flatnonzero(free)
    if not len(inner):
        return fine[:1].repeat(2, axis=0)
    first, last = at[inner[0]], at[inner[-1]]
    corners = path[(steps > first) & (steps < last)]
    return np.array([fine[inner[0]], *corners, fine[inner[-1]]])


def _inside(ring: Points, points: Points) -> NDArray[np.bool_]:
    """Test each point for lying in a polygon: an odd number of its sides is crossed to the right."""
    after = np.roll(ring, -1, axis=0)
    x, y = points[:, :1], points[:, 1:]
    crosses = (ring[:, 1] > y) != (after[:, 1] > y)
    rise = np.where(after[:, 1] == ring[:, 1], 1.0, after[:, 1] - ring[:, 1])
    at = ring[:, 0] + (y - ring[:, 1]) / rise * (after[:, 0] - ring[:, 0])
    return np.asarray((crosses & (x < at)).sum(axis=1) % 2 == 1)


def _frames(
    counts: NDArray[np.int64], start: Points, pitch: Points, settings: InkSettings, rng: np.random.Generator
) -> Iterator[PlannedFrame]:
    """Lanes across the page, or single frames around blocks of places."""
    if rng.random() > settings.framed:
        return
    lanes = rng.random() < 0.5
    rows = [0, *sorted(rng.choice(np.arange(1, counts[1] + 1), min(2, counts[1]), replace=False).tolist()), counts[1]]
    for top, bottom in itertools.pairwise(dict.fromkeys(rows)):
        left, right = (0, counts[0]) if lanes else np.sort(rng.choice(counts[0] + 1, 2, replace=False))
        x0, y0 = start + pitch * (left, top) + (0 if lanes else 0.04) * pitch
        x1, y1 = start + pitch * (right, bottom) - (0 if lanes else 0.04) * pitch
        ring = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
        wide = 0.16 * float(pitch.min())
        x0 = max(x0, rng.uniform(2, 20)) if lanes else x0
        ring[[0, 3], 0] = x0
        band = np.array([(x0 + wide, y0), (x0 + wide, y1)]) if lanes else None
        box = (x0, y0, x0 + wide, y1) if lanes else (x0 + 4, y0 + 2, x0 + 1.2 * pitch[0], y0 + wide)
        yield PlannedFrame(ring, band, _words(rng, 3), tuple(map(float, box)))  # type: ignore[arg-type]


def _strays(side: float, cell: float, rng: np.random.Generator) -> Iterator[tuple[str, Box]]:
    """Notes that belong to nothing."""
    for _ in range(rng.poisson(0.7)):
        x, y = rng.uniform(0, 0.9 * side, 2)
        yield _words(rng, 6), (x, y, x + 1.2 * cell, y + rng.uniform(0.1, 0.5) * cell)


def _words(rng: np.random.Generator, most: int) -> str:
    """Words of no language, whose letters come as often as each other: the network is to see ink, not read."""
    letters = list(string.ascii_lowercase + "äöüß" + string.digits[:5])
    made = []
    for _ in range(int(rng.integers(1, most + 1))):
        word = "".join(rng.choice(letters, int(rng.integers(1, 10))))
        made.append([word, word.capitalize(), word.upper()][int(rng.choice(3, p=LETTER_SHARES))])
    return " ".join(made) + ("?" if rng.random() < 0.15 else "")
