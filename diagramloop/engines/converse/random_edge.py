"""A control: FloCA with a matcher that draws an edge whatever is said."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from diagramloop.data.sources import FAQ
from diagramloop.engines.converse.floca import FloCA, FloCASession
from diagramloop.evaluation.contestants.agents import Grounding, Match, Purpose, Reading
from diagramloop.graph import FlowGraph


class RandomEdge:
    """Every edge is as likely as the others; the same dialogue with the same seed takes the same ones."""

    name = "random_edge"
    lineage: tuple[str, ...] = ()  # nothing in it was fitted to data

    def __init__(self, seed: int = 0) -> None:
        self._agent = FloCA(matcher=_Draw(seed), intent=EveryAnswer(), name=self.name)

    def start(self, chart: FlowGraph, faqs: Sequence[FAQ] = ()) -> FloCASession:
        """See :meth:`diagramloop.engines.converse.Agent.start`."""
        return self._agent.start(chart, faqs)


class EveryAnswer:
    """Takes every utterance for an answer."""

    def read(self, utterance: str, grounding: Grounding) -> Reading:  # noqa: ARG002 - that is the control
        """See :meth:`diagramloop.engines.converse.Intent.read`."""
        return Reading(Purpose.ANSWER)


class _Draw:
    def __init__(self, seed: int) -> None:
        self._seed = seed

    def match(self, utterance: str, grounding: Grounding) -> Match:
        if grounding.opening:
            return Match(None)
        past = "\n".join([grounding.node, utterance, *(turn.text for turn in grounding.history)])
        key = int.from_bytes(hashlib.sha256(past.encode("utf-8", "surrogatepass")).digest()[:8])
        drawn = np.random.default_rng([self._seed, key]).integers(len(grounding.options))
        return Match(grounding.options[int(drawn)].attribute, 1 / len(grounding.options))
