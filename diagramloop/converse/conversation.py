"""A conversation of an agent with a simulated user (FloCA, Section 5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from diagramloop.converse._agent import Agent, UserSimulator
from diagramloop.converse.distraction import DISTRACTIONS, distracted
from diagramloop.graph import FlowGraph
from diagramloop.sources import FAQ, Conversation, Dialogue, Turn, TurnKind

BUDGET = 2
"""Turns an agent may take for each turn of the reference (FloCA, Section 6.1)."""


def reference_turns(dialogue: Dialogue) -> int:
    """Exchanges that the reference takes from the chart's root on.

    Where the reference starts at a later node, one is added for each node before it: an agent that starts at the
    root has to ask about them. Without these, dialogues deep in a chart could not be finished within the budget by
    any agent that starts where FloCA mostly does, and FloCA's timeout rate is 0.
    """
    return dialogue.exchanges + len(dialogue.background)


def converse(
    agent: Agent,
    simulator: UserSimulator,
    dialogue: Dialogue,
    chart: FlowGraph,
    faqs: Sequence[FAQ] = (),
    *,
    budget: float = BUDGET,
    distractions: int = DISTRACTIONS,
) -> Conversation:
    """Lets ``agent`` guide the user of ``dialogue`` along ``chart`` until a terminal, or until the budget is spent.

    Args:
        budget: exchanges for each of :func:`reference_turns`; at least one exchange is held.
        distractions: irrelevant utterances of the same user in a conversation apart
            (:mod:`diagramloop.converse.distraction`); with 0 there is none.

    Raises:
        FlowchartError: the chart cannot be walked.
        ModelError: a model-backed agent or simulator got no answer.
    """
    apart = distracted(agent, simulator, dialogue, chart, faqs, distractions)
    session = agent.start(chart, faqs)
    user = simulator.start(dialogue, chart)
    said, action = user.open(), TurnKind.OPENING
    turns: list[Turn] = []
    for _ in range(max(1, int(budget * reference_turns(dialogue)))):
        turns.append(Turn("user", said, turns[-1].node if turns else None, action))
        turns.append(session.say(said))
        if session.finished:
            return Conversation(dialogue.id, tuple(turns), _path(turns), "terminal", apart)
        said, action = user.reply(turns[-1]), TurnKind.ANSWER
    return Conversation(dialogue.id, tuple(turns), _path(turns), "budget", apart)


def _path(turns: Iterable[Turn]) -> tuple[str, ...]:
    """The nodes at which the agent stood turn by turn, repeats once."""
    stood = (turn.node for turn in turns if turn.speaker == "agent" and turn.node is not None)
    return tuple(node for node, _ in groupby(stood))
