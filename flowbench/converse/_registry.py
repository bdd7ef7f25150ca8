"""Agents and user simulators by name; a module is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from pkgutil import resolve_name
from typing import Any

from flowbench.converse._agent import Agent, UserSimulator
from flowbench.errors import FlowbenchError, RejectionReason

AGENTS = {
    "floca": "flowbench.converse.floca:FloCA",
    "random_edge": "flowbench.converse.random_edge:RandomEdge",
    "always_first": "flowbench.converse.always_first:AlwaysFirst",
    "graph_serialisation": "flowbench.converse.graph_serialisation:GraphSerialisation",
    "rag_graph_serialisation": "flowbench.converse.rag_graph_serialisation:RagGraphSerialisation",
    "vision": "flowbench.converse.vision:Vision",
}
SIMULATORS = {
    "replay": "flowbench.converse.simulators.replay:Replay",
    "model": "flowbench.converse.simulators.model:ModelUser",
}


def agent(name: str, /, **options: Any) -> Agent:
    """The agent called ``name``, made with ``options``.

    Args:
        name: one of ``AGENTS``, or ``package.module:Class`` for one's own.

    Raises:
        FlowbenchError: there is none (MISSING), or what is there is no agent or cannot be made (INVALID).
    """
    made = _made(name, AGENTS, options)
    if not isinstance(made, Agent):
        raise FlowbenchError(f"{name!r} is no agent")
    return made


def simulator(name: str, /, **options: Any) -> UserSimulator:
    """The user simulator called ``name``, made with ``options``; as :func:`agent`, of ``SIMULATORS``."""
    made = _made(name, SIMULATORS, options)
    if not isinstance(made, UserSimulator):
        raise FlowbenchError(f"{name!r} is no user simulator")
    return made


def _made(name: str, known: Mapping[str, str], options: Mapping[str, Any]) -> Any:
    try:
        maker = resolve_name(known[name] if ":" not in name else name)
    except (ImportError, AttributeError, KeyError, ValueError) as error:
        there_are = ", ".join(known)
        raise FlowbenchError(f"there is no {name!r}; there are {there_are}", reason=RejectionReason.MISSING) from error
    try:
        return maker(**options)
    except TypeError as error:
        raise FlowbenchError(f"{name!r} cannot be made: {error}") from error
