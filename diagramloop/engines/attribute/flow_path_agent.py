"""FlowPathAgent: a chat model that walks the chart's graph with tools (Follow the Flow, Section 5.3).

The paper's five steps: *node selection* is the plan, the only call that carries the labelled picture; *tool selection*
and *tool execution* alternate, one tool a cycle, at most eight cycles; *tool response analysis* ends them with an
ordered path as ``final_answer``; *mapping to the original flowchart* turns its marks back into nodes and regions.

Only marks of nodes that exist leave this module, whatever a model, a question or a node's text says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from diagramloop.asking import Need
from diagramloop.engines.attribute._asking import ask, case, marked_picture, own_prompts, quoted
from diagramloop.engines.attribute.symbolic_chart import SymbolicChart, ToolError, ToolTrace
from diagramloop.engines.parse.labelled_picture import marks, under_marks
from diagramloop.errors import ModelError, RejectionReason
from diagramloop.evaluation.contestants.attributors import (
    Attribution,
    AttributionError,
    AttributionTask,
    Step,
    regions_of,
)
from diagramloop.graph.mermaid import write_mermaid
from diagramloop.models.allowances import allowance
from diagramloop.models.answers import Heard, Listed, UnreadError, Words, count_call, count_nothing, hear
from diagramloop.models.chat import ChatModel, Message, Reply, Tool, ToolCall, Usage, model_of
from diagramloop.models.prompts import Prompts, as_json
from diagramloop.models.tool_calls import ToolCallError, arguments_of

CYCLES = 8  # of tool selection and execution
FINAL = "final_answer"
NO_TOOL = "no_tool"  # under which the trace keeps a cycle in which no tool was called
LONGEST_NAME = 80  # characters of what a model calls a tool
LISTED_NODES = 200  # whose marks the model is told


class FlowPathAgent:
    """The agent on a chat model; see the module's docstring.

    Args:
        chat: a model that sees pictures, where there are any, and calls tools; or its plain configuration.
        cycles: at most so many tools are called for a task.
        prompts: a folder of one's own; see :class:`diagramloop.models.prompts.Prompts`.
    """

    name = "flow_path_agent"
    needs: ClassVar = (Need.MARKS,)

    def __init__(self, chat: ChatModel | Mapping[str, Any], cycles: int = CYCLES, prompts: str | None = None) -> None:
        self._model = model_of(chat)
        self._cycles = cycles
        self._prompts = own_prompts(prompts)

    def attribute(self, task: AttributionTask) -> Attribution:
        """The path of the final answer; without one, no node. The trace begins with the plan.

        Raises:
            AttributionError: the chart has no nodes (EMPTY), or a picture in which none has a place (NOT_ASKED).
            PictureError: the picture cannot be read.
            ModelError: the model does not answer.
        """
        id_of = marks(task.graph)
        if not id_of:
            raise AttributionError(f"{task.id}: a chart without nodes", reason=RejectionReason.EMPTY)
        chart = SymbolicChart(under_marks(task.graph, id_of))
        plan, planned = self._plan(task, chart, id_of)
        begun = case(task, plan=quoted(plan.value or ""), nodes=list(id_of)[:LISTED_NODES], steps_left=self._cycles)
        work = _Work(self._model, chart, [Message("user", begun)], self._cycles, self._prompts)
        nodes = tuple(id_of[mark] for mark in work.path())
        trace = (planned, *work.steps)
        return Attribution(nodes, regions_of(task.graph, nodes), trace, plan.usage + work.usage)

    def _plan(self, task: AttributionTask, chart: SymbolicChart, id_of: Mapping[str, str]) -> tuple[Heard[str], Step]:
        if task.picture is None:
            message = Message("user", case(task, flowchart=quoted(write_mermaid(chart.graph).text)))
        else:
            message = Message("user", case(task), (marked_picture(task, id_of),))
        return ask(self._model, "plan", [message], Words(unquoted=False), self._prompts)


@dataclass
class _Work:
    """The cycles of one task: the conversation so far, and what came of it."""

    model: ChatModel
    chart: SymbolicChart
    messages: list[Message]
    steps_left: int
    prompts: Prompts
    steps: list[Step] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)

    def path(self) -> tuple[str, ...]:
        """The marks of the first final answer that names a node; none where the cycles end without."""
        while self.steps_left:
            instructions = Message("system", self.prompts.text(FlowPathAgent.name))
            messages = [instructions, *self.messages]
            try:
                reply = self.model.reply(messages, tools=self._offered(), max_tokens=allowance(FlowPathAgent.name))
            except ModelError as error:
                count_nothing(FlowPathAgent.name, error)
                raise
            self.usage += reply.usage
            self.steps_left -= 1
            if path := self._cycle(reply):
                return path
        return ()

    def _offered(self) -> Sequence[Tool]:
        """All tools; in the last step the final answer alone."""
        return [tool for tool in self.chart.tools() if tool.name == FINAL or self.steps_left > 1]

    def _cycle(self, reply: Reply) -> tuple[str, ...]:
        """Runs the first tool that the reply asks for; the path, if that was the final answer and names a node."""
        if not reply.tool_calls:
            return self._without_tool(reply)
        asked = reply.tool_calls[0]
        call = ToolCall(quoted(asked.id), quoted(asked.name[:LONGEST_NAME]), quoted(asked.arguments))
        step = self._run(call)
        message = Message("assistant", quoted(reply.text), tool_calls=(call,))
        self._observe(step, message, Message("tool", tool_call_id=call.id))
        path = self._marks(step.arguments.get("answer")) if step.tool == FINAL else ()
        lists_none = _NO_NODE if step.tool == FINAL and not path else ""
        count_call(FlowPathAgent.name, call, lists_none or _complaint(call))
        return path

    def _without_tool(self, reply: Reply) -> tuple[str, ...]:
        """A reply in words: the final answer if it lists marks."""
        path = hear(reply, FlowPathAgent.name, self.messages, self._path_form()).value or ()
        step = Step(FINAL, {"answer": list(path)}, list(path), 0.0) if path else Step(NO_TOOL, {}, _CALL_ONE, 0.0)
        self._observe(step, Message("assistant", quoted(reply.text)), Message("user"))
        return path

    def _run(self, call: ToolCall) -> Step:
        """The step that a call makes, be it refused."""
        trace = ToolTrace(self.chart)
        try:
            trace.run(call.name, _arguments(call))
        except ToolError as error:
            return trace.steps[0] if trace.steps else Step(call.name, {}, str(error), 0.0)
        return trace.steps[0]

    def _observe(self, step: Step, message: Message, observer: Message) -> None:
        """Keeps a step, and tells the model what came of it; a final answer that ends nothing named no node."""
        observation = {"steps_left": self.steps_left, "result": step.result} | (
            {"error": _NO_NODE} if step.tool == FINAL else {}
        )
        self.steps.append(step)
        self.messages += [message, replace(observer, text=quoted(as_json(observation)))]

    def _marks(self, answer: object) -> tuple[str, ...]:
        """The marks in an argument, which is meant to be a list of them."""
        try:
            return self._path_form().read(answer if isinstance(answer, str) else as_json(answer)).value
        except UnreadError:
            return ()

    def _path_form(self) -> Listed:
        return Listed("nodes", list(self.chart.graph.node_by_id))


_CALL_ONE = "no tool was called; call one, or final_answer with the list of marks"
_NO_NODE = "the final answer names no node of the flowchart; call final_answer with a list of marks"


def _complaint(call: ToolCall) -> str:
    """The complaint of a call that is none; empty where it has arguments, be they ones that the tool refuses."""
    try:
        arguments_of(call)
    except ToolCallError as error:
        return str(error)
    return ""


def _arguments(call: ToolCall) -> dict[str, Any]:
    """The arguments of a call.

    Raises:
        ToolError: they are no JSON object, or an absurdly nested one.
    """
    try:
        return arguments_of(call)
    except ToolCallError as error:
        raise ToolError(str(error), reason=error.reason) from error
