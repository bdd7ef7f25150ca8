"""The flowchart tool's functions as a language model calls them (FloCA, Section 4.1).

The model may ask anything of them, and a call that they refuse is a step that it is told of. The dialogue stands at
one node; it moves by NextHop from that node along an edge of the chart, and by nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from diagramloop.data.sources import FAQ
from diagramloop.engines.converse.flowchart_tool import FlowchartError, FlowchartTool
from diagramloop.engines.converse.model_backed._asking import quoted
from diagramloop.errors import first_complaint
from diagramloop.evaluation.contestants.agents import Found
from diagramloop.models.chat import NO_COST, Tool, ToolCall, Usage
from diagramloop.models.tool_calls import ToolCallError, arguments_of

MAX_NAME = 80  # characters of what a model calls a function


class _Node(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", coerce_numbers_to_str=True)

    NodeID: str


class _Edge(_Node):
    EdgeAttr: str


class _Question(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    Question: str


@dataclass(frozen=True)
class CallStep:
    """One call that the model made.

    Attributes:
        function: as the model called it.
        arguments: as the model wrote them.
        result: what the function gave; None where it refused.
        error: why it refused, in the words that the model was told; empty if it did not.
        unread: whether it is no call of a function at all, and not only one that the chart refuses.
    """

    function: str
    arguments: str
    result: Any
    error: str = ""
    unread: bool = False


@dataclass
class FunctionCalls:
    """The calls that a model makes in one turn, and where they lead.

    Attributes:
        tool: the chart.
        node: where the dialogue stands.
        hops_left: how often it may still move in this turn.
        find: gives the FAQ that answers a question.
        passed: nodes at which the dialogue stood in this turn: it comes back to none of them.
        told: the FAQ that was found last.
        usage: of the retriever.
    """

    tool: FlowchartTool
    node: str
    hops_left: int
    find: Callable[[str], Found]
    passed: set[str] = field(default_factory=set)
    told: FAQ | None = None
    usage: Usage = NO_COST

    def run(self, call: ToolCall) -> CallStep:
        """The step that a call makes, be it refused."""
        name, arguments = quoted(call.name[:MAX_NAME]), quoted(call.arguments)
        try:
            return CallStep(name, arguments, self._result(call))
        except FlowchartError as error:
            return CallStep(name, arguments, None, str(error))
        except ToolCallError as error:
            return CallStep(name, arguments, None, str(error), unread=True)

    def _result(self, call: ToolCall) -> Any:
        if call.name not in _FUNCTIONS:
            raise ToolCallError(f"there is no function {call.name[:MAX_NAME]!r}; there are: {', '.join(_FUNCTIONS)}")
        function = _FUNCTIONS[call.name]
        try:
            given = function.takes.model_validate(arguments_of(call))
        except ValidationError as error:
            raise ToolCallError(f"{call.name}: {first_complaint(error, 'arguments')}") from error
        return function.run(self, given)

    def _next_hop(self, given: _Edge) -> str:
        target = self.tool.settled(self.tool.next_hop(given.NodeID, given.EdgeAttr))
        if given.NodeID != self.node:
            raise FlowchartError(f"the conversation stands at {self.node!r}: NextHop goes on from that node alone")
        if not self.hops_left:
            raise FlowchartError("one message takes one edge: put the node that was reached to the person first")
        if target in self.passed | {self.node}:
            raise FlowchartError(f"that would lead back to {target!r} before the person has been asked anything")
        self.passed.add(self.node)
        self.node, self.hops_left = target, self.hops_left - 1
        return target

    def _retrieve(self, given: _Question) -> str:
        retrieval = self.find(given.Question)
        self.usage += retrieval.usage
        self.told = retrieval.faq or self.told
        return retrieval.faq.answer if retrieval.faq else ""


@dataclass(frozen=True)
class _Function:
    takes: type[BaseModel]
    run: Callable[[FunctionCalls, Any], Any]
    description: str


_NODE_ATTR = _Function(_Node, lambda calls, given: calls.tool.node_attr(given.NodeID), "What is written on the node.")
_OUT_EDGE_ATTR = _Function(
    _Node,
    lambda calls, given: list(calls.tool.out_edge_attr(given.NodeID)),
    "What is written on each edge that leaves the node, as a list. An edge without a condition has the empty text.",
)
_NEXT_HOP = _Function(
    _Edge,
    FunctionCalls._next_hop,
    "Moves the conversation from the node at which it stands along the edge with that text, and returns the id of"
    " the node that is reached. EdgeAttr is one of the texts that OutEdgeAttr gives for NodeID, to the letter.",
)
_TERMINAL_CHECK = _Function(
    _Node,
    lambda calls, given: int(calls.tool.terminal_check(given.NodeID)),
    "1 if the chart ends at the node, else 0.",
)
_RETRIEVE = _Function(
    _Question,
    FunctionCalls._retrieve,
    "The answer of the knowledge base to a question; the empty text if it has none.",
)
_FUNCTIONS: Mapping[str, _Function] = {
    "NodeAttr": _NODE_ATTR,
    "OutEdgeAttr": _OUT_EDGE_ATTR,
    "NextHop": _NEXT_HOP,
    "TerminalCheck": _TERMINAL_CHECK,
    "Retrieve": _RETRIEVE,
}
OFFERED: tuple[Tool, ...] = tuple(
    Tool(name, function.description, function.takes.model_json_schema()) for name, function in _FUNCTIONS.items()
)
"""The paper's four functions under the paper's names, and the retriever of Section 4.4."""
