"""Dialogues along a flowchart: annotated ones of a data set, and those an agent held."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol

from diagramloop.data.sources._model import Rejected, Source
from diagramloop.models.chat import Usage

Speaker = Literal["user", "agent"]
Ending = Literal["terminal", "budget", "stuck", "static"]


class TurnKind(StrEnum):
    """The purpose of an annotated utterance."""

    OPENING = "opening"  # the user states the problem, and may answer early questions unasked
    ANSWER = "answer"  # the user's utterance after which the dialogue moves on to another node
    QUESTION = "question"  # any other utterance of the user's at a node: doubts, requests for knowledge
    NODE = "node"  # the agent presents a node of the chart
    FAQ = "faq"  # the agent answers or asks from a FAQ; the node stays
    CLOSING = "closing"  # thanks and farewells, grounded in nothing
    IRRELEVANT = "irrelevant"  # of a simulated user's who is distracted: it answers nothing


@dataclass(frozen=True)
class FAQ:
    """A piece of domain knowledge beside a chart (FloCA, Section 4.4).

    Attributes:
        id: unique within its chart.
        question, answer: as the data set words them.
    """

    id: str
    question: str
    answer: str


@dataclass(frozen=True)
class DialogueTurn:
    """One annotated utterance.

    Attributes:
        speaker: who says it.
        text: what is said.
        node: the chart's node it is grounded in, or None.
        faq: id of the FAQ it is grounded in, or None.
        kind: what it does.
    """

    speaker: Speaker
    text: str
    node: str | None
    faq: str | None
    kind: TurnKind


@dataclass(frozen=True)
class Dialogue:
    """An annotated dialogue: utterances and the true way through the chart.

    Attributes:
        id: unique within its source.
        source: name of the data set.
        chart: id of the chart it follows.
        licence: SPDX expression, or what the data set says of itself.
        turns: the utterances in order; users and agents alternate, the user first.
        path: the true nodes, from the true initial node to the last one; at least one.
        answers: label of the edge taken at each node of ``path`` but the last.
        background: nodes from the chart's root up to, without, the true initial node; empty when it is the root.
            The user's opening answers them unasked, and they are what a simulated user knows besides (FloCA,
            Section 5.1).
        background_answers: label of the edge taken at each node of ``background``.
        splits: the data set's own names of the parts that it belongs to, such as ``s-flo`` and ``u-flo``, which are
            never scored as one; empty if it has no parts.
    """

    id: str
    source: str
    chart: str
    licence: str
    turns: tuple[DialogueTurn, ...]
    path: tuple[str, ...]
    answers: tuple[str, ...]
    background: tuple[str, ...] = ()
    background_answers: tuple[str, ...] = ()
    splits: tuple[str, ...] = ()

    @property
    def opening(self) -> str:
        """The user's first utterance."""
        return self.turns[0].text

    @property
    def start(self) -> str:
        """The true initial node."""
        return self.path[0]

    @property
    def root_init(self) -> bool:
        """True when the true initial node is the chart's root (FloCA, Table 1)."""
        return not self.background

    @property
    def exchanges(self) -> int:
        """Dialogue turns as FloCA counts them: pairs of a user's and an agent's utterance."""
        return sum(turn.speaker == "user" for turn in self.turns)

    def said_at(self, node: str) -> tuple[DialogueTurn, ...]:
        """The user's utterances grounded in ``node``, in order: questions first, the answer last."""
        return tuple(turn for turn in self.turns if turn.speaker == "user" and turn.node == node)


@dataclass(frozen=True)
class Transition:
    """One annotated step along a chart: a benchmark of single turns (PFDial).

    Attributes:
        id: unique within its source.
        chart: id of the chart.
        node: where the agent stands.
        utterance: what the user says there.
        next_node: where that leads.
        answer: label of the edge that leads there.
        reply: what the agent says then.
    """

    id: str
    chart: str
    node: str
    utterance: str
    next_node: str
    answer: str
    reply: str


@dataclass(frozen=True)
class Turn:
    """One utterance of a conversation that an agent held.

    Attributes:
        speaker: who says it.
        text: what is said.
        node: the node at which the agent stands after it; None before any is grounded.
        action: what the agent does: ``node`` (presents a node it has just moved to), ``clarify`` (asks again at
            the same node), ``faq`` (answers a knowledge question, the node stays), ``terminal`` (presents the
            terminal node). For a user's turn what the simulator meant by it, as in :class:`TurnKind`.
    """

    speaker: Speaker
    text: str
    node: str | None
    action: str


@dataclass(frozen=True)
class Conversation:
    """The words of an agent and a (simulated) user, and the node that they led to.

    Attributes:
        dialogue: id of the annotated dialogue that the user followed.
        turns: the utterances in order.
        path: the nodes at which the agent stood, turn by turn, consecutive repeats once. Nodes that it passed
            within one turn are not in it (FloCA, Section 5.2: one node for each turn).
        ended: at a terminal node, at the turn budget, without a move that either side could make; or ``static``: nobody
            was talked to, and what answers the user's opening is all that is known.
        distracted: the turns of another conversation with the same user, who at some point says what answers nothing
            (:attr:`TurnKind.IRRELEVANT`); empty if none was held.
        usage: of the agent's models in ``turns``; None where it is not known.
        user_usage: of the simulated user's, likewise.
    """

    dialogue: str
    turns: tuple[Turn, ...]
    path: tuple[str, ...]
    ended: Ending
    distracted: tuple[Turn, ...] = ()
    usage: Usage | None = None
    user_usage: Usage | None = None


class DialogueSource(Source, Protocol):
    """A data set with dialogues along its charts. Iterating twice gives the same rows in the same order."""

    def dialogues(self) -> Iterator[Dialogue | Rejected]:
        """Every dialogue, each once, or why it is not usable; raises as :meth:`Source.charts`."""
        ...

    def faqs(self, chart: str) -> tuple[FAQ, ...]:
        """The domain knowledge beside a chart, perhaps none.

        Raises:
            SourceError: there is no such usable chart, or its FAQs are not in their documented form.
        """
        ...


class TransitionSource(Source, Protocol):
    """A data set of single turns along its charts. Iterating twice gives the same rows in the same order."""

    def transitions(self) -> Iterator[Transition | Rejected]:
        """Every turn, each once, or why it is not usable; raises as :meth:`Source.charts`."""
        ...
