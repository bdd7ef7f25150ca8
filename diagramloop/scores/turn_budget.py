"""A conversation under the paper's turn budget: what was said beyond it is cut off.

FloCA (Zou et al.), Section 6.1: a system has twice the reference's turns. Conversations are held under a longer budget
here (:func:`diagramloop.engines.converse.reference_turns`). Neither side knows of any budget, so that the beginning of
the longer one is the shorter one, and both are scored from one run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from diagramloop.models.chat import Usage
from diagramloop.scores.dialogue import DialogueComparison, SpokenTurn
from diagramloop.scores.missing import MissingPartError

BUDGET = 2
"""Turns that an agent may take for each turn of the reference."""


@dataclass(frozen=True)
class Beginning:
    """The first turns of a conversation, ended by the budget."""

    turns: tuple[SpokenTurn, ...]
    path: tuple[str, ...]
    ended: str = "budget"
    distracted: tuple[SpokenTurn, ...] = ()
    usage: Usage | None = None


def under_paper_budget(comparison: DialogueComparison) -> DialogueComparison:
    """The comparison of what was said within twice the reference's turns.

    Raises:
        MissingPartError: the conversation was broken off before, by a shorter budget.
    """
    held, most = comparison.conversation, BUDGET * comparison.reference.exchanges
    spoken = [number for number, turn in enumerate(held.turns) if turn.speaker == "agent"]
    if len(spoken) < most and held.ended == "budget":
        raise MissingPartError(f"held under a budget of {len(spoken)} turns; the paper's is {most}")
    if len(spoken) <= most:
        return comparison
    turns = tuple(held.turns[: spoken[most - 1] + 1])
    return replace(comparison, conversation=Beginning(turns, path_of(turns)))


def path_of(turns: Sequence[SpokenTurn]) -> tuple[str, ...]:
    """The nodes at which the agent stood turn by turn, repeats once."""
    stood = (turn.node for turn in turns if turn.speaker == "agent" and turn.node is not None)
    return tuple(node for node, _ in groupby(stood))
