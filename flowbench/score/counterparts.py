"""Which node of one procedural graph is which of another, one to one.

Nodes may meet when their kinds agree and, of actions and artifacts, half of their words or letters do. Among all
assignments the one is sought that agrees best in texts, actors and flows. Graphs match quadratically, which is hard
in general; here nodes are paired best first, each pair drawing its neighbours after it, and the outcome is improved
by one optimal assignment and by exchanging partners. Nodes of the same text are told apart by their surroundings
(colour refinement; where these are the same too, one pair is singled out and its surroundings follow), so that a graph
meets itself exactly, whatever the ids and the order. The outcome does not depend on which graph is called the first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from flowbench.errors import FlowbenchError, RejectionReason
from flowbench.graph import Edge, EdgeKind, FlowGraph, NodeKind
from flowbench.graph.procedural import ARTIFACTS, FLOWS
from flowbench.score.comparison import MAX_PAIRS
from flowbench.score.counts import Floats
from flowbench.score.similarity import edit_similarity, fold

Integers = NDArray[np.int64]
_Numbered = tuple[int, int, str, str]  # source, target, kind, label
_Place = tuple[int | None, int | None, str]  # source, target, kind
_Step = tuple[str, str, int]  # way and kind, label, to where

ALIKE = 0.5  # least likeness of texts that mean the same

_WORDED = (NodeKind.PROCESS, *ARTIFACTS)
_WORD = re.compile(r"\w+")
_READ = 2_000  # characters of a text: hostile ones are long
_ARTICLES = frozenset({"a", "an", "the"})
_UNWORDED = 0.5  # what two gateways, Starts or Ends agree in before anything else is known
_MINOR = 0.1  # weight of actors, and of the texts of nodes that need none
_NEAR = 0.2  # weight of flows in common
_FAR = 0.05  # weight of the same surroundings
_RADIUS = 32  # of surroundings
_SINGLED_OUT = 64  # pairs whose surroundings are looked at anew
_TRIED = 4_096  # exchanges of partners
_TIE = 1e-9


def wording(a: Sequence[str], b: Sequence[str]) -> Floats:
    """How alike texts are, shape (len(a), len(b)): by words in common (Dice) or by letters, whichever is more.

    Letter case, articles and punctuation between words do not count. Two empty texts are alike.
    """
    left, right = ([fold(text)[:_READ].casefold() for text in texts] for texts in (a, b))
    words = [[_words(text) for text in texts] for texts in (left, right)]
    shared = np.array([[_dice(one, other) for other in words[1]] for one in words[0]]).reshape(len(a), len(b))
    return np.maximum(shared, edit_similarity(left, right))


def _words(text: str) -> frozenset[str]:
    words = frozenset(_WORD.findall(text))
    return words - _ARTICLES or words


def _dice(one: frozenset[str], other: frozenset[str]) -> float:
    return 2 * len(one & other) / (len(one) + len(other)) if one and other else 0.0


def said_flows(graph: FlowGraph) -> tuple[Edge, ...]:
    """The flows between nodes, each once however often it is drawn."""
    found: dict[tuple[str, str, EdgeKind, str], Edge] = {}
    for edge in graph.edges:
        between_nodes = edge.source in graph.node_by_id and edge.target in graph.node_by_id
        if edge.kind in FLOWS and between_nodes and edge.line != "invisible":
            found.setdefault((edge.source, edge.target, edge.kind, fold(edge.label)), edge)
    return tuple(found.values())


def counterparts(one: FlowGraph, other: FlowGraph) -> dict[str, str]:
    """Ids of ``one``'s nodes to those of their counterparts in ``other``.

    Raises:
        FlowbenchError: TOO_LARGE, more than 1,000,000 pairs of nodes.
    """
    if len(one.nodes) * len(other.nodes) > MAX_PAIRS:
        message = f"{len(one.nodes)} nodes against {len(other.nodes)}: more than {MAX_PAIRS} pairs"
        raise FlowbenchError(message, reason=RejectionReason.TOO_LARGE)
    if not one.nodes or not other.nodes:
        return {}
    both = _Both(one, other)
    ids = [node.id for node in both.nodes]
    return {ids[a]: ids[b] for a, b in map(sorted, _best(both).items())}


class _Both:
    """Two graphs side by side, their nodes numbered through, those of the first graph first."""

    def __init__(self, one: FlowGraph, other: FlowGraph) -> None:
        self.nodes = (*one.nodes, *other.nodes)
        self.split = len(one.nodes)
        self.words = [(node.kind.value, fold(node.text), fold(node.actor)) for node in self.nodes]
        self.flows: list[_Numbered] = []
        for graph, offset in ((one, 0), (other, self.split)):
            number = {node.id: at for at, node in enumerate(graph.nodes, start=offset)}
            self.flows += [(number[e.source], number[e.target], e.kind.value, fold(e.label)) for e in said_flows(graph)]
        self.known: set[tuple[int | None, int | None, str, str]] = set(self.flows)
        self.places: Mapping[_Place, int] = Counter((source, target, kind) for source, target, kind, _ in self.flows)
        self.fewer_flows = min(len(said_flows(one)), len(said_flows(other)))
        self.near: list[list[_Step]] = [[] for _ in self.nodes]
        for source, target, kind, label in self.flows:
            self.near[source].append((f">{kind}", label, target))
            self.near[target].append((f"<{kind}", label, source))

    def surroundings(self, singled_out: Sequence[tuple[int, int]] = ()) -> Integers:
        """Colour refinement (Weisfeiler and Leman, 1968): nodes of one colour have the same surroundings.

        Args:
            singled_out: pairs of nodes that have a colour for themselves.

        Returns:
            Colours by radius, shape (radii, nodes), numbered alike whatever the order of nodes and graphs.
        """
        words = list(self.words)
        for number, pair in enumerate(singled_out):
            for at in pair:
                words[at] = (f"singled out {number}", "", "")
        found = [_ranks(words)]
        while len(found) <= _RADIUS:
            last = found[-1]
            around = [sorted((way, label, last[at]) for way, label, at in near) for near in self.near]
            found.append(_ranks([(own, tuple(near)) for own, near in zip(last, around, strict=True)]))
            if max(found[-1]) == max(last):
                break
        return np.array(found)

    def ordered(self, colours: Integers) -> tuple[list[int], list[int]]:
        """Each graph's nodes by colour, and first the graph whose colours come first."""
        sides = [list(range(self.split)), list(range(self.split, len(self.nodes)))]
        ordered = [sorted(side, key=lambda at: int(colours[at])) for side in sides]
        left, right = sorted(ordered, key=lambda side: [int(colours[at]) for at in side])
        return left, right

    def agreement(self, left: Sequence[int], right: Sequence[int]) -> Floats:
        """How well texts and actors agree, shape (left, right); minus infinity where nodes cannot meet."""
        ones, others = [self.nodes[at] for at in left], [self.nodes[at] for at in right]
        texts = wording([node.text for node in ones], [node.text for node in others])
        actors = wording([node.actor for node in ones], [node.actor for node in others])
        kinds = np.array([node.kind for node in ones])[:, None] == np.array([node.kind for node in others])
        worded = np.array([node.kind in _WORDED for node in ones])[:, None]
        agreed = np.where(worded, texts, _UNWORDED + _MINOR * texts) + _MINOR * actors
        return np.where(kinds & (~worded | (texts >= ALIKE)), agreed, -np.inf)

    def kept(self, met: Mapping[int, int]) -> tuple[int, int]:
        """How many flows of one graph are flows of the other: by kind, and with the very condition as well."""
        free = dict(self.places)
        by_kind = with_condition = 0
        for source, target, kind, label in self.flows:
            place = met.get(source), met.get(target), kind
            if free.get(place, 0):
                free[place] -= 1
                by_kind += 1
                with_condition += (*place, label) in self.known
        return by_kind, with_condition


def _ranks(keys: Sequence[Any]) -> list[int]:
    number = {key: rank for rank, key in enumerate(sorted(set(keys)))}
    return [number[key] for key in keys]


def _best(both: _Both) -> dict[int, int]:
    """The better of pairing best first and of one optimal assignment around it."""
    colours = both.surroundings()
    pairing = _Pairing(both, *both.ordered(colours[-1]), colours)
    drawn = pairing.best_first()
    assigned = pairing.optimal(drawn)
    return pairing.exchanged(max((drawn, assigned), key=pairing.worth))


class _Pairing:
    """Pairing the nodes of two graphs, in the order given."""

    def __init__(self, both: _Both, left: list[int], right: list[int], colours: Integers) -> None:
        self._both, self._left, self._right = both, left, right
        self._row = {at: row for row, at in enumerate(left)}
        self._column = {at: column for column, at in enumerate(right)}
        self._agreed = both.agreement(left, right)
        self._listed: list[list[float]] = self._agreed.tolist()
        self._shared: Floats = np.zeros_like(self._agreed)  # flows in common with pairs that have met
        degrees = [np.array([max(1, len(both.near[at])) for at in side]) for side in (left, right)]
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
        for at, partner in drawn.items():
            scores[self._row[at], self._column[partner]] += _TIE
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
        owner = {partner: at for at, partner in met.items()}
        may = np.isfinite(self._agreed)
        for row, column in zip(*np.nonzero(may), strict=True):
            at, partner = self._left[row], self._right[column]
            old, other = met.get(at), owner.get(partner)
            if old == partner or (
                other is not None and old is not None and not may[self._row[other], self._column[old]]
            ):
                continue
            changed = {**met, at: partner}
            if other is not None:
                del changed[other]
                if old is not None:
                    changed[other] = old
            yield changed

    def worth(self, met: Mapping[int, int]) -> float:
        """What an assignment is worth: agreement of its nodes, and flows in common."""
        agreed = sum(self._listed[self._row[at]][self._column[partner]] for at, partner in met.items())
        by_kind, with_condition = self._both.kept(met)
        return round(agreed + _NEAR * by_kind + _FAR * with_condition, 9)

    def _scores(self) -> Floats:
        return self._agreed + _NEAR * self._shared / self._degree + _FAR * self._alike

    def _common(self, colours: Integers) -> Floats:
        """Share of radii within which surroundings are the same."""
        same = colours[:, self._left][:, :, None] == colours[:, self._right][:, None, :]
        return np.asarray(same.mean(axis=0))

    def _draw_neighbours(self, at: int, partner: int, scores: Floats) -> None:
        for way, _, near in self._both.near[at]:
            for other_way, _, other in self._both.near[partner]:
                if way == other_way:
                    cell = self._row[near], self._column[other]
                    self._shared[cell] += 1
                    scores[cell] += _NEAR / self._degree[cell]
