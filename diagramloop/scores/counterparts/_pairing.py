"""The search for the best assignment of nodes to nodes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

import numpy as np

from diagramloop.base.assignment import linear_sum_assignment
from diagramloop.scores.counterparts._both import Both, Integers
from diagramloop.scores.counts import Floats

_NEAR = 0.2  # weight of flows in common
_FAR = 0.05  # weight of the same surroundings
_SINGLED_OUT = 64  # pairs whose surroundings are looked at anew
_TRIED = 4_096  # exchanges of partners
_TIE = 1e-9


class Pairing:
    """Pairing the nodes of two graphs, in the order given."""

    def __init__(self, both: Both, left: list[int], right: list[int], colours: Integers) -> None:
        self._both, self._left, self._right = both, left, right
        self._row = {vertex: row for row, vertex in enumerate(left)}
        self._column = {vertex: column for column, vertex in enumerate(right)}
        self._agreed = both.agreement(left, right)
        self._listed: list[list[float]] = self._agreed.tolist()
        self._shared: Floats = np.zeros_like(self._agreed)  # flows in common with pairs that have met
        degrees = [np.array([max(1, len(both.near[vertex])) for vertex in side]) for side in (left, right)]
        self._degree = np.maximum.outer(*degrees)
        self._alike = self._common(colours)

    def best_first(self) -> dict[int, int]:
        """Pairs as they meet: the best first, each adding to what its neighbours have in common."""
        scores = self._scores()
        met: list[tuple[int, int]] = []
        singled_out = 0
        while True:
            row, column = divmod(int(scores.argmax()), scores.shape[1])
            best = scores[row, column]
            if not np.isfinite(best):
                return dict(met)
            tied = np.count_nonzero(scores[row] >= best - _TIE) + np.count_nonzero(scores[:, column] >= best - _TIE)
            scores[row], scores[:, column] = -np.inf, -np.inf
            met.append((self._left[row], self._right[column]))
            self._draw_neighbours(*met[-1], scores)
            if tied > 2 and singled_out < _SINGLED_OUT:  # the pair itself stands in its row and in its column
                singled_out += 1
                before, self._alike = self._alike, self._common(self._both.surroundings(met))
                scores += _FAR * (self._alike - before)

    def optimal(self, drawn: Mapping[int, int]) -> dict[int, int]:
        """The assignment with the best sum of scores, all pairs of ``drawn`` being each other's surroundings."""
        scores = self._scores()
        for vertex, partner in drawn.items():
            scores[self._row[vertex], self._column[partner]] += _TIE
        rows, columns = linear_sum_assignment(np.where(np.isfinite(scores), scores, 0.0), maximize=True)
        pairs = zip(rows.tolist(), columns.tolist(), strict=True)
        return {self._left[r]: self._right[c] for r, c in pairs if np.isfinite(scores[r, c])}

    def exchanged(self, met: Mapping[int, int]) -> dict[int, int]:
        """The assignment after exchanging partners, one by one, as long as that makes it worth more."""
        best, worth, tried = dict(met), self.worth(met), 0
        while tried < _TRIED:
            for other in islice(self._exchanges(best), _TRIED - tried):
                tried += 1
                if self.worth(other) > worth:
                    best, worth = other, self.worth(other)
                    break
            else:
                break
        return best

    def _exchanges(self, met: Mapping[int, int]) -> Iterator[dict[int, int]]:
        """Every assignment in which a node has another partner, and who had it before, if anyone, takes the old one."""
        if min(self._both.kept(met)) == self._both.fewer_flows:
            return
        owner = {partner: vertex for vertex, partner in met.items()}
        may = np.isfinite(self._agreed)
        for row, column in zip(*np.nonzero(may), strict=True):
            vertex, partner = self._left[row], self._right[column]
            old, other = met.get(vertex), owner.get(partner)
            if old == partner or (
                other is not None and old is not None and not may[self._row[other], self._column[old]]
            ):
                continue
            changed = {**met, vertex: partner}
            if other is not None:
                del changed[other]
                if old is not None:
                    changed[other] = old
            yield changed

    def worth(self, met: Mapping[int, int]) -> float:
        """Worth of an assignment: agreement of its nodes, and flows in common."""
        agreed = sum(self._listed[self._row[vertex]][self._column[partner]] for vertex, partner in met.items())
        by_kind, with_condition = self._both.kept(met)
        return round(agreed + _NEAR * by_kind + _FAR * with_condition, 9)

    def _scores(self) -> Floats:
        return self._agreed + _NEAR * self._shared / self._degree + _FAR * self._alike

    def _common(self, colours: Integers) -> Floats:
        """Share of radii within which surroundings are the same."""
        same = colours[:, self._left][:, :, None] == colours[:, self._right][:, None, :]
        return np.asarray(same.mean(axis=0))

    def _draw_neighbours(self, vertex: int, partner: int, scores: Floats) -> None:
        for way, _, near in self._both.near[vertex]:
            for other_way, _, other in self._both.near[partner]:
                if way == other_way:
                    cell = self._row[near], self._column[other]
                    self._shared[cell] += 1
                    scores[cell] += _NEAR / self._degree[cell]
