"""A conversation beside the dialogue it should have followed: FloCA's metrics of flowchart reasoning.

Zou et al., "FloCA: Towards Faithful and Logically Consistent Flowchart Reasoning", Section 5.2, formulas (1) to (5),
for one sample i with predicted nodes P, true nodes G. What the paper leaves open is settled in
design/conversation.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby, pairwise
from typing import Literal, Protocol

from diagramloop.models.chat import Usage
from diagramloop.scores.counts import Counts
from diagramloop.scores.coverage_relations import CoverageRelation, coverage_relation
from diagramloop.scores.missing import MissingPartError
from diagramloop.scores.parts import Part

FAQ_ACTION = "faq"
IRRELEVANT = "irrelevant"
GUESS = "assume"
ASKING_AGAIN = frozenset(("clarify", "help", "neither"))


class SpokenTurn(Protocol):
    """One utterance of a conversation; :class:`diagramloop.data.sources.Turn` is one."""

    @property
    def speaker(self) -> Literal["user", "agent"]: ...

    @property
    def text(self) -> str: ...

    @property
    def node(self) -> str | None: ...

    @property
    def action(self) -> str: ...


class HeldConversation(Protocol):
    """An agent's conversation; :class:`diagramloop.data.sources.Conversation` is one."""

    @property
    def turns(self) -> Sequence[SpokenTurn]: ...

    @property
    def path(self) -> tuple[str, ...]: ...

    @property
    def ended(self) -> str: ...

    @property
    def distracted(self) -> Sequence[SpokenTurn]: ...

    @property
    def usage(self) -> Usage | None: ...


class ReferenceDialogue(Protocol):
    """The dialogue that it should have been; :class:`diagramloop.data.sources.Dialogue` is one."""

    @property
    def path(self) -> tuple[str, ...]: ...

    @property
    def background(self) -> tuple[str, ...]: ...

    @property
    def exchanges(self) -> int: ...


@dataclass(frozen=True)
class Stay:
    """An agent's turns at one node from its coming to its leaving.

    Attributes:
        node: where it stays.
        turns: its turns there, the one with which it comes among them; at least one.
        faqs: how many of them answer a knowledge question.
    """

    node: str
    turns: int
    faqs: int


@dataclass(frozen=True)
class DialogueComparison:
    """A conversation, and the reference it is scored against.

    Attributes:
        conversation: what was said, and at which nodes the agent stood.
        reference: with the true path.
        silent: nodes that say nothing, such as a chart's start circle: whether an agent stops there is not scored.
        parts: what something else measured (the judge's ``faithfulness``), by name.
    """

    conversation: HeldConversation
    reference: ReferenceDialogue
    silent: frozenset[str] = frozenset()
    parts: Mapping[str, Part] = field(default_factory=dict)

    @cached_property
    def predicted(self) -> tuple[str, ...]:
        """P: the nodes at which the agent stood, turn by turn."""
        return tuple(node for node in self.conversation.path if node not in self.silent)

    @cached_property
    def gold(self) -> tuple[str, ...]:
        """G: the true nodes from the true initial node to the last."""
        return tuple(node for node in self.reference.path if node not in self.silent)

    @property
    def initial_node_right(self) -> bool:
        """Formula (1), INGA: the node grounded by the user's first utterance is the true initial node."""
        return self.predicted[:1] == self.gold[:1]

    @property
    def terminal_node_right(self) -> bool:
        """Formula (2), TNGA: the last node is the true one."""
        return self.predicted[-1:] == self.gold[-1:]

    @property
    def path_covered(self) -> bool:
        """Formula (3), PCA: G is a subsequence of P."""
        return is_subsequence(self.gold, self.predicted)

    @property
    def timed_out(self) -> bool:
        """Formula (5), TR: no terminal node was reached within the turn budget."""
        return self.conversation.ended != "terminal"

    @property
    def root_init(self) -> bool:
        """True when the true initial node is the chart's root (Table 1, "Root-init")."""
        return not [node for node in self.reference.background if node not in self.silent]

    @cached_property
    def relation(self) -> CoverageRelation:
        """Which of the five relations of Section 6.3 holds between P and G."""
        return coverage_relation(self.predicted, self.gold)

    def node_stay_redundancy(self, *, with_faqs: bool = False) -> float:
        """Formula (4), NSR: share of turns beyond the one that each transition needs; 0 where none was tried.

        L of a transition is the number of turns at the node it leaves. The stay at a terminal leaves nothing; a
        stay that the conversation never left counts as a transition not completed.

        Args:
            with_faqs: count turns that answer knowledge questions. The paper's "repeated clarifications" does not.
        """
        lengths = [stay.turns - (0 if with_faqs else min(stay.faqs, stay.turns - 1)) for stay in self._left_stays]
        return sum(length - 1 for length in lengths) / sum(lengths) if lengths else 0.0

    def local_accuracy(self, *, multi: bool) -> Counts:
        """Next hops that are right after knowledge questions at a node of the true way, out of all (Section 6.2).

        Args:
            multi: after two questions and more at one node, else after one.
        """
        right = asked = 0
        for stay, following in zip(self.stays, (*self.stays[1:], None), strict=False):
            if stay.node in self._next_hops and (stay.faqs > 1 if multi else stay.faqs == 1):
                asked += 1
                right += following is not None and following.node in self._next_hops[stay.node]
        return Counts.rate(right, asked)

    def irrelevant_moves(self) -> Counts:
        """Utterances that answer nothing on which the agent left its node, out of all."""
        moves = [
            (user.node, agent.node)
            for user, agent in pairwise(self.conversation.distracted)
            if user.speaker == "user" and user.action == IRRELEVANT
        ]
        return Counts.rate(sum(before != after for before, after in moves), len(moves))

    def asked_again(self) -> Counts:
        """Turns in which the agent only asks once more about where it stands, out of all of its turns."""
        actions = [turn.action for turn in self.conversation.turns if turn.speaker == "agent"]
        return Counts.rate(sum(action in ASKING_AGAIN for action in actions), len(actions))

    def wrong_guesses(self) -> Counts:
        """Turns in which the agent gives up asking, goes on by a guess and leaves the true way, out of all."""
        turns = [turn for turn in self.conversation.turns if turn.speaker == "agent"]
        way = {*self.reference.background, *self.reference.path, *self.silent}
        return Counts.rate(sum(turn.action == GUESS and turn.node not in way for turn in turns), len(turns))

    def user_texts(self) -> tuple[str, ...]:
        """The user's words, turn by turn."""
        return tuple(turn.text for turn in self.conversation.turns if turn.speaker == "user")

    @property
    def usage(self) -> Usage:
        """The cost of the agent's models.

        Raises:
            MissingPartError: it is not known.
        """
        if self.conversation.usage is None:
            raise MissingPartError("what it cost was not recorded")
        return self.conversation.usage

    def part(self, name: str) -> float:
        """A value that something else measured.

        Raises:
            MissingPartError: it was not.
        """
        part = self.parts.get(name, Part(None, missing="it was not judged"))
        if part.value is None:
            raise MissingPartError(f"no {name}: {part.missing}")
        return part.value

    @cached_property
    def stays(self) -> tuple[Stay, ...]:
        """The agent's stays in order."""
        return tuple(_stays(self.conversation.turns, self.silent))

    @property
    def _left_stays(self) -> tuple[Stay, ...]:
        return self.stays[:-1] if self.conversation.ended == "terminal" else self.stays

    @cached_property
    def _next_hops(self) -> dict[str, set[str]]:
        """The true next nodes of each node on the way from the root on that has one."""
        way = [node for node in (*self.reference.background, *self.reference.path) if node not in self.silent]
        hops: dict[str, set[str]] = {}
        for here, there in pairwise(way):
            hops.setdefault(here, set()).add(there)
        return hops


def _stays(turns: Sequence[SpokenTurn], silent: frozenset[str]) -> Iterator[Stay]:
    grounded = [
        (turn.node, turn.action)
        for turn in turns
        if turn.speaker == "agent" and turn.node is not None and turn.node not in silent
    ]
    for node, group in groupby(grounded, key=lambda turn: turn[0]):
        actions = [action for _, action in group]
        yield Stay(node, len(actions), actions.count(FAQ_ACTION))


def is_subsequence(part: Sequence[str], whole: Sequence[str]) -> bool:
    """True if ``part`` is left of ``whole`` when some elements are struck out."""
    rest = iter(whole)
    return all(element in rest for element in part)
