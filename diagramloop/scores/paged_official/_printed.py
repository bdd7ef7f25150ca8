"""text2flow's Section 5.1 as it is printed, which is not what its Table 1 was computed with.

A line is held against the line of its type that is most alike by BLEU, above 0.5. An element is right, and counts
whole, where it and the one in its place say the same by BLEU, above 0.5, Starts and Ends above 0.75; a gateway where
the types are one and the line's other end is an element that is right; a flow where both ends and the condition are.
Left open and chosen here: BLEU is the published program's; recall goes by the gold lines in the same way; an element is
one however many lines mention it; of equally alike lines the one with more ends in place counts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import EdgeKind, FlowGraph, NodeKind
from diagramloop.graph.procedural import ACTIONS, GATEWAYS
from diagramloop.scores.comparison import MAX_PAIRS
from diagramloop.scores.paged_official._tally import PagedOfficial, PagedTally
from diagramloop.scores.paged_official._tokens import bleu1
from diagramloop.scores.paged_official._told import End, Span, spans, told

Mention = tuple[str, NodeKind | EdgeKind, str, str]  # a measure, a kind, and what it is of

_ALIKE = 0.5
_SAME_TERMINAL = 0.75  # of Starts and Ends


def printed(pred: FlowGraph, gold: FlowGraph, text: str = "") -> PagedOfficial:
    """The printed arithmetic on an answer and a gold graph; its measures are ``node``, ``actor`` and ``edge``.

    Args:
        text: the answer's own lines, as a model wrote them; told of its graph if empty.

    Raises:
        MissingPartError: spaCy is not installed.
        DiagramloopError: TOO_LARGE, more than 1,000,000 pairs of lines.
    """
    predicted = _lines(text or told(pred, gold=False))
    reference = _lines(told(gold, gold=True))
    if len(predicted) * len(reference) > MAX_PAIRS:
        sizes = f"{len(predicted)} lines against {len(reference)}"
        raise DiagramloopError(f"{sizes}: too many", reason=RejectionReason.TOO_LARGE)
    return PagedOfficial(_tally(predicted, reference), _tally(reference, predicted))


def _lines(text: str) -> Sequence[Span]:
    return list(dict.fromkeys(spans(" ".join(line.split()) for line in text.split("\n"))))


def _tally(ours: Sequence[Span], theirs: Sequence[Span]) -> PagedTally:
    of_type = defaultdict(list)
    for span in theirs:
        of_type[span.soft_kind].append(span)
    right: dict[Mention, bool] = {}
    for span in ours:
        candidate = _candidate(span, of_type[span.soft_kind])
        for mention, agrees in _mentions(span, candidate):
            right[mention] = agrees or right.get(mention, False)
    tally = PagedTally()
    tally.all.update(Counter(mention[:2] for mention in right))
    for mention, agrees in right.items():
        tally.right[mention[:2]] += agrees
    return tally


def _candidate(span: Span, others: Sequence[Span]) -> Span | None:
    """The most alike line; of equally alike ones, for BLEU-1 knows no order of words, one with more ends in place."""
    alike = [bleu1(span.line, other.line) for other in others]
    best = max(alike, default=0.0)
    if best <= _ALIKE:
        return None
    equals = [other for other, value in zip(others, alike, strict=True) if value == best]
    return max(equals, key=lambda other: _agree(span.source, other.source) + _agree(span.target, other.target))


def _mentions(span: Span, candidate: Span | None) -> Iterator[tuple[Mention, bool]]:
    """The line's elements and its flow, each with whether the candidate has it."""
    ends = (span.source, span.target)
    others = (candidate.source, candidate.target) if candidate else (None, None)
    agree = [_agree(end, other) for end, other in zip(ends, others, strict=True)]
    for end, other, agrees, neighbour in zip(ends, others, agree, (1, 0), strict=True):
        if end.kind is None:
            continue
        anchored = agree[neighbour] and ends[neighbour].kind not in GATEWAYS
        yield ("node", end.kind, end.name, end.actor), agrees and (anchored or end.kind not in GATEWAYS)
        if end.kind in ACTIONS and end.actor:
            same_actor = other is not None and bleu1(end.actor, other.actor) > _ALIKE
            yield ("actor", end.kind, end.name, end.actor), agrees and same_actor
    yield ("edge", span.soft_kind, span.line, span.source.actor), all(agree) and _same_condition(span, candidate)


def _agree(end: End, other: End | None) -> bool:
    if other is None or end.kind is None or end.kind is not other.kind:
        return False
    if end.kind in GATEWAYS:
        return True
    if end.kind in (NodeKind.START, NodeKind.END):
        return bleu1(end.name, other.name) > _SAME_TERMINAL
    return bleu1(end.text, other.text) > _ALIKE


def _same_condition(span: Span, candidate: Span | None) -> bool:
    return not span.condition or (candidate is not None and bleu1(span.condition, candidate.condition) > _ALIKE)
