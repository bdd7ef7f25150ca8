"""Follows lines across junctions and gaps: the smoothest path between any two places where lines end.

Strokes are joined end to end at a cost that grows with the squared turning angle (elastica: Mumford 1994)
and with what hides the gap; a path alternates strokes and joins.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import dijkstra
from scipy.spatial import cKDTree

from diagramloop.parse.budget import BUDGET, in_chunks
from diagramloop.parse.lines.line_ink import EMPTY, NODE, TEXT, LineInk
from diagramloop.parse.lines.strokes import Index, Points, Strokes, value_at

Costs = NDArray[np.float64]

REACH, HIDDEN_REACH = 4.0, 25.0  # text heights between ends that are joined: anywhere, and both beside a text or node
SHARPEST = 1.1  # rad: at most this turn into and out of a gap
SHARPEST_HIDDEN, HIDDEN_TURN = 2.2, 0.4  # the same behind a text, and the share of its cost: bends are hidden too
CORNER = 2.0  # text heights between the ends of two dashed lines that are one around a corner
DASH_SHARE = 0.85  # of the length of a dashed line that is inked at most
BLUR = 0.5  # text heights within which the place of a tip means nothing
MOSTLY = 0.75  # share of a gap that is text
SHARED = 3.0  # text heights that two crossing lines can run as one
UNKNOWN = 0.05  # rad: the turn into or out of a dot
TURNING = 2.5  # cost of a squared radian
NEAREST = 40  # ends looked at around each, so that dense patterns stay cheap
SAMPLES = 40  # places looked at along a gap
INK = 255  # another line lies in the gap
PAUSE = 0.4  # text heights of a gap that is free: between dashes
EMPTY_GAP = 0.5  # cost of a gap of one text height more that nothing hides; grows with its cube
MIDDLE, THROUGH_MIDDLE = (
    0.15,
    2.0,
)  # a gap that leads so near (in sides of the node) through a node's middle, and its cost
HIDDEN = {TEXT: (0.05, 0.02), NODE: (0.3, 0.02)}  # cost of being hidden at all, and per text height
ONLY_WAY = 0.3  # most that a turn costs where a line cannot go elsewhere
FORK, SQUARE = 0.4, 1.8  # most that a turn costs where lines part, up to so sharp a one (rad): right angles are drawn
LIMIT = 8.0  # dearest path looked at


class Predecessors(NamedTuple):
    """A tree of paths: the states that it reaches, rising, and before each of them the one on its path; shapes (n,)."""

    states: Index
    before: Index

    def of(self, state: int) -> int:
        return int(self.before[self.states.searchsorted(state)])

    def beyond(self, steps: NDArray[np.bool_]) -> Index:
        """The states whose path has one of the ``steps``, of which each leads into the state of the same place."""
        last = len(self.states)
        place = np.append(self.states.searchsorted(self.before), last)
        place[:-1][np.append(self.states, -1)[place[:-1]] != self.before] = (
            last  # the start, before which there is none
        )
        found = np.append(steps, False)
        while (place < last).any():  # as far again as before
            found, place = found | found[place], place[place]
        return self.states[found[:-1]]


@dataclass(frozen=True)
class Trails:
    """Joins between the ends of strokes, and the paths they make.

    Attributes:
        strokes: the strokes.
        pairs: joined ends, both ways; shape (n, 2).
        cost: of each join; shape (n,).
        forked: at which ends three lines or more meet; shape (2 S,).
    """

    strokes: Strokes
    pairs: Index
    cost: Costs
    forked: NDArray[np.bool_]

    @cached_property
    def cheapest(self) -> Costs:
        """Cost of the cheapest join at each end, inf where there is none."""
        best = np.full(2 * len(self.strokes), np.inf)
        np.minimum.at(best, self.pairs[:, 0], self.cost)
        return best

    def costs(self, ends: Index) -> tuple[Costs, list[Predecessors]]:
        """Cheapest paths that start with one of ``ends``, into its stroke, and leave at another of them.

        Returns:
            Costs (ends, ends), inf where there is no path below ``LIMIT``; and of each start the tree of predecessors.
        """
        count = 2 * len(self.strokes)
        all_ends = np.arange(count)
        rows = np.concatenate([all_ends, count + self.pairs[:, 0]])  # state e: entering at e; count + e: leaving
        columns = np.concatenate([count + (all_ends ^ 1), self.pairs[:, 1]])
        weights = np.concatenate([np.full(count, 1e-6), self.cost + 1e-6])
        matrix = coo_array((weights, (rows, columns)), shape=(2 * count, 2 * count)).tocsr()
        costs, trees = np.empty((len(ends), len(ends))), list[Predecessors]()
        for some in in_chunks(len(ends), 2 * count):
            distance, previous = dijkstra(matrix, indices=ends[some], limit=LIMIT, return_predecessors=True)
            costs[some] = distance[:, count + ends]
            trees += [Predecessors(reached := np.flatnonzero(row >= 0), row[reached]) for row in previous]
        return costs, trees

    def path(self, previous: Predecessors, start: int, stop: int) -> list[int]:
        """Ends passed, alternately entering and leaving a stroke; ``previous`` is the tree of ``start``."""
        count = 2 * len(self.strokes)
        state, states = count + stop, [count + stop]
        while state != start:
            state = previous.of(state)
            states.append(state)
        return [s % count for s in reversed(states)]

    def forking(self, trees: list[Predecessors], ends: Index) -> NDArray[np.bool_]:
        """Whether the path from each of the ends to each other runs through a place where lines meet; (ends, ends)."""
        count, forking = 2 * len(self.strokes), np.zeros((len(ends), len(ends)), bool)
        meeting = np.concatenate([self.forked, self.forked])
        for row, tree in zip(forking, trees, strict=True):
            joins = (tree.states < count) & (tree.before >= count)
            passed = np.zeros(2 * count, bool)
            passed[tree.beyond(joins & meeting[tree.states] & meeting[tree.before])] = True
            row[:] = passed[count + ends]
        return forking


def join_strokes(
    strokes: Strokes, ink: LineInk, width: float, closed: NDArray[np.bool_], nodes: NDArray[np.object_]
) -> Trails:
    """All plausible joins between ends of strokes.

    Args:
        nodes: polygons that lines may pass behind.
        closed: True for the ends where a line certainly ends (at its head); shape (2 S,).
    """
    met = _meeting(strokes, ink)
    joins = [
        _at_junctions(strokes, ink, width, met),
        _along_shared(strokes, ink.unit),
        _across_gaps(strokes, ink, closed, nodes),
    ]
    pairs = np.concatenate([p for p, _ in joins])
    cost = np.concatenate([c for _, c in joins])
    return Trails(strokes, np.concatenate([pairs, pairs[:, ::-1]]), np.concatenate([cost, cost]), met > 2)


def _turn(a: Points, b: Points) -> Costs:
    """Angle between vectors, row by row; a small constant where one of them is unknown (zero)."""
    size = np.hypot(*a.T) * np.hypot(*b.T)
    cosine = np.divide((a * b).sum(axis=1), size, out=np.full(len(a), np.cos(UNKNOWN)), where=size > 0)
    angle: Costs = np.arccos(np.clip(cosine, -1, 1))
    return angle


def _bending(strokes: Strokes, pairs: Index, unit: float, blur: float) -> tuple[Costs, Costs]:
    """Cost of turning from one end into the other, and the sharper of the two turns.

    Within ``blur`` the places of tips mean nothing, so there only the directions count; at twice that, all.
    """
    first, second = pairs.T
    across = strokes.tips[second] - strokes.tips[first]
    into, out_of = _turn(strokes.out[first], across), _turn(across, -strokes.out[second])
    total = _turn(strokes.out[first], -strokes.out[second])
    trust = np.clip(np.hypot(*across.T) / max(blur, 1e-9) - 1, 0.0, 1.0)
    known = np.minimum(1.0, strokes.length / unit)[pairs // 2].T  # a dash's direction means little
    into, out_of, total = into * known[0], out_of * known[1], total * known.min(axis=0)
    cost = TURNING * (trust * (into**2 + out_of**2) + (1 - trust) * total**2 / 2)
    return cost, np.maximum(into, out_of)


def _pairs_of_equal(keys: Index) -> Index:
    """Pairs (i < j) with the same key >= 0."""
    known = np.flatnonzero(keys >= 0)
    order = known[np.argsort(keys[known], kind="stable")]
    groups = np.split(order, np.flatnonzero(np.diff(keys[order])) + 1)
    BUDGET.check("joins", sum(len(g) * (len(g) - 1) // 2 for g in groups))
    pairs = [np.stack(np.triu_indices(len(g), 1), axis=1) for g in groups]
    return np.concatenate([g[p] for g, p in zip(groups, pairs, strict=True)] or [np.zeros((0, 2), np.int64)])


def _meeting(strokes: Strokes, ink: LineInk) -> Index:
    """How many lines meet at the junction of each end, 0 where it is free; shape (2 S,)."""
    counted = strokes.junction[(strokes.junction >= 0) & np.repeat(~_fringes(strokes, ink), 2)]
    met = np.bincount(counted, minlength=int(strokes.junction.max(initial=0)) + 1)
    return np.where(strokes.junction >= 0, met[strokes.junction], 0)


def _at_junctions(strokes: Strokes, ink: LineInk, width: float, met: Index) -> tuple[Index, Costs]:
    pairs = _pairs_of_equal(strokes.junction)
    cost, _ = _bending(strokes, pairs, ink.unit, blur=3 * width)
    turn = _turn(strokes.out[pairs[:, 0]], -strokes.out[pairs[:, 1]])
    cheaper = np.where(met[pairs[:, 0]] == 2, ONLY_WAY, np.where(turn < SQUARE, FORK, np.inf))
    return pairs, np.minimum(cost, cheaper)


def _fringes(strokes: Strokes, ink: LineInk) -> NDArray[np.bool_]:
    """Short strokes from a junction to nowhere, as the tip of a sharp bend has one; shape (S,)."""
    free = (strokes.junction < 0) & ~strokes.beside(ink, NODE) & ~strokes.beside(ink, TEXT)
    return free.reshape(-1, 2).any(axis=1) & (strokes.length < ink.unit)


def _along_shared(strokes: Strokes, unit: float) -> tuple[Index, Costs]:
    """Joins that skip a short stroke which two flatly crossing lines share: there only what comes before and
    after tells them apart."""
    found: list[tuple[int, int]] = []
    by_junction: dict[int, list[int]] = {}
    for end, junction in enumerate(strokes.junction.tolist()):
        by_junction.setdefault(junction, []).append(end)
    ends = strokes.junction.reshape(-1, 2)
    for s in np.flatnonzero((strokes.length < SHARED * unit) & (ends >= 0).all(axis=1) & (ends[:, 0] != ends[:, 1])):
        sides = [[e for e in by_junction[j] if e // 2 != s] for j in ends[s].tolist()]
        BUDGET.check("joins", len(found) + len(sides[0]) * len(sides[1]))
        found += [(a, b) for a in sides[0] for b in sides[1] if a // 2 != b // 2]
    pairs = np.array(found, np.int64).reshape(-1, 2)
    cost, sharpest = _bending(strokes, pairs, unit, blur=0.0)
    fits = sharpest < SHARPEST
    return pairs[fits], cost[fits]


def _across_gaps(
    strokes: Strokes, ink: LineInk, closed: NDArray[np.bool_], nodes: NDArray[np.object_]
) -> tuple[Index, Costs]:
    """Joins between free ends that face each other."""
    hidden = {kind: strokes.beside(ink, kind) & ~closed for kind in HIDDEN}
    free = (strokes.junction < 0) & ~closed | hidden[TEXT]
    near = [_neighbours(strokes, free, REACH * ink.unit)]
    wide = [_neighbours(strokes, free & beside, HIDDEN_REACH * ink.unit) for beside in hidden.values()]
    pairs = np.unique(np.concatenate(near + wide), axis=0)
    BUDGET.check("joins", len(pairs))
    bending, sharpest = _bending(strokes, pairs, ink.unit, blur=BLUR * ink.unit)
    gap = np.hypot(*(strokes.tips[pairs[:, 1]] - strokes.tips[pairs[:, 0]]).T) / ink.unit
    close = gap < BLUR
    fits = (sharpest < SHARPEST_HIDDEN) | close
    pairs, bending, sharpest, close, gap = (each[fits] for each in (pairs, bending, sharpest, close, gap))
    hiding, texts = _hiding(strokes, pairs, ink)
    hiding += _through_middles(strokes, pairs, nodes)
    dashed = strokes.inked < DASH_SHARE * strokes.length
    corners = dashed[pairs // 2].all(axis=1) & (gap < CORNER)  # in a pause between dashes a bend is hidden too
    cost = np.where(texts | corners, HIDDEN_TURN, 1.0) * bending + hiding
    fits = ((sharpest < SHARPEST) | close | texts | corners) & (cost < LIMIT)
    return pairs[fits], cost[fits]


def _neighbours(strokes: Strokes, which: NDArray[np.bool_], reach: float) -> Index:
    """Pairs of ends of different strokes within ``reach``, of each end the ``NEAREST`` ones."""
    free = np.flatnonzero(which)
    if len(free) < 2:
        return np.zeros((0, 2), np.int64)
    tree = cKDTree(strokes.tips[free])
    distance, other = tree.query(strokes.tips[free], k=min(NEAREST, len(free)), distance_upper_bound=reach)
    here, rank = np.nonzero(np.isfinite(distance))
    pairs = np.sort(np.stack([free[here], free[other[here, rank]]], axis=1), axis=1)
    pairs = np.unique(pairs, axis=0)
    different: Index = pairs[pairs[:, 0] // 2 != pairs[:, 1] // 2]
    return different


def _through_middles(strokes: Strokes, pairs: Index, nodes: NDArray[np.object_]) -> Costs:
    """Cost of gaps that a node's middle lies in: such lines end at it on either side, they do not pass behind it."""
    gaps = shapely.linestrings(strokes.tips[pairs])
    cost = np.zeros(len(pairs))
    if len(nodes) and len(pairs):
        gap, node = shapely.STRtree(nodes).query(gaps, predicate="intersects")
        off = shapely.distance(gaps[gap], shapely.centroid(nodes[node]))
        cost[gap[off < MIDDLE * np.sqrt(shapely.area(nodes[node]))]] = THROUGH_MIDDLE
    return cost


def _hiding(strokes: Strokes, pairs: Index, ink: LineInk) -> tuple[Costs, NDArray[np.bool_]]:
    """Cost of what lies in the gaps: nothing is dearest, texts and frames are the common case; and where
    there is hardly anything but text."""
    cost, texts = np.zeros(len(pairs)), np.zeros(len(pairs), bool)
    steps = (np.arange(SAMPLES) + 0.5) / SAMPLES
    for some in in_chunks(len(pairs), SAMPLES):
        start, stop = strokes.tips[pairs[some, 0]], strokes.tips[pairs[some, 1]]
        places = start[:, None] + steps[None, :, None] * (stop - start)[:, None]
        seen = np.where(value_at(ink.mask, places), INK, value_at(ink.cover, places))
        size = np.hypot(*(stop - start).T) / ink.unit
        cost[some] = EMPTY_GAP * np.maximum(0.0, (seen == EMPTY).mean(axis=1) * size - PAUSE) ** 3
        for kind, (once, each) in HIDDEN.items():
            share = (seen == kind).mean(axis=1)
            cost[some] += np.where(share > 0, once + each * share * size, 0.0)
        texts[some] = (seen == TEXT).mean(axis=1) > MOSTLY
    return cost, texts
