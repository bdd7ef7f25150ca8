"""Agents and user simulators by name; a module is imported when it is asked for."""

from __future__ import annotations

from typing import Any

from diagramloop.by_name import made_by_name
from diagramloop.converse._agent import Agent, UserSimulator

AGENTS = {
    "floca": "diagramloop.converse.floca:FloCA",
    "random_edge": "diagramloop.converse.random_edge:RandomEdge",
    "always_first": "diagramloop.converse.always_first:AlwaysFirst",
    "graph_serialisation": "diagramloop.converse.graph_serialisation:GraphSerialisation",
    "rag_graph_serialisation": "diagramloop.converse.rag_graph_serialisation:RagGraphSerialisation",
    "vision": "diagramloop.converse.vision:Vision",
}
SIMULATORS = {
    "replay": "diagramloop.converse.simulators.replay:Replay",
    "model": "diagramloop.converse.simulators.model:ModelUser",
}


def agent(name: str, /, **options: Any) -> Agent:
    """The agent called ``name``, made with ``options``.

    Args:
        name: one of ``AGENTS``, or ``package.module:Class`` for one's own.

    Raises:
        DiagramloopError: there is none (MISSING), or what is there is no agent or cannot be made (INVALID).
    """
    made: Agent = made_by_name("agent", name, AGENTS, Agent, options)
    return made


def simulator(name: str, /, **options: Any) -> UserSimulator:
    """The user simulator called ``name``, made with ``options``; as :func:`agent`, of ``SIMULATORS``."""
    made: UserSimulator = made_by_name("user simulator", name, SIMULATORS, UserSimulator, options)
    return made
