"""Who takes part in a flowchart-oriented dialogue, as protocols: agents, their roles, and simulated users.

Every role has an embedded kind (:mod:`diagramloop.engines.converse.embedded`) and a model-backed one. A role only
interprets or words; it names edges by their attributes and cannot move: that is the tool's
(:mod:`diagramloop.engines.converse.flowchart_tool`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from diagramloop.graph import FlowGraph, NodeKind
from diagramloop.models.chat import NO_COST, Usage
from diagramloop.plugins import Kind

if TYPE_CHECKING:
    from diagramloop.data.sources import FAQ, Conversation, Dialogue, Turn


@dataclass(frozen=True)
class Option:
    """One way to go on.

    Attributes:
        attribute: of the outgoing edge.
        leads_to: text of the node it leads to.
        ends: whether that node is terminal.
    """

    attribute: str
    leads_to: str
    ends: bool = False


@dataclass(frozen=True)
class Grounding:
    """The state of a dialogue, as its roles see it.

    Attributes:
        node: NodeID of the grounded node.
        text: its attribute (NodeAttr).
        kind: what the chart says it is.
        options: its outgoing edges (OutEdgeAttr); none at a terminal.
        opening: True while the user's first utterance is matched (the self-loop start, Section 4.2): then the
            user has not been asked about the node yet.
        insisted: how many turns running the user was asked about this node without an edge being found.
        history: all turns so far, the utterance in question not among them.
        topic: the chart's title: the problem that every user of it has.
    """

    node: str
    text: str
    kind: NodeKind
    options: tuple[Option, ...]
    opening: bool = False
    insisted: int = 0
    history: tuple[Turn, ...] = ()
    topic: str = ""

    @property
    def operation(self) -> bool:
        """True at a node that is to be done rather than decided: there is one way to go on, without a condition."""
        return len(self.options) == 1 and not self.options[0].attribute


class Purpose(StrEnum):
    """The purpose of an utterance: FloCA's (Sections 4.3 and 4.4), and those about the dialogue itself."""

    ANSWER = "answer"  # to say how things are, or that something is done
    QUESTION = "question"  # to be told something before the answer can be given
    BACK = "back"  # to take the last answer back
    REPEAT = "repeat"  # to hear once more where the dialogue stands
    HELP = "help"  # to be told what can be said
    STOP = "stop"  # to leave it at that
    NEITHER = "neither"  # to say that none of the alternatives holds
    OTHER = "other"  # none of these


@dataclass(frozen=True)
class Reading:
    """The purpose of an utterance, and the cost of finding it out."""

    purpose: Purpose
    usage: Usage = NO_COST


@dataclass(frozen=True)
class Match:
    """The edge an utterance means.

    Attributes:
        attribute: of the edge, or None where no edge is meant. What is not among the grounding's options is
            taken for None by the agent.
        likelier: where none is meant for sure, the edge that comes nearest; None where nothing speaks of any.
        confidence: in [0, 1], the role's own.
        usage: what it cost.
    """

    attribute: str | None
    confidence: float = 1.0
    usage: Usage = NO_COST
    likelier: str | None = None


@dataclass(frozen=True)
class Found:
    """The FAQ that answers a question, or None, and what it cost to find it."""

    faq: FAQ | None
    usage: Usage = NO_COST


class Act(StrEnum):
    """The act of an agent in a turn."""

    ASK = "ask"  # it grounds a node for the first time, or comes to it by an edge
    CLARIFY = "clarify"  # it stays, because no edge was meant
    INFORM = "inform"  # it answers a question from the FAQs and stays
    CONCLUDE = "conclude"  # it has come to a terminal
    BACK = "back"  # it returns to the node from which it came
    REPEAT = "repeat"  # it stays, and says once more where it stands
    HELP = "help"  # it stays, and says what it can understand
    STOP = "stop"  # it stays, and asks nothing more
    NEITHER = "neither"  # it stays, and says that the chart has no other alternative
    ASSUME = "assume"  # it goes on by the likelier edge, having asked twice, and says so

    @property
    def action(self) -> str:
        """The name under which :class:`diagramloop.data.sources.Turn` records it."""
        return _RECORDED.get(self, self.value)


_RECORDED = {Act.ASK: "node", Act.INFORM: "faq", Act.CONCLUDE: "terminal"}


@dataclass(frozen=True)
class Phrase:
    """The words of the agent, and the cost of wording them."""

    text: str
    usage: Usage = NO_COST


class Intent(Protocol):
    """The role that tells answers from questions, and from what is said of the dialogue itself."""

    def read(self, utterance: str, grounding: Grounding) -> Reading:
        """Return the purpose of ``utterance``."""
        ...


class Matcher(Protocol):
    """The role that finds the outgoing edge an utterance means."""

    def match(self, utterance: str, grounding: Grounding) -> Match:
        """The edge that ``utterance`` chooses; at an operation, whether it says that the operation is done.

        While ``grounding.opening``, only what the utterance says by itself counts: it answers no question.
        """
        ...


class Retriever(Protocol):
    """The role that finds the answer to a question among the FAQs."""

    def find(self, question: str, grounding: Grounding, faqs: Sequence[FAQ]) -> Found:
        """The FAQ nearest to ``question``, asked while the dialogue stands at ``grounding``."""
        ...


class Phrasing(Protocol):
    """The role that turns a node's attribute into what the agent says."""

    def phrase(self, act: Act, grounding: Grounding, knowledge: str = "") -> Phrase:
        """Return the words that do ``act`` at ``grounding``.

        Args:
            knowledge: the answer to the user's question, when the act is to inform; the problem that the chart starts
                from, when it is to ask first; the label that is assumed, when it is to assume.
        """
        ...


class Session(Protocol):
    """One dialogue of an agent; it holds all of that dialogue's state and nothing else does.

    Attributes:
        usage: what it has cost so far.
        finished: True once a terminal is reached; what is said afterwards is answered, and changes nothing.
    """

    @property
    def usage(self) -> Usage: ...

    @property
    def finished(self) -> bool: ...

    def say(self, utterance: str) -> Turn:
        """The agent's turn after the user's ``utterance``, whatever that holds.

        Raises:
            ModelError: a model-backed role got no answer.
        """
        ...


@runtime_checkable
class Agent(Protocol):
    """Anything that guides a user along a flowchart.

    Attributes:
        name: for the leaderboard.
    """

    name: str

    def start(self, chart: FlowGraph, faqs: Sequence[FAQ] = ()) -> Session:
        """A new dialogue along ``chart`` with ``faqs`` to draw on.

        Raises:
            FlowchartError: the chart cannot be walked.
        """
        ...


@runtime_checkable
class Replayed(Agent, Protocol):
    """A system of which there are outputs, and nobody to talk to."""

    def held(self, dialogue: Dialogue) -> Conversation:
        """The part of a conversation that its outputs for ``dialogue`` tell of.

        Raises:
            ModelError: NOT_ASKED, they tell nothing of it.
        """
        ...


class SimulatedUser(Protocol):
    """One dialogue of a simulator."""

    @property
    def usage(self) -> Usage: ...

    def open(self) -> str:
        """The user's first utterance."""
        ...

    def reply(self, turn: Turn) -> str:
        """The user's utterance after the agent's ``turn``.

        Raises:
            ModelError: a model-backed simulator got no answer.
        """
        ...


@runtime_checkable
class UserSimulator(Protocol):
    """Anything that plays the user of a reference dialogue (FloCA, Section 5.1).

    Attributes:
        name: for the leaderboard.
    """

    name: str

    def start(self, dialogue: Dialogue, chart: FlowGraph) -> SimulatedUser:
        """The user of ``dialogue``, which follows ``chart``."""
        ...


@runtime_checkable
class OffTopic(Protocol):
    """A simulator that knows how its user talks who is somewhere else."""

    def irrelevant(self, chart: FlowGraph) -> Sequence[str]:
        """Utterances that answer nothing on the chart, in its language: no word of them names what the chart names."""
        ...


AGENTS: Kind[Agent] = Kind("diagramloop.agent", Agent)
SIMULATORS: Kind[UserSimulator] = Kind("diagramloop.simulator", UserSimulator)
agent, simulator = AGENTS.made, SIMULATORS.made
