"""A person's own dialogue with an agent: what a front end shows of it, and taking steps back.

Whatever talks to people (the terminal, a page) drives a :class:`Walkthrough`; it knows no screen.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from statistics import median
from typing import Any, Protocol, runtime_checkable

from diagramloop.data.sources import FAQ, Turn
from diagramloop.engines.converse.floca import FloCA
from diagramloop.engines.converse.flowchart_tool import FlowchartTool
from diagramloop.errors import DiagramloopError, ModelError, RejectionReason
from diagramloop.evaluation.contestants.agents import Agent, Grounding, Match, Matcher, Session
from diagramloop.graph import FlowGraph
from diagramloop.graph.algorithms import levels, terminals
from diagramloop.models.chat import ChatModel, Usage


@dataclass(frozen=True)
class Decision:
    """The matcher's decision on an utterance at a node.

    Attributes:
        node: where the dialogue stood.
        utterance: what was said there.
        edge: attribute of the edge that it means, or None.
        confidence: the matcher's own, in [0, 1].
    """

    node: str
    utterance: str
    edge: str | None
    confidence: float


@dataclass(frozen=True)
class WalkProgress:
    """The progress of a dialogue: at the ``step``-th node of about ``about``; both 0 before it begins."""

    step: int
    about: int


@runtime_checkable
class Retraceable(Session, Protocol):
    """A dialogue whose whole state is one frozen value, with fields ``node`` and ``usage``: an earlier one undoes.

    Attributes:
        tool: the chart.
        state: of the dialogue.
    """

    tool: FlowchartTool
    state: Any

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Those of both so far."""
        ...


class _Witness:
    """A matcher whose decisions are kept."""

    def __init__(self, matcher: Matcher) -> None:
        self._matcher = matcher
        self.decisions: tuple[Decision, ...] = ()

    def match(self, utterance: str, grounding: Grounding) -> Match:
        match = self._matcher.match(utterance, grounding)
        known = match.attribute in [option.attribute for option in grounding.options]
        edge = match.attribute if known else None
        self.decisions += (Decision(grounding.node, utterance, edge, match.confidence),)
        return match


class Walkthrough:
    """One dialogue that can be looked at and taken back.

    Args:
        chart: to be led along.
        faqs: to draw on.
        model: that plays FloCA's roles; without one the embedded ones do.
        agent: that leads in place of FloCA; how it decides is not seen then.

    Raises:
        FlowchartError: the chart cannot be walked.
        DiagramloopError: nothing that the agent was told can be taken back (UNSUPPORTED).
    """

    def __init__(
        self,
        chart: FlowGraph,
        faqs: Sequence[FAQ] = (),
        model: ChatModel | None = None,
        agent: Agent | None = None,
    ) -> None:
        self.chart, self.faqs = chart, tuple(faqs)
        self._witness = _Witness(_matcher(model))
        self.explains = agent is None
        self._session = _retraceable(agent or FloCA(matcher=self._witness, model=model), chart, self.faqs)
        self._begun = self._session.state
        self._terminals = frozenset(terminals(chart))
        self._before: list[tuple[Any, tuple[Decision, ...]]] = []

    def say(self, utterance: str) -> Turn:
        """The agent's turn after ``utterance``.

        Raises:
            ModelError: a model-backed role got no answer; the dialogue is then as it was before.
        """
        self._before.append(self._stand)
        self._witness.decisions = ()
        try:
            return self._session.say(utterance)
        except ModelError:
            self.undo()
            raise

    def undo(self) -> bool:
        """Takes the last utterance and the turn after it back. Returns whether there was one."""
        if not self._before:
            return False
        self._session.state, self._witness.decisions = self._before.pop()
        return True

    def restart(self) -> None:
        """Begins anew; :meth:`undo` leads back."""
        self._before.append(self._stand)
        self._session.state, self._witness.decisions = replace(self._begun, usage=self.usage), ()

    @property
    def _stand(self) -> tuple[Any, tuple[Decision, ...]]:
        return self._session.state, self._witness.decisions

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All turns of both so far."""
        return self._session.turns

    @property
    def node(self) -> str | None:
        """The node at which the dialogue stands; None before anything is said."""
        node: str | None = self._session.state.node
        return node

    @property
    def finished(self) -> bool:
        """True if that is a terminal."""
        return self._session.finished

    @property
    def usage(self) -> Usage:
        """The cost of the dialogue, without what was taken back."""
        return self._session.usage

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Decisions on the last utterance: one at each node that it was held against."""
        return self._witness.decisions

    @property
    def path(self) -> tuple[str, ...]:
        """The nodes at which the agent stood, repeats once."""
        stood = (turn.node for turn in self.turns if turn.speaker == "agent" and turn.node is not None)
        return tuple(node for node, _ in groupby(stood))

    @property
    def ways(self) -> tuple[str, ...]:
        """Attributes of the edges out of where the dialogue stands."""
        return self._session.tool.out_edge_attr(self.node) if self.node else ()

    def text(self, node: str) -> str:
        """NodeAttr, or the NodeID of a node without any."""
        return self._session.tool.node_attr(node) or node

    @property
    def progress(self) -> WalkProgress:
        """Steps taken, and with them the median of the shortest ways to the terminals that can still be reached."""
        if self.node is None:
            return WalkProgress(0, 0)
        ends = [far for node, far in levels(self.chart, self.node).items() if node in self._terminals]
        step = len(self.path)
        return WalkProgress(step, step + round(median(ends)) if ends else step)

    def as_markdown(self) -> str:
        """The dialogue to be read."""
        lines = [f"# {self.chart.title or 'Dialogue'}", ""]
        for turn in self.turns:
            where = f" *({turn.action}: {turn.node})*" if turn.speaker == "agent" else ""
            lines += [f"**{turn.speaker}**{where}", "", *(f"> {line}" for line in turn.text.splitlines()), ""]
        return "\n".join(lines)

    def as_json(self) -> str:
        """The dialogue to be worked on: turns, path, whether it is finished, and what it cost."""
        content = {
            "title": self.chart.title,
            "chart": self.chart.digest(),
            "turns": [asdict(turn) for turn in self.turns],
            "path": self.path,
            "finished": self.finished,
            "usage": asdict(self.usage),
        }
        return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _retraceable(agent: Agent, chart: FlowGraph, faqs: Sequence[FAQ]) -> Retraceable:
    session = agent.start(chart, faqs)
    if not isinstance(session, Retraceable):
        message = f"what is said to the agent {agent.name!r} cannot be taken back"
        raise DiagramloopError(message, reason=RejectionReason.UNSUPPORTED)
    return session


def _matcher(model: ChatModel | None) -> Matcher:
    from diagramloop.engines.converse.embedded import EmbeddedMatcher
    from diagramloop.engines.converse.model_backed import ModelMatcher

    return EmbeddedMatcher() if model is None else ModelMatcher(model)
