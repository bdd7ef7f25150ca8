"""The state of a dialogue at a node, as its roles see it."""

from __future__ import annotations

from typing import Any

from diagramloop.engines.converse.flowchart_tool import FlowchartTool
from diagramloop.evaluation.contestants.agents import Grounding, Option


def grounding_at(tool: FlowchartTool, node: str, **facts: Any) -> Grounding:
    """The node with its outgoing edges.

    Args:
        facts: further fields of :class:`~diagramloop.engines.converse.Grounding`.

    Raises:
        UnknownNodeError: there is no such node.
    """
    options = tuple(
        Option(edge.attribute, tool.node_attr(edge.target), tool.terminal_check(edge.target))
        for edge in tool.out_edges(node)
    )
    return Grounding(node, tool.node_attr(node), tool.kind(node), options, topic=tool.graph.title, **facts)
