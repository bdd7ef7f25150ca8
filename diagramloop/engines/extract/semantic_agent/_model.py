"""The semantic agent on a language model: span, back to words, judgement (text2flow, Equations 3 to 5)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rapidfuzz import fuzz

from diagramloop.engines.extract._metered import Metered
from diagramloop.engines.extract.feedback import Feedback
from diagramloop.engines.extract.naming import named
from diagramloop.engines.extract.semantic_agent._fragments import Fragment, gateways, segments, triples
from diagramloop.engines.extract.structural_agent import suggestions
from diagramloop.graph import FlowGraph

MOST_FRAGMENTS = 30
"""Gateways and segments that a model is asked about at once, the first of the graph."""
FAITHFUL = 80.0
"""Least share in percent of a span's characters that stand in the document in its order; others are invented."""
_LINE = re.compile(r"^[^\w\n]*(?:part\b[^\w\n]*)?(\d{1,6})[ \t*_]*[:.)][ \t*_]*(\S.*)$", re.IGNORECASE | re.MULTILINE)


class ModelSemanticAgent:
    """Asks for the spans, the descriptions and the judgements of all gateways and segments, one call for each."""

    def __init__(self, model: Metered) -> None:
        self._model = model

    def feedback(self, text: str, graph: FlowGraph) -> list[Feedback]:
        """See :class:`SemanticAgent`."""
        fragments = [*gateways(graph), *segments(graph)][:MOST_FRAGMENTS]
        if not fragments:
            return []
        parts = _numbered([triples(graph, fragment) for fragment in fragments])
        spans = self._spans(text, parts)
        if not spans:
            return []
        descriptions = _lines(self._model.ask("verbalise", parts=parts))
        return self._judged(graph, fragments, spans, descriptions)

    def _spans(self, text: str, parts: str) -> dict[int, str]:
        """s_g and s_t: the words of the document behind each part, those that really stand there."""
        spans = _lines(self._model.ask("spans", document=self._model.prompts.fenced(text), parts=parts))
        return {number: span for number, span in spans.items() if fuzz.partial_ratio(span, text) >= FAITHFUL}

    def _judged(
        self,
        graph: FlowGraph,
        fragments: Sequence[Fragment],
        spans: dict[int, str],
        descriptions: dict[int, str],
    ) -> list[Feedback]:
        both = [number for number in spans if number in descriptions and number <= len(fragments)]
        if not both:
            return []
        fenced = self._model.prompts.fenced
        pairs = "\n\n".join(f"Pair {n}\nText: {fenced(spans[n])}\nReading: {descriptions[n]}" for n in both)
        wrong = suggestions(self._model.ask("logic_check", pairs=pairs), "pair", "wrong")
        return [
            Feedback(f"{named(graph, fragments[number - 1].gateway.id)}: {wrong[number]}", structural=False)
            for number in both
            if number in wrong
        ]


def _numbered(parts: Sequence[str]) -> str:
    return "\n\n".join(f"{number}:\n{part}" for number, part in enumerate(parts, start=1))


def _lines(answer: str) -> dict[int, str]:
    """The lines ``number: text`` of an answer, those that say "none" left out; the first of a number counts."""
    lines: dict[int, str] = {}
    for number, text in _LINE.findall(answer):
        if text.strip(" .\"'").casefold() != "none":
            lines.setdefault(int(number), text.strip())
    return lines
