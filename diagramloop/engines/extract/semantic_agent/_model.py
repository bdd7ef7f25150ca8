"""The semantic agent on a language model: span, back to words, judgement (text2flow, Equations 3 to 5)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from diagramloop.engines.extract._metered import Metered
from diagramloop.engines.extract.feedback import Feedback
from diagramloop.engines.extract.naming import named
from diagramloop.engines.extract.semantic_agent._fragments import Fragment, gateways, merges, segments, triples
from diagramloop.errors import ModelError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.graph.triples import names
from diagramloop.models.answers import Blocks, Lines, Reading, UnreadError

MOST_FRAGMENTS = 60
"""Gateways and segments that a model is asked about at once, the first of the graph."""
FAITHFUL = 80.0
"""Least share in percent of a span's characters that stand in the document in its order; others are invented."""
WRONG, RIGHT = "wrong", "right"
STATUSES = {
    WRONG: ("incorrect", "inconsistent", "contradictory", "no", "false"),
    RIGHT: ("correct", "consistent", "approved", "yes", "true"),
}
_MARK = re.compile(r"\w+")


@dataclass(frozen=True)
class Spans(Lines):
    """The passages of a document that numbered parts of a graph stand for; a part may have none.

    Attributes:
        document: in which they stand; what does not is left out.
    """

    document: str = ""

    def read(self, answer: str) -> Reading[Mapping[int, str]]:
        """See :meth:`~diagramloop.models.answers.wanted.Wanted.read`.

        Raises:
            UnreadError: no line of a part, or all are invented: a critic that read another text has not approved.
        """
        reading = super().read(answer)
        given = reading.value
        spans = {number: span for number, span in given.items() if fuzz.partial_ratio(span, self.document) >= FAITHFUL}
        invented = len(given) - len(spans)
        if not invented:
            return reading
        if not spans:
            raise UnreadError("none of its passages stands in the document")
        return Reading(spans, (*reading.repairs, f"{invented} invented"))


class ModelSemanticAgent:
    """Asks for the spans, the descriptions and the judgements of all gateways and segments, one call for each."""

    def __init__(self, model: Metered) -> None:
        self._model = model

    def feedback(self, text: str, graph: FlowGraph) -> list[Feedback]:
        """See :class:`SemanticAgent`.

        Raises:
            ModelError: the model failed, or was not understood.
        """
        fragments = [*gateways(graph), *merges(graph), *segments(graph)][:MOST_FRAGMENTS]
        if not fragments:
            return []
        parts = {str(number): triples(graph, fragment) for number, fragment in enumerate(fragments, start=1)}
        passages = Spans("parts", len(fragments), document=text)
        spans = self._model.verdict("spans", passages, document=text.strip(), parts=parts)
        if not spans:
            return []
        descriptions = self._model.verdict("verbalise", Lines("parts", len(fragments)), parts=parts)
        both = [number for number in spans if number in descriptions]
        if not both:
            raise ModelError("no part that has a passage is described", reason=RejectionReason.UNREADABLE)
        pairs = [(fragments[number - 1], spans[number], descriptions[number]) for number in both]
        return self._judged(graph, pairs)

    def _judged(self, graph: FlowGraph, pairs: Sequence[tuple[Fragment, str, str]]) -> list[Feedback]:
        """Asks which spans and descriptions contradict each other; a gateway may also go by its name."""
        called = names(graph)
        marks = {}
        compared = []
        for number, (fragment, span, description) in enumerate(pairs, start=1):
            mark = _MARK.match(called[fragment.gateway.id])
            marks[number] = mark[0] if mark else ""
            compared.append({"number": number, "gateway": marks[number], "text": span, "reading": description})
        wanted = Blocks("pair", STATUSES, len(pairs), marks, approval=RIGHT)
        feedback = []
        for number, verdict in sorted(self._model.verdict("logic_check", wanted, pairs=compared).items()):
            if verdict.status == WRONG:
                fragment, span, _ = pairs[number - 1]
                advice = verdict.text or f"it contradicts the text: {span}"
                feedback.append(Feedback(f"{named(graph, fragment.gateway.id)}: {advice}", structural=False))
        return feedback
