"""A conversation of an agent with a simulated user (FloCA, Section 5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from flowbench.converse._agent import Agent, UserSimulator
from flowbench.graph import FlowGraph
from flowbench.sources import FAQ, Conversation, Dialogue, Turn, TurnKind

BUDGET = 2
"""Exchanges an agent may take for each exchange of the reference (FloCA, Section 6.1)."""


def converse(
    agent: Agent,
    simulator: UserSimulator,
    dialogue: Dialogue,
    chart: FlowGraph,
    faqs: Sequence[FAQ] = (),
    *,
    budget: float = BUDGET,
) -> Conversation:
    """Lets ``agent`` guide the user of ``dialogue`` along ``chart`` until a terminal, or until the budget is spent.

    Args:
        budget: exchanges for each exchange of the reference; at least one exchange is held.

    Raises:
        FlowchartError: the chart cannot be walked.
        ModelError: a model-backed agent or simulator got no answer.
    """
    session = agent.start(chart, faqs)
    user = simulator.start(dialogue, chart)
    said, action = user.open(), TurnKind.OPENING
    turns: list[Turn] = []
    for _ in range(max(1, int(budget * dialogue.exchanges))):
        turns.append(Turn("user", said, turns[-1].node if turns else None, action))
        turns.append(session.say(said))
        if session.finished:
            return Conversation(dialogue.id, tuple(turns), _path(turns), "terminal")
        said, action = user.reply(turns[-1]), TurnKind.ANSWER
    return Conversation(dialogue.id, tuple(turns), _path(turns), "budget")


def _path(turns: Iterable[Turn]) -> tuple[str, ...]:
    """The nodes at which the agent stood turn by turn, repeats once."""
    stood = (turn.node for turn in turns if turn.speaker == "agent" and turn.node is not None)
    return tuple(node for node, _ in groupby(stood))
