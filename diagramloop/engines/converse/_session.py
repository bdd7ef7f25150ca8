"""The head of every dialogue along a chart: what it has cost, what was said, and whether it is over."""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

from diagramloop.data.sources import Turn
from diagramloop.engines.converse.flowchart_tool import FlowchartTool
from diagramloop.models.chat import Usage


class Reached(Protocol):
    """All that a dialogue has come to, as one frozen value.

    Attributes:
        node: the grounded node; None before the user has said anything.
        turns: of both, in order.
        usage: what it has cost.
    """

    @property
    def node(self) -> str | None: ...

    @property
    def turns(self) -> tuple[Turn, ...]: ...

    @property
    def usage(self) -> Usage: ...


State = TypeVar("State", bound=Reached)


class ChartSession(Generic[State]):
    """The part of a :class:`diagramloop.engines.converse.Session` that is the same for all agents that stand at a node.

    Setting the state to an earlier one undoes what came after.

    Attributes:
        tool: the chart, and all ways to move on it.
        state: of the dialogue.
    """

    def __init__(self, tool: FlowchartTool, state: State) -> None:
        self.tool = tool
        self.state = state

    @property
    def usage(self) -> Usage:
        """The cost of the dialogue so far."""
        return self.state.usage

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Those of both so far."""
        return self.state.turns

    @property
    def finished(self) -> bool:
        """True once a terminal is reached (TerminalCheck)."""
        return self.state.node is not None and self.tool.terminal_check(self.state.node)
