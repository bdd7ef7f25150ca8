"""FloCA as the paper words it: the language model itself calls the flowchart's functions (Sections 4.1 to 4.4).

Beside :mod:`diagramloop.engines.converse.floca`, whose loop calls them and asks the model closed questions. What the
model calls is in :mod:`diagramloop.engines.converse.function_calls`; where the dialogue stands is what these calls have
led to, whatever the model says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from diagramloop.data.sources import FAQ, Turn, TurnKind
from diagramloop.engines.converse._places import grounding_at
from diagramloop.engines.converse._session import ChartSession
from diagramloop.engines.converse.flowchart_tool import FlowchartTool
from diagramloop.engines.converse.function_calls import OFFERED, CallStep, FunctionCalls
from diagramloop.engines.converse.model_backed._asking import MAX_HISTORY, own_prompts, quoted
from diagramloop.engines.converse.model_backed.phrasing import MOST_WORDS
from diagramloop.engines.converse.retrievers import EMBEDDED, retriever_of
from diagramloop.evaluation.contestants.agents import Act, Found, Retriever
from diagramloop.graph import FlowGraph
from diagramloop.models.answers import Words, count_call, hear, reply_or_nothing
from diagramloop.models.chat import NO_COST, ChatModel, Message, Reply, ToolCall, Usage, model_of
from diagramloop.models.prompts import as_json

ROLE = "floca_tools"
CYCLES = 24
"""Calls of functions for one utterance: an opening may settle some six nodes, with three or four calls at each."""
HOPS = 1
"""Edges that an utterance takes after the first one, which takes as many as it decides (Section 4.2)."""


class FloCATools:
    """The agent.

    Args:
        model: that calls functions, or its plain configuration.
        retriever: of FAQs, or its name (:mod:`~diagramloop.engines.converse.retrievers`).
        prompts: a folder of one's own; see :class:`diagramloop.models.prompts.Prompts`.
        cycles: at most so many calls of functions are made for an utterance; then the model is offered none.
        name: for the leaderboard.

    Raises:
        ModelError: the configuration makes no model.
        DiagramloopError: the folder does not hold such prompts.
    """

    def __init__(
        self,
        model: ChatModel | Mapping[str, Any],
        retriever: Retriever | str = EMBEDDED,
        prompts: str | None = None,
        *,
        cycles: int = CYCLES,
        name: str = "floca_tools",
    ) -> None:
        self._model = model_of(model)
        self._retriever = retriever_of(retriever, self._model, prompts)
        self._prompts = own_prompts(prompts)
        self._cycles = cycles
        self.name = name

    def start(self, chart: FlowGraph, faqs: Sequence[FAQ] = ()) -> FloCAToolsSession:
        """A new dialogue along ``chart`` with ``faqs`` to draw on.

        Raises:
            FlowchartError: the chart cannot be walked.
        """
        instructions = self._prompts.text(ROLE)
        return FloCAToolsSession(
            self._model, self._retriever, instructions, FlowchartTool(chart), tuple(faqs), self._cycles
        )


@dataclass(frozen=True)
class Called:
    """All that a dialogue has come to. Setting a session's state to an earlier one undoes what came after.

    Attributes:
        node: the grounded node; None before the user has said anything.
        turns: of both, in order.
        steps: all calls of functions, in order.
        usage: what it has cost.
    """

    node: str | None = None
    turns: tuple[Turn, ...] = ()
    steps: tuple[CallStep, ...] = ()
    usage: Usage = NO_COST


class FloCAToolsSession(ChartSession[Called]):
    """One dialogue; see :class:`diagramloop.engines.converse.Session`."""

    def __init__(
        self,
        model: ChatModel,
        retriever: Retriever,
        instructions: str,
        tool: FlowchartTool,
        faqs: tuple[FAQ, ...],
        cycles: int,
    ) -> None:
        self._model, self._retriever, self._faqs, self._cycles = model, retriever, faqs, cycles
        self._instructions = Message("system", instructions)
        super().__init__(tool, Called())

    def say(self, utterance: str) -> Turn:
        """The agent's turn after ``utterance``.

        Raises:
            ModelError: the model was not reached.
        """
        opening, before = self.state.node is None, self.state.node or self.tool.settled(self.tool.root)
        hops = len(self.tool.graph.nodes) if opening else HOPS
        calls = FunctionCalls(self.tool, before, hops, self._find)
        messages = self._told(utterance, before)
        work = _Work(self._model, calls, [self._instructions, *messages], self._cycles)
        words = work.words()
        act = self._act(calls, moved=opening or calls.node != before)
        turn = Turn("agent", words or self._fallback(calls), calls.node, act.action)
        heard = Turn("user", utterance, self.state.node, TurnKind.OPENING if opening else TurnKind.ANSWER)
        turns, steps = (*self.state.turns, heard, turn), (*self.state.steps, *work.steps)
        usage = self.state.usage + work.usage + calls.usage
        self.state = replace(self.state, node=calls.node, turns=turns, steps=steps, usage=usage)
        return turn

    def _told(self, utterance: str, node: str) -> list[Message]:
        """Messages with what was said so far, and with what is said now and where the dialogue stands."""
        past = [
            Message("user" if turn.speaker == "user" else "assistant", quoted(turn.text))
            for turn in self.state.turns[-MAX_HISTORY:]
        ]
        case = {"first_message": self.state.node is None, "NodeID": quoted(node), "message": quoted(utterance)}
        return [*past, Message("user", as_json(case))]

    def _find(self, question: str) -> Found:
        here = self.state.node or self.tool.settled(self.tool.root)
        return self._retriever.find(question, grounding_at(self.tool, here, history=self.state.turns), self._faqs)

    def _act(self, calls: FunctionCalls, *, moved: bool) -> Act:
        if self.tool.terminal_check(calls.node):
            return Act.CONCLUDE
        if moved:
            return Act.ASK
        return Act.INFORM if calls.told else Act.CLARIFY

    def _fallback(self, calls: FunctionCalls) -> str:
        """The words of a model that has none: the knowledge that it found, and the node's own text."""
        answers = [calls.told.answer] if calls.told else []
        return "\n".join(filter(None, [*answers, self.tool.node_attr(calls.node)]))


@dataclass
class _Work:
    """The cycles of one turn: the conversation so far, and what was called."""

    model: ChatModel
    calls: FunctionCalls
    messages: list[Message]
    cycles_left: int
    steps: tuple[CallStep, ...] = ()
    usage: Usage = NO_COST

    def words(self) -> str:
        """Return the model's words to the person, after all calls that it wants to make; empty if it has none."""
        while True:
            tools = OFFERED if self.cycles_left > 0 else ()
            reply = reply_or_nothing(self.model, ROLE, self.messages, tools)
            self.usage += reply.usage
            if not reply.tool_calls or self.cycles_left <= 0:
                return hear(reply, ROLE, self.messages, Words(MOST_WORDS)).value or ""
            self._cycle(reply)

    def _cycle(self, reply: Reply) -> None:
        """Runs the calls of a reply, and tells the model what came of each."""
        asked = [
            ToolCall(quoted(call.id), quoted(call.name), quoted(call.arguments))
            for call in reply.tool_calls[: self.cycles_left]
        ]
        self.messages.append(Message("assistant", quoted(reply.text), tool_calls=tuple(asked)))
        for call in asked:
            step = self.calls.run(call)
            count_call(ROLE, call, step.error if step.unread else "")
            self.cycles_left -= 1
            self.steps = (*self.steps, step)
            came = {"error": quoted(step.error)} if step.error else {"result": _said(step.result)}
            result = as_json(came | {"calls_left": self.cycles_left})
            self.messages.append(Message("tool", result, tool_call_id=call.id))


def _said(result: Any) -> Any:
    if isinstance(result, list):
        return [quoted(text) for text in result]
    return quoted(result) if isinstance(result, str) else result
