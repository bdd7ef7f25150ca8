"""The published arithmetic: each side's lines against the best of the other's."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import EdgeKind, FlowGraph, NodeKind
from diagramloop.graph.procedural import ACTIONS, GATEWAYS
from diagramloop.scores.comparison import MAX_PAIRS
from diagramloop.scores.counts import Counts, Floats
from diagramloop.scores.paged_official._tokens import bleu1, lexical, tokens
from diagramloop.scores.paged_official._told import End, Span, spans, told

Column = tuple[str, NodeKind | EdgeKind]

_MOST_CELLS = 20_000_000  # of lines by different tokens: 160 MB
_ALIKE = 0.5  # of lines, and of the ends of a soft edge
_SAME = 0.8  # of two mentions of one node


@dataclass(frozen=True)
class PagedTally:
    """One side's elements: how many there are, and how many are right.

    Columns are pairs of a measure (``hard_node``, ``soft_node``, ``hard_actor``, ``soft_actor``, ``hard_edge``,
    ``soft_edge``) and a kind. Soft ones add up BLEU.
    """

    all: Counter[Column] = field(default_factory=Counter)
    right: dict[Column, float] = field(default_factory=lambda: defaultdict(float))

    def summed(self, columns: Iterable[Column]) -> tuple[float, int]:
        """The right ones and all there are of these columns."""
        parts = [(self.right.get(column, 0.0), self.all[column]) for column in columns]
        return sum(right for right, _ in parts), sum(count for _, count in parts)


@dataclass(frozen=True)
class PagedOfficial:
    """The published evaluator's result for one document.

    Attributes:
        predicted: the predicted lines' elements, for precision.
        gold: the gold lines', for recall.
    """

    predicted: PagedTally
    gold: PagedTally

    def counts(self, measure: str, kinds: Iterable[NodeKind | EdgeKind]) -> Counts:
        """Counts of some kinds of elements by a measure, to be summed over documents."""
        columns = [(measure, kind) for kind in kinds]
        (correct, predicted), (recovered, gold) = (side.summed(columns) for side in (self.predicted, self.gold))
        return Counts(correct, predicted, recovered, gold)


def official(pred: FlowGraph, gold: FlowGraph, text: str = "") -> PagedOfficial:
    """The published arithmetic on an answer and a gold graph.

    Args:
        text: the answer's own lines, as a model wrote them; told of its graph if empty.

    Raises:
        MissingPartError: spaCy is not installed.
        DiagramloopError: TOO_LARGE, more than 1,000,000 pairs of lines.
    """
    return official_of_texts(text or told(pred, gold=False), told(gold, gold=True))


def official_of_texts(pred: str, gold: str) -> PagedOfficial:
    """The published arithmetic on two texts of triples, as a model wrote them."""
    predicted, reference = spans(pred.split("\n")), spans(gold.split("\n"))
    alike = likeness([span.line for span in predicted], [span.line for span in reference])
    return PagedOfficial(_tally(predicted, reference, alike), _tally(reference, predicted, alike.T))


def likeness(lines: Sequence[str], others: Sequence[str]) -> Floats:
    """:func:`lexical` of every pair of lines, shape (lines, others)."""
    number: dict[str, int] = {}
    rows = [[number.setdefault(token, len(number)) for token in tokens(line)] for line in (*lines, *others)]
    if len(lines) * len(others) > MAX_PAIRS or len(rows) * len(number) > _MOST_CELLS:
        raise DiagramloopError(f"{len(lines)} lines against {len(others)}: too many", reason=RejectionReason.TOO_LARGE)
    counts = np.zeros((len(rows), len(number)))
    for row, line in zip(counts, rows, strict=True):
        np.add.at(row, line, 1)
    left, right = counts[: len(lines)], counts[len(lines) :]
    share = _ratio(left @ (right > 0).T, left.sum(axis=1, keepdims=True))
    back = _ratio((left > 0) @ right.T, right.sum(axis=1))
    return _ratio(2 * share * back, share + back)


def _ratio(part: Floats, whole: Floats) -> Floats:
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)


def _tally(ours: Sequence[Span], theirs: Sequence[Span], alike: Floats) -> PagedTally:
    """Our lines, each against the first of theirs that is most alike; lines like none are not counted at all."""
    side = _Side()
    for span, row in zip(ours, alike, strict=True):
        if row.size and row.max() >= _ALIKE:
            side.take(span, theirs[int(row.argmax())])
    return side.tally


@dataclass(slots=True)
class _Known:
    """A node that a line mentioned before.

    Attributes:
        name: of the left end of that line, whichever end the node was.
    """

    name: str
    text: str
    matched: bool = False


@dataclass(slots=True)
class _Side:
    """The mentions in one side's lines so far."""

    tally: PagedTally = field(default_factory=PagedTally)
    known: dict[tuple[NodeKind, str], list[_Known]] = field(default_factory=lambda: defaultdict(list))

    def take(self, ours: Span, theirs: Span) -> None:
        """Count one line."""
        for end, other in ((ours.source, theirs.source), (ours.target, theirs.target)):
            if end.kind is not None:
                self._take_end(end, end.kind, other, ours.source.name)
        self._count("hard_edge", ours.kind, 1, _hard_edge(ours, theirs))
        self._count("soft_edge", ours.soft_kind, 1, _soft_edge(ours, theirs))

    def _take_end(self, end: End, kind: NodeKind, other: End, left: str) -> None:
        node = self._known(end, kind, left)
        acting = kind in ACTIONS and end.actor != ""
        if node is None:
            node = _Known(left, end.text)
            self.known[kind, end.actor].append(node)
            for measure in ("hard_node", "soft_node", *(("hard_actor", "soft_actor") if acting else ())):
                self._count(measure, kind, 1, 0)
        if node.matched:
            return
        node.matched = _hard(end, other)
        self._count("hard_node", kind, 0, node.matched)
        self._count("soft_node", kind, 0, _soft(end, other))
        if acting and kind is other.kind:
            self._count("soft_actor", kind, 0, bleu1(end.actor, other.actor))
            self._count("hard_actor", kind, 0, node.matched and lexical(end.actor, other.actor) == 1)

    def _known(self, end: End, kind: NodeKind, left: str) -> _Known | None:
        """The first node that this end is, by text; gateways by the name of the line's left end (a published slip)."""
        for node in self.known[kind, end.actor]:
            if node.name == left if kind in GATEWAYS else _same(node.text, end.text):
                return node
        return None

    def _count(self, measure: str, kind: NodeKind | EdgeKind, all: int, right: float) -> None:
        self.tally.all[measure, kind] += all
        self.tally.right[measure, kind] += right


def _same(text: str, other: str) -> bool:
    return (not text and not other) or lexical(text, other) >= _SAME


def _equal(text: str, other: str) -> bool:
    return (not text and not other) or lexical(text, other) == 1


def _hard(end: End, other: End) -> bool:
    if end.kind is None or end.kind is not other.kind:
        return False
    return end.kind in (NodeKind.START, NodeKind.END, NodeKind.OR) or _equal(end.text, other.text)


def _soft(end: End, other: End) -> float:
    if end.kind is None or end.kind is not other.kind:
        return 0.0
    return 1.0 if end.kind in (NodeKind.START, NodeKind.END) else bleu1(end.text, other.text)


def _hard_edge(ours: Span, theirs: Span) -> bool:
    ends = _hard(ours.source, theirs.source) and _hard(ours.target, theirs.target)
    return ends and ours.kind is theirs.kind and _equal(ours.condition, theirs.condition)


def _soft_edge(ours: Span, theirs: Span) -> float:
    if (
        ours.kind is not theirs.kind
        or min(_near(ours.source, theirs.source), _near(ours.target, theirs.target)) < _ALIKE
    ):
        return 0.0
    return bleu1(ours.condition, theirs.condition) if ours.condition else 1.0


def _near(end: End, other: End) -> float:
    """Nearness of the end of a soft edge to the other's."""
    if end.kind is None or end.kind is not other.kind:
        return 0.0
    if end.kind in (NodeKind.START, NodeKind.END, NodeKind.AND):
        return 1.0
    if end.kind in (NodeKind.XOR, NodeKind.OR) and not end.text and not other.text:
        return 1.0
    return bleu1(end.text, other.text)
