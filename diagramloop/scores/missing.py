"""Why a metric has no value: it is then reported as missing, never replaced."""

from __future__ import annotations

from diagramloop.errors import DiagramloopError, RejectionReason


class MissingPartError(DiagramloopError):
    """Something a metric needs is not there: boxes, a prompt, a judge's verdict."""

    reason = RejectionReason.MISSING
