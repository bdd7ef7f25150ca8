"""A control: FloCA with a matcher that takes the first edge whatever is said."""

from __future__ import annotations

from collections.abc import Sequence

from diagramloop.data.sources import FAQ
from diagramloop.engines.converse.floca import FloCA, FloCASession
from diagramloop.engines.converse.random_edge import EveryAnswer
from diagramloop.evaluation.contestants.agents import Grounding, Match
from diagramloop.graph import FlowGraph


class AlwaysFirst:
    """The first edge in the chart's order."""

    name = "always_first"
    lineage: tuple[str, ...] = ()  # nothing in it was fitted to data

    def __init__(self) -> None:
        self._agent = FloCA(matcher=_First(), intent=EveryAnswer(), name=self.name)

    def start(self, chart: FlowGraph, faqs: Sequence[FAQ] = ()) -> FloCASession:
        """See :meth:`diagramloop.engines.converse.Agent.start`."""
        return self._agent.start(chart, faqs)


class _First:
    def match(self, utterance: str, grounding: Grounding) -> Match:  # noqa: ARG002 - that is the control
        return Match(None if grounding.opening else grounding.options[0].attribute)
