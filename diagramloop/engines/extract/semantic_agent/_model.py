"""The semantic agent on a language model: span, back to words, judgement (text2flow, Equations 3 to 5)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rapidfuzz import fuzz

from diagramloop.engines.extract._metered import Metered
from diagramloop.engines.extract.feedback import Feedback
from diagramloop.engines.extract.naming import named
from diagramloop.engines.extract.semantic_agent._fragments import Fragment, gateways, segments, triples
from diagramloop.graph import FlowGraph
from diagramloop.graph.triples import names
from diagramloop.models.answers import Blocks, Lines

MOST_FRAGMENTS = 30
"""Gateways and segments that a model is asked about at once, the first of the graph."""
FAITHFUL = 80.0
"""Least share in percent of a span's characters that stand in the document in its order; others are invented."""
WRONG, RIGHT = "wrong", "right"
STATUSES = {
    WRONG: ("incorrect", "inconsistent", "contradictory", "no", "false"),
    RIGHT: ("correct", "consistent", "approved", "yes", "true"),
}
_MARK = re.compile(r"\w+")


class ModelSemanticAgent:
    """Asks for the spans, the descriptions and the judgements of all gateways and segments, one call for each."""

    def __init__(self, model: Metered) -> None:
        self._model = model

    def feedback(self, text: str, graph: FlowGraph) -> list[Feedback]:
        """See :class:`SemanticAgent`.

        Raises:
            ModelError: the model failed, or was not understood.
        """
        fragments = [*gateways(graph), *segments(graph)][:MOST_FRAGMENTS]
        if not fragments:
            return []
        parts = {str(number): triples(graph, fragment) for number, fragment in enumerate(fragments, start=1)}
        wanted = Lines("parts", len(fragments))
        spans = self._model.verdict("spans", wanted, document=text.strip(), parts=parts)
        faithful = {number: span for number, span in spans.items() if fuzz.partial_ratio(span, text) >= FAITHFUL}
        if not faithful:
            return []
        descriptions = self._model.verdict("verbalise", wanted, parts=parts)
        both = [number for number in faithful if number in descriptions]
        pairs = [(fragments[number - 1], faithful[number], descriptions[number]) for number in both]
        return self._judged(graph, pairs) if pairs else []

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
