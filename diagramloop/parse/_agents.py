"""The agents of the inverse parser by role and by name; each is imported only when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from diagramloop.by_name import made_by_name
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.parse import blackboard

ROLES: dict[str, Any] = {
    "environment_curator": blackboard.EnvironmentCurator,
    "shape_hunter": blackboard.ShapeHunter,
    "text_spotter": blackboard.TextSpotter,
    "fusion_arbiter": blackboard.FusionArbiter,
    "topology_coder": blackboard.TopologyCoder,
    "graph_architect": blackboard.GraphArchitect,
}
"""The protocol of each role."""

AGENTS: dict[str, dict[str, str]] = {
    "environment_curator": {
        "embedded": "diagramloop.parse.page.environment_curator:EmbeddedEnvironmentCurator",
        "model": "diagramloop.parse.model_backed:ModelEnvironmentCurator",
    },
    "shape_hunter": {
        "embedded": "diagramloop.parse.shapes.shape_hunter:EmbeddedShapeHunter",
        "model": "diagramloop.parse.model_backed:ModelShapeHunter",
        "mask2former": "diagramloop.parse.model_backed:Mask2FormerShapeHunter",
        "none": "diagramloop.parse.ablation:NoShapeHunter",
    },
    "text_spotter": {
        "embedded": "diagramloop.parse.text.text_spotter:EmbeddedTextSpotter",
        "model": "diagramloop.parse.model_backed:ModelTextSpotter",
        "none": "diagramloop.parse.ablation:NoTextSpotter",
    },
    "fusion_arbiter": {
        "embedded": "diagramloop.parse.fusion.fusion_arbiter:EmbeddedFusionArbiter",
        "model": "diagramloop.parse.model_backed:ModelFusionArbiter",
        "text_blocks": "diagramloop.parse.ablation:TextBlockArbiter",
    },
    "topology_coder": {
        "embedded": "diagramloop.parse.lines.topology_coder:EmbeddedTopologyCoder",
        "model": "diagramloop.parse.model_backed:ModelTopologyCoder",
    },
    "graph_architect": {"embedded": "diagramloop.parse.graph_architect:EmbeddedGraphArchitect"},
}
"""Where each agent is made, as ``package.module:Class``, by role and name."""


def agent(role: str, /, make: str = "embedded", options: Mapping[str, Any] | None = None) -> Any:
    """The agent of ``role`` called ``make``, made with ``options``.

    Args:
        role: one of ``ROLES``.
        make: one of ``AGENTS[role]``, or ``package.module:Class`` for one's own.

    Raises:
        DiagramloopError: no such role or agent (MISSING), or what is there is no agent of this role or takes
            other options (INVALID).
        ModelError: the model behind it cannot be had.
    """
    if role not in ROLES:
        raise DiagramloopError(f"no role {role!r}; there are {', '.join(ROLES)}", reason=RejectionReason.MISSING)
    return made_by_name(role.replace("_", " "), make, AGENTS[role], ROLES[role], options or {})
