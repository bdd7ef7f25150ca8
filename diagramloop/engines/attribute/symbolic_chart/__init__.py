"""The flowchart as a symbolic graph with FlowPathAgent's 13 tools (Follow the Flow, Section 5.2, Tables 5 and 6)."""

from diagramloop.engines.attribute.symbolic_chart._chart import SymbolicChart
from diagramloop.engines.attribute.symbolic_chart._declaration import ToolError
from diagramloop.engines.attribute.symbolic_chart._trace import ToolTrace

__all__ = ["SymbolicChart", "ToolError", "ToolTrace"]
