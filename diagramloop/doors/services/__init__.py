"""Typed requests and answers that every service shares: what HTTP, agents and notebooks ask, asked once."""

from diagramloop.doors.services.operations import OPERATIONS, Operation, answered
from diagramloop.doors.services.workers import Reply, ServiceLimits, WorkerPool

__all__ = ["OPERATIONS", "Operation", "Reply", "ServiceLimits", "WorkerPool", "answered"]
