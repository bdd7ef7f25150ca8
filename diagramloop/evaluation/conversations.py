"""A conversation of an agent with a simulated user (FloCA, Section 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from diagramloop.asking import answering
from diagramloop.data.sources import FAQ, Conversation, Dialogue, Ending, Turn, TurnKind
from diagramloop.evaluation.contestants.agents import Agent, Replayed, Session, UserSimulator
from diagramloop.evaluation.distraction import DISTRACTIONS, distracted
from diagramloop.graph import FlowGraph
from diagramloop.models.chat import Usage
from diagramloop.scores.turn_budget import path_of

BUDGET = 2
"""Turns an agent may take for each turn of the reference (FloCA, Section 6.1)."""


class BudgetFrom(StrEnum):
    """The node from which the reference's turns count for the budget."""

    ROOT = "root"  # the chart's
    START = "start"  # the true initial node: FloCA's T_tau, Section 6.1


def reference_turns(dialogue: Dialogue, budget_from: BudgetFrom = BudgetFrom.ROOT) -> int:
    """Exchanges that the reference takes.

    Where the reference starts at a later node than the root, one is added for each node before it: an agent that
    starts at the root has to ask about them. Without these, dialogues deep in a chart could not be finished within the
    budget by any agent that starts where FloCA mostly does, and FloCA's timeout rate is 0.

    Args:
        budget_from: ``start`` adds none.
    """
    return dialogue.exchanges + (len(dialogue.background) if budget_from is BudgetFrom.ROOT else 0)


@dataclass
class _Scored:
    """An agent whose errors are its own doing: those of the user, who is none of it, are told from them."""

    agent: Agent
    name: str

    def start(self, chart: FlowGraph, faqs: Sequence[FAQ] = ()) -> Session:
        with answering():
            return _ScoredSession(self.agent.start(chart, faqs))


@dataclass(frozen=True)
class _ScoredSession:
    session: Session

    @property
    def usage(self) -> Usage:
        with answering():
            return self.session.usage

    @property
    def finished(self) -> bool:
        with answering():
            return self.session.finished

    def say(self, utterance: str) -> Turn:
        with answering():
            return self.session.say(utterance)


def converse(
    agent: Agent,
    simulator: UserSimulator,
    dialogue: Dialogue,
    chart: FlowGraph,
    faqs: Sequence[FAQ] = (),
    *,
    budget: float = BUDGET,
    budget_from: BudgetFrom = BudgetFrom.ROOT,
    distractions: int = DISTRACTIONS,
) -> Conversation:
    """Lets ``agent`` guide the user of ``dialogue`` along ``chart`` until a terminal, or until the budget is spent.

    Of an agent that cannot be talked to (:class:`~diagramloop.engines.converse.Replayed`) it is what its outputs tell.

    Args:
        budget: exchanges for each of :func:`reference_turns`; at least one exchange is held.
        budget_from: see there. What is said within the shorter budget is scored in any case
            (:mod:`diagramloop.scores.turn_budget`).
        distractions: irrelevant utterances of the same user in a conversation apart
            (:mod:`diagramloop.evaluation.distraction`); with 0 there is none.

    Raises:
        FlowchartError: the chart cannot be walked.
        ModelError: a model-backed agent or simulator got no answer.
    """
    if isinstance(agent, Replayed):
        with answering():
            return agent.held(dialogue)
    agent = _Scored(agent, agent.name)
    apart = distracted(agent, simulator, dialogue, chart, faqs, distractions)
    session = agent.start(chart, faqs)
    user = simulator.start(dialogue, chart)
    utterance, action = user.open(), TurnKind.OPENING
    turns: list[Turn] = []
    ended: Ending = "budget"
    for _ in range(max(1, int(budget * reference_turns(dialogue, budget_from)))):
        turns.append(Turn("user", utterance, turns[-1].node if turns else None, action))
        turns.append(session.say(utterance))
        if session.finished:
            ended = "terminal"
            break
        utterance, action = user.reply(turns[-1]), TurnKind.ANSWER
    return Conversation(dialogue.id, tuple(turns), path_of(turns), ended, apart, session.usage, user.usage)
