"""Agents that leave the reasoning to the model: it is shown the chart and names the node it is at.

FloCA (Zou et al.), Section 6.1, the baselines. Nothing holds the model to the chart, and that is the point of
them: what it names is kept as it was named, and every move says whether an edge leads there. How the chart is
shown is all in which :mod:`~diagramloop.engines.converse.graph_serialisation`,
:mod:`~diagramloop.engines.converse.rag_graph_serialisation` and :mod:`~diagramloop.engines.converse.vision` differ.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field, ValidationError

from diagramloop.data.sources import FAQ, Turn
from diagramloop.engines.converse._places import grounding_at
from diagramloop.engines.converse._session import ChartSession
from diagramloop.engines.converse.flowchart_tool import FlowchartTool, UnknownNodeError
from diagramloop.engines.converse.model_backed._asking import own_prompts, quoted
from diagramloop.engines.converse.retrievers import EMBEDDED, retriever_of
from diagramloop.evaluation.contestants.agents import Act, Grounding, Retriever
from diagramloop.graph import FlowGraph
from diagramloop.models.answer_text import sayable
from diagramloop.models.answers import Reading, UnreadError, ask
from diagramloop.models.answers.prose import AROUND, labelled, without_markup
from diagramloop.models.answers.values import json_in_answer
from diagramloop.models.answers.wanted import object_schema
from diagramloop.models.chat import NO_COST, ChatModel, Message, Usage, model_of
from diagramloop.models.prompts import as_json

MAX_NAME = 200  # characters of a named node that are kept
ROLE = "end_to_end"


def _node_name(value: object) -> object:
    """The name of a node as far as it is kept, without the brackets around it in a picture."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        return value
    return sayable(value).strip().removeprefix("[").removesuffix("]").strip()[:MAX_NAME]


class Said(BaseModel):
    """The model's turn: the NodeID that it names, as it wrote it, what it does, and its words."""

    node: Annotated[str, BeforeValidator(_node_name), Field(min_length=1)]
    act: str = ""
    say: str = ""


@dataclass(frozen=True)
class TurnForm:
    """The form of a turn: JSON, or lines such as ``node: n4``."""

    schema = object_schema(
        node={"type": "string"},
        act={"type": "string", "enum": ["step", "clarify", "knowledge"]},
        say={"type": "string"},
    )
    decides = True

    def read(self, answer: str) -> Reading[Said]:
        """See :meth:`~diagramloop.models.answers.Wanted.read`.

        Raises:
            UnreadError: it names no node, or two.
        """
        values = [value for value in json_in_answer(answer) if isinstance(value.value, dict)]
        repairs = tuple({value.repair for value in values if value.repair}) if values else ("words",)
        written = [value.value for value in values] or _labelled_fields(without_markup(answer))
        turns = [turn for turn in map(_turn_of, written) if turn is not None]
        if len({turn.node for turn in turns}) != 1:
            raise UnreadError("it names no node, or several")
        return Reading(turns[-1], repairs)


def _labelled_fields(text: str) -> list[dict[str, str]]:
    """The fields of lines such as ``node: n4`` and ``say: Is it on?``, of each node that is named."""
    words = "".join(labelled(text, "say")[:1])
    nodes = [line.split()[0].strip(AROUND) for line in labelled(text, "node") if line.strip()]
    return [{"node": node, "say": words} for node in nodes]


def _turn_of(fields: Mapping[str, Any]) -> Said | None:
    """The turn of an object that names a node; words and acts that are no texts are passed over."""
    named = {str(name).casefold(): value for name, value in fields.items()}
    texts = {name: named[name] for name in ("act", "say") if isinstance(named.get(name), str)}
    try:
        return Said(node=named.get("node"), **texts)
    except ValidationError:
        return None


class MoveKind(StrEnum):
    """The relation of a node that a model names to the chart and to the dialogue's place in it."""

    START = "start"  # the first grounded node, which may be any
    STAY = "stay"  # the node at which the dialogue stands
    EDGE = "edge"  # an edge leads there
    JUMP = "jump"  # a node of the chart to which no edge leads from where the dialogue stands
    OFF_CHART = "off_chart"  # no node of the chart
    UNNAMED = "unnamed"  # none was named, or the answer was not readable

    @property
    def illegal(self) -> bool:
        """True for what FloCA calls a topologically invalid transition: no edge of the chart is followed."""
        return self in (MoveKind.JUMP, MoveKind.OFF_CHART)


@dataclass(frozen=True)
class Move:
    """One turn's grounding.

    Attributes:
        named: the NodeID as the model wrote it; empty if it named none.
        kind: what that is.
        node: where the dialogue stands after it. A jump is followed, as the paper's scores do, and spoils the
            path; what is not on the chart cannot be stood at, so the dialogue stays; None before any grounding.
    """

    named: str
    kind: MoveKind
    node: str | None


@dataclass(frozen=True)
class Sight:
    """The chart as the model gets to see it in one turn: JSON, a picture (PNG), or both."""

    flowchart: Any
    pictures: tuple[bytes, ...] = ()


View = Callable[[str], Sight]
"""Shows the chart, given what was just said: the agent's last turn, if there was one, and the user's utterance."""


def unchanging(sight: Sight) -> View:
    """The same sight, whatever was said."""
    return lambda _said: sight


class EndToEnd(ABC):
    """An agent that is one call of the model per turn.

    Args:
        model: or its plain configuration.
        retriever: of FAQs, or its name (:mod:`~diagramloop.engines.converse.retrievers`); the paper gives one and the
            same to all methods.
        prompts: a folder of one's own; see :class:`diagramloop.models.prompts.Prompts`.
    """

    name: str

    def __init__(
        self, model: ChatModel | Mapping[str, Any], retriever: Retriever | str = EMBEDDED, prompts: str | None = None
    ) -> None:
        self._model = model_of(model)
        self._prompts = own_prompts(prompts)
        self._retriever = retriever_of(retriever, self._model, prompts)

    @abstractmethod
    def view(self, tool: FlowchartTool) -> View:
        """The form in which the model sees the chart."""

    def start(self, chart: FlowGraph, faqs: Sequence[FAQ] = ()) -> EndToEndSession:
        """A new dialogue along ``chart`` with ``faqs`` to draw on.

        Raises:
            FlowchartError: the chart cannot be walked.
            DiagramloopError: it cannot be shown.
        """
        tool = FlowchartTool(chart)
        instructions = self._prompts.text("end_to_end")
        return EndToEndSession(self._model, self._retriever, tool, self.view(tool), tuple(faqs), instructions)


@dataclass(frozen=True)
class Past:
    """All that a dialogue has been so far. Setting a session's state to an earlier one undoes what came after.

    Attributes:
        turns: of both, in order.
        messages: the same as the model said and heard it.
        moves: the agent's, one a turn.
    """

    turns: tuple[Turn, ...] = ()
    messages: tuple[Message, ...] = ()
    moves: tuple[Move, ...] = ()
    usage: Usage = NO_COST

    @property
    def node(self) -> str | None:
        """The node at which the dialogue stands; None before any grounding."""
        return self.moves[-1].node if self.moves else None


class EndToEndSession(ChartSession[Past]):
    """One dialogue; see :class:`diagramloop.engines.converse.Session`.

    Args:
        told: the model's standing instructions.
    """

    def __init__(
        self,
        model: ChatModel,
        retriever: Retriever,
        tool: FlowchartTool,
        view: View,
        faqs: tuple[FAQ, ...],
        instructions: str,
    ) -> None:
        self._told = instructions
        self._model, self._retriever, self._view, self._faqs = model, retriever, view, faqs
        super().__init__(tool, Past())

    @property
    def moves(self) -> tuple[Move, ...]:
        """The nodes that the model named, turn by turn."""
        return self.state.moves

    def say(self, utterance: str) -> Turn:
        """The agent's turn after the user's ``utterance``; at the end the last turn again.

        Raises:
            ModelError: the model was not reached.
        """
        if self.finished:
            return self.state.turns[-1]
        asked, cost = self._asked(utterance)
        messages = (Message("system", self._told), *self.state.messages, asked)
        answer = ask(self._model, ROLE, messages, TurnForm())
        move = self._move(answer.value.node if answer.value else "")
        turn = self._turn(move, answer.value)
        heard = Turn("user", utterance, self.state.node, "answer")
        words = (Message("user", quoted(utterance)), Message("assistant", quoted(answer.reply.text)))
        usage = self.state.usage + cost + answer.usage
        past = self.state
        self.state = Past((*past.turns, heard, turn), (*past.messages, *words), (*past.moves, move), usage)
        return turn

    def _asked(self, utterance: str) -> tuple[Message, Usage]:
        """The message that puts the turn to the model, and what it cost to prepare."""
        sight = self._view("\n".join([*(turn.text for turn in self.state.turns[-1:]), utterance]))
        retrieval = self._retriever.find(utterance, self._grounding(), self._faqs)
        knowledge = retrieval.faq and {
            "question": quoted(retrieval.faq.question),
            "answer": quoted(retrieval.faq.answer),
        }
        case = {
            "flowchart": sight.flowchart,
            "root": quoted(self.tool.root),
            "knowledge": knowledge,
            "message": quoted(utterance),
        }
        return Message("user", as_json(case), sight.pictures), retrieval.usage

    def _grounding(self) -> Grounding:
        node = self.state.node or self.tool.root
        return grounding_at(self.tool, node, opening=not self.state.moves, history=self.state.turns)

    def _move(self, named: str) -> Move:
        node = self.state.node
        if not named:
            return Move(named, MoveKind.UNNAMED, node)
        if named not in nodes_of(self.tool):
            return Move(named, MoveKind.OFF_CHART, node)
        if node is None or named == node:
            return Move(named, MoveKind.STAY if node else MoveKind.START, named)
        leads = any(edge.target == named for edge in self.tool.out_edges(node))
        return Move(named, MoveKind.EDGE if leads else MoveKind.JUMP, named)

    def _turn(self, move: Move, answer: Said | None) -> Turn:
        words = sayable(answer.say).strip() if answer else ""
        text = words or self.tool.node_attr(move.node or self.tool.root)
        return Turn("agent", text, move.node, self._action(move, answer))

    def _action(self, move: Move, answer: Said | None) -> str:
        if move.node is not None and self.tool.terminal_check(move.node):
            return Act.CONCLUDE.action
        if move.kind in (MoveKind.START, MoveKind.EDGE, MoveKind.JUMP):
            return Act.ASK.action
        return (Act.INFORM if answer and answer.act == "knowledge" else Act.CLARIFY).action


def nodes_of(tool: FlowchartTool) -> dict[str, str]:
    """Texts by NodeID of all that can be grounded to, in the chart's order."""
    return dict(_nodes(tool))


def _nodes(tool: FlowchartTool) -> Iterator[tuple[str, str]]:
    for id in (*tool.graph.node_by_id, *tool.graph.group_by_id):
        try:
            yield id, tool.node_attr(id)
        except UnknownNodeError:  # a note, or a group that no edge touches
            continue
