"""The agents of the inverse parser by role and by name; each is imported only when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from diagramloop.engines.parse import blackboard
from diagramloop.engines.parse.text.recogniser import LineReader
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.plugins import Kind

ROLES: dict[str, Kind[Any]] = {
    "environment_curator": Kind("diagramloop.environment_curator", blackboard.EnvironmentCurator),
    "shape_hunter": Kind("diagramloop.shape_hunter", blackboard.ShapeHunter),
    "text_spotter": Kind("diagramloop.text_spotter", blackboard.TextSpotter),
    "recogniser": Kind("diagramloop.recogniser", LineReader),
    "fusion_arbiter": Kind("diagramloop.fusion_arbiter", blackboard.FusionArbiter),
    "topology_coder": Kind("diagramloop.topology_coder", blackboard.TopologyCoder),
    "graph_architect": Kind("diagramloop.graph_architect", blackboard.GraphArchitect),
}
"""The kind of plug-in that plays each role."""


def agent(role: str, /, make: str = "embedded", options: Mapping[str, Any] | None = None) -> Any:
    """The agent of ``role`` called ``make``, made with ``options``.

    Args:
        role: one of ``ROLES``.
        make: a name of that kind, or ``package.module:Class`` for one's own.

    Raises:
        DiagramloopError: no such role or agent (MISSING), or what is there is no agent of this role or takes
            other options (INVALID).
        ModelError: the model behind it cannot be had.
    """
    if role not in ROLES:
        raise DiagramloopError(f"no role {role!r}; there are {', '.join(ROLES)}", reason=RejectionReason.MISSING)
    if not isinstance(options or {}, Mapping):
        raise DiagramloopError(f"the {ROLES[role].word} {make!r} cannot be made: {options!r} are no options")
    return ROLES[role].made(make, **(options or {}))


def agent_set(agents: Mapping[str, Any] | str) -> Mapping[str, Any]:
    """The plain configuration of a set of agents: as given, or of the set of that name in ``agents.yaml``.

    Raises:
        DiagramloopError: there is no such set (MISSING).
    """
    if isinstance(agents, Mapping):
        return agents
    named = _named_sets()
    if agents not in named:
        raise DiagramloopError(
            f"no set of agents {agents!r}; there are {', '.join(named)}", reason=RejectionReason.MISSING
        )
    return named[agents]


@cache
def _named_sets() -> dict[str, dict[str, Any]]:
    read: dict[str, dict[str, Any]] = yaml.safe_load(files(__package__).joinpath("agents.yaml").read_text("utf-8"))
    return read
