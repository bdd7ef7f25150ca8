"""Follows lines across junctions and gaps: the smoothest path between any two places where lines end.

Strokes are joined end to end at a cost that grows with the squared turning angle (elastica: Mumford 1994)
and with what hides the gap; a path alternates strokes and joins.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

from diagramloop.engines.parse.budget import BUDGET, in_chunks
from diagramloop.engines.parse.lines.gaps import HIDING, Costs, hiding, through_middles
from diagramloop.engines.parse.lines.line_ink import NODE, TEXT, LineInk
from diagramloop.engines.parse.lines.strokes import Index, Points, Strokes

STEP_COST = 1e-6  # of passing a stroke: in a sparse graph zero would be no edge
NO_LENGTH = 1e-9  # divides instead of zero


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Turns, gaps and what hides them.
_TURN_COST = 2.5  # of a squared radian
_DEAREST_PATH_COST = 8.0  # dearer paths and joins are not looked at
_ONLY_WAY_COST = 0.3  # most that a turn costs where a line cannot go elsewhere
_FORK_COST = 0.4  # most that a turn costs where lines part
_FORK_TURN_RAD = 1.8  # up to so sharp a one: right angles are drawn
_JUNCTION_BLUR_WIDTHS = 3.0  # of a line, within which the place of a tip at a junction means nothing
_SHARED_TEXT_HEIGHTS = 3.0  # that two crossing lines can run as one
_REACH_TEXT_HEIGHTS = 4.0  # between free ends that are joined
_HIDDEN_REACH_TEXT_HEIGHTS = 25.0  # the same where both are beside a text or node
_SHARPEST_RAD = 1.1  # turn into and out of a gap
_HIDDEN_SHARPEST_RAD = 2.2  # the same behind a text or around the corner of a dashed line: bends are hidden too
_HIDDEN_TURN_SHARE = 0.4  # of the cost of a turn that is hidden
# between the ends of two dashed lines that are one around a corner: in a pause a bend is hidden too
_DASHED_CORNER_TEXT_HEIGHTS = 2.0
_BLUR_TEXT_HEIGHTS = 0.5  # of a gap, within which the place of a tip means nothing
_DOT_TURN_RAD = 0.05  # taken for the turn into or out of a dot, which has no direction
_NEIGHBOUR_COUNT = 40  # nearest ends looked at around each, which is one of them, so that dense patterns stay cheap

# Rows of short strokes.
DASH_INKED_SHARE = 0.85  # of the length of a dashed line at most


class Predecessors(NamedTuple):
    """A tree of paths: the states that it reaches, rising, and before each of them the one on its path; shapes (n,)."""

    states: Index
    before: Index

    def reaches(self, state: int) -> bool:
        return bool(np.isin(state, self.states))

    def of(self, state: int) -> int:
        return int(self.before[self.states.searchsorted(self.states.dtype.type(state))])

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
        dearest: cost of the dearest path that is ever looked at.
        forked: at which ends three lines or more meet; shape (2 S,).
    """

    strokes: Strokes
    pairs: Index
    cost: Costs
    dearest: float
    forked: NDArray[np.bool_]

    @cached_property
    def cheapest(self) -> Costs:
        """Cost of the cheapest join at each end, inf where there is none."""
        best = np.full(2 * len(self.strokes), np.inf)
        np.minimum.at(best, self.pairs[:, 0], self.cost)
        return best

    def costs(self, ends: Index, dearest: Costs) -> tuple[Costs, list[Predecessors]]:
        """Cheapest paths that start with one of ``ends``, into its stroke, and leave at another of them.

        Args:
            ends: n of them.
            dearest: of each of them the cost up to which paths are looked for, nothing is found below zero; shape (n,).

        Returns:
            Costs (n, n) of the path from either of two ends to the other, inf where none was found; and of each start
            the tree of predecessors.
        """
        count = 2 * len(self.strokes)
        all_ends = np.arange(count)
        rows = np.concatenate([all_ends, count + self.pairs[:, 0]])  # state e: entering at e; count + e: leaving
        columns = np.concatenate([count + (all_ends ^ 1), self.pairs[:, 1]])
        weights = np.concatenate([np.full(count, STEP_COST), self.cost + STEP_COST])
        matrix = scipy.sparse.coo_array((weights, (rows, columns)), shape=(2 * count, 2 * count)).tocsr()
        costs, trees = np.empty((len(ends), len(ends))), dict[int, Predecessors]()
        order = np.argsort(dearest, kind="stable")  # those of a chunk have one limit
        for some in (order[chunk] for chunk in in_chunks(len(ends), 2 * count)):
            limit = max(0.0, min(self.dearest, dearest[some[-1]]))
            distance, previous = scipy.sparse.csgraph.dijkstra(
                matrix, indices=ends[some], limit=limit, return_predecessors=True
            )
            costs[some] = distance[:, count + ends]
            for i, row in zip(some.tolist(), previous, strict=True):
                reached = np.flatnonzero(row >= 0).astype(row.dtype)  # as narrow as may be: a tree for each end is kept
                trees[i] = Predecessors(reached, row[reached])
        return np.minimum(costs, costs.T), [trees[i] for i in range(len(ends))]

    def path(self, start: tuple[int, Predecessors], stop: tuple[int, Predecessors]) -> list[int]:
        """Ends passed, alternately entering and leaving a stroke, between two ends with their trees."""
        if start[1].reaches(2 * len(self.strokes) + stop[0]):
            return self._path(start[1], start[0], stop[0])
        return self._path(stop[1], stop[0], start[0])[::-1]

    def _path(self, previous: Predecessors, start: int, stop: int) -> list[int]:
        count = 2 * len(self.strokes)
        state, states = count + stop, [count + stop]
        while state != start:
            state = previous.of(state)
            states.append(state)
        return [s % count for s in reversed(states)]

    def forking(self, trees: list[Predecessors], ends: Index) -> NDArray[np.bool_]:
        """True where a path between two of the ends runs through a place where lines meet; (ends, ends)."""
        count, forking = 2 * len(self.strokes), np.zeros((len(ends), len(ends)), bool)
        meeting = np.concatenate([self.forked, self.forked])
        for row, tree in zip(forking, trees, strict=True):
            joins = (tree.states < count) & (tree.before >= count)
            passed = np.zeros(2 * count, bool)
            passed[tree.beyond(joins & meeting[tree.states] & meeting[tree.before])] = True
            row[:] = passed[count + ends]
        return forking | forking.T


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
    both_ways = np.concatenate([pairs, pairs[:, ::-1]])
    return Trails(strokes, both_ways, np.concatenate([cost, cost]), _DEAREST_PATH_COST, met > 2)


def _turn(a: Points, b: Points) -> Costs:
    """Angle between vectors, row by row; a dot's where one of them is zero."""
    size = np.hypot(*a.T) * np.hypot(*b.T)
    cosine = np.divide((a * b).sum(axis=1), size, out=np.full(len(a), np.cos(_DOT_TURN_RAD)), where=size > 0)
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
    trust = np.clip(np.hypot(*across.T) / max(blur, NO_LENGTH) - 1, 0.0, 1.0)
    known = np.minimum(1.0, strokes.length / unit)[pairs // 2].T  # a dash's direction means little
    into, out_of, total = into * known[0], out_of * known[1], total * known.min(axis=0)
    cost = _TURN_COST * (trust * (into**2 + out_of**2) + (1 - trust) * total**2 / 2)
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
    """Number of lines that meet at the junction of each end, 0 where it is free; shape (2 S,)."""
    counted = strokes.junction[(strokes.junction >= 0) & np.repeat(~_fringes(strokes, ink), 2)]
    met = np.bincount(counted, minlength=int(strokes.junction.max(initial=0)) + 1)
    return np.where(strokes.junction >= 0, met[strokes.junction], 0)


def _at_junctions(strokes: Strokes, ink: LineInk, width: float, met: Index) -> tuple[Index, Costs]:
    pairs = _pairs_of_equal(strokes.junction)
    cost, _ = _bending(strokes, pairs, ink.unit, _JUNCTION_BLUR_WIDTHS * width)
    turn = _turn(strokes.out[pairs[:, 0]], -strokes.out[pairs[:, 1]])
    parting = np.where(turn < _FORK_TURN_RAD, _FORK_COST, np.inf)
    cheaper = np.where(met[pairs[:, 0]] == 2, _ONLY_WAY_COST, parting)
    return pairs, np.minimum(cost, cheaper)


def _fringes(strokes: Strokes, ink: LineInk) -> NDArray[np.bool_]:
    """Short strokes from a junction to nowhere, as the tip of a sharp bend has one; shape (S,)."""
    at_node, at_text = (strokes.beside(ink, kind) for kind in (NODE, TEXT))
    free = (strokes.junction < 0) & ~at_node & ~at_text
    return free.reshape(-1, 2).any(axis=1) & (strokes.length < ink.unit)


def _along_shared(strokes: Strokes, unit: float) -> tuple[Index, Costs]:
    """Joins that skip a short stroke which two flatly crossing lines share: there only what comes before and
    after tells them apart."""
    found: list[tuple[int, int]] = []
    by_junction: dict[int, list[int]] = {}
    for end, junction in enumerate(strokes.junction.tolist()):
        by_junction.setdefault(junction, []).append(end)
    ends, short = strokes.junction.reshape(-1, 2), strokes.length < _SHARED_TEXT_HEIGHTS * unit
    for s in np.flatnonzero(short & (ends >= 0).all(axis=1) & (ends[:, 0] != ends[:, 1])):
        sides = [[e for e in by_junction[j] if e // 2 != s] for j in ends[s].tolist()]
        BUDGET.check("joins", len(found) + len(sides[0]) * len(sides[1]))
        found += [(a, b) for a in sides[0] for b in sides[1] if a // 2 != b // 2]
    pairs = np.array(found, np.int64).reshape(-1, 2)
    cost, sharpest = _bending(strokes, pairs, unit, 0.0)
    fits = sharpest < _SHARPEST_RAD
    return pairs[fits], cost[fits]


def _across_gaps(
    strokes: Strokes, ink: LineInk, closed: NDArray[np.bool_], nodes: NDArray[np.object_]
) -> tuple[Index, Costs]:
    """Joins between free ends that face each other."""
    pairs = _facing(strokes, ink, closed)
    bending, sharpest = _bending(strokes, pairs, ink.unit, _BLUR_TEXT_HEIGHTS * ink.unit)
    gap = np.hypot(*(strokes.tips[pairs[:, 1]] - strokes.tips[pairs[:, 0]]).T) / ink.unit
    close = gap < _BLUR_TEXT_HEIGHTS
    fits = (sharpest < _HIDDEN_SHARPEST_RAD) | close
    pairs, bending, sharpest, close, gap = (each[fits] for each in (pairs, bending, sharpest, close, gap))
    hidden, texts = hiding(strokes, pairs, ink)
    hidden += through_middles(strokes, pairs, nodes)
    dashed = strokes.inked < DASH_INKED_SHARE * strokes.length
    corners = dashed[pairs // 2].all(axis=1) & (gap < _DASHED_CORNER_TEXT_HEIGHTS)
    cost = np.where(texts | corners, _HIDDEN_TURN_SHARE, 1.0) * bending + hidden
    fits = ((sharpest < _SHARPEST_RAD) | close | texts | corners) & (cost < _DEAREST_PATH_COST)
    return pairs[fits], cost[fits]


def _facing(strokes: Strokes, ink: LineInk, closed: NDArray[np.bool_]) -> Index:
    """Pairs of free ends that are near each other, or less near and both beside what may hide a line."""
    hidden = {kind: strokes.beside(ink, kind) & ~closed for kind in HIDING}
    free = (strokes.junction < 0) & ~closed | hidden[TEXT]
    near, wide = _REACH_TEXT_HEIGHTS * ink.unit, _HIDDEN_REACH_TEXT_HEIGHTS * ink.unit
    ends = [(free, near), *((free & beside, wide) for beside in hidden.values())]
    found = [_neighbours(strokes, which, reach) for which, reach in ends]
    pairs = np.unique(np.concatenate(found), axis=0)
    BUDGET.check("joins", len(pairs))
    return pairs


def _neighbours(strokes: Strokes, which: NDArray[np.bool_], reach: float) -> Index:
    """Pairs of ends of different strokes within ``reach``, of each end the nearest ones."""
    free = np.flatnonzero(which)
    if len(free) < 2:
        return np.zeros((0, 2), np.int64)
    tree = scipy.spatial.cKDTree(strokes.tips[free])
    distance, other = tree.query(strokes.tips[free], k=min(_NEIGHBOUR_COUNT, len(free)), distance_upper_bound=reach)
    here, rank = np.nonzero(np.isfinite(distance))
    pairs = np.sort(np.stack([free[here], free[other[here, rank]]], axis=1), axis=1)
    pairs = np.unique(pairs, axis=0)
    different: Index = pairs[pairs[:, 0] // 2 != pairs[:, 1] // 2]
    return different
