"""Dialogues along a flowchart (FloCA)."""

from flowbench.converse._agent import (
    Act,
    Agent,
    Found,
    Grounding,
    Intent,
    Match,
    Matcher,
    Option,
    Phrase,
    Phrasing,
    Purpose,
    Reading,
    Retriever,
    Session,
    SimulatedUser,
    UserSimulator,
)
from flowbench.converse._registry import AGENTS, SIMULATORS, agent, simulator
from flowbench.converse.conversation import BUDGET, converse, reference_turns
from flowbench.converse.flowchart_tool import FlowchartError, FlowchartTool, NoSuchEdgeError, OutEdge, UnknownNodeError

__all__ = [
    "AGENTS",
    "BUDGET",
    "SIMULATORS",
    "Act",
    "Agent",
    "FlowchartError",
    "FlowchartTool",
    "Found",
    "Grounding",
    "Intent",
    "Match",
    "Matcher",
    "NoSuchEdgeError",
    "Option",
    "OutEdge",
    "Phrase",
    "Phrasing",
    "Purpose",
    "Reading",
    "Retriever",
    "Session",
    "SimulatedUser",
    "UnknownNodeError",
    "UserSimulator",
    "agent",
    "converse",
    "reference_turns",
    "simulator",
]
