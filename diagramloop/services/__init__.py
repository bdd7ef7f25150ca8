"""Typed requests and answers that every service shares: what HTTP, agents and notebooks ask, asked once."""

from diagramloop.services.operations import OPERATIONS, Operation, answered
from diagramloop.services.workers import Limits, Reply, Workers

__all__ = ["OPERATIONS", "Limits", "Operation", "Reply", "Workers", "answered"]
