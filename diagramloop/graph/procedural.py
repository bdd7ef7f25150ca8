"""Elements of a procedural graph (text2flow, Section 3; PAGED)."""

from __future__ import annotations

from diagramloop.graph._elements import EdgeKind, NodeKind

ACTIONS = (NodeKind.PROCESS, NodeKind.START, NodeKind.END)
"""Steps that somebody takes, with where a flow starts and ends."""

GATEWAYS = (NodeKind.XOR, NodeKind.OR, NodeKind.AND)
"""Where a flow splits or joins."""

ARTIFACTS = (NodeKind.DATA_OBJECT, NodeKind.TEXT_ANNOTATION)
"""Constraints of steps: data they need or make, and what they have to heed."""

FLOWS = (EdgeKind.SEQUENCE, EdgeKind.CONDITION, EdgeKind.CONSTRAINT)
"""The three kinds of flows."""
