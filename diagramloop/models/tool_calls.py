"""Arguments that a model passes to a tool, in which nothing is trusted."""

from __future__ import annotations

import json
from typing import Any

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.models.chat import ToolCall
from diagramloop.models.prompts import encodable

MAX_BRACKETS = 200  # in the arguments of a call: a list of names has one


class ToolCallError(DiagramloopError):
    """A tool was called with what are no arguments; its text tells the model what to write instead."""


def arguments_of(call: ToolCall) -> dict[str, Any]:
    """The arguments of a call by name, as the model wrote them.

    Raises:
        ToolCallError: they are no JSON object (INVALID), or an absurdly nested one (TOO_LARGE).
    """
    if call.arguments.count("[") + call.arguments.count("{") > MAX_BRACKETS:
        raise ToolCallError(f"{call.name}: the arguments are nested too deeply", reason=RejectionReason.TOO_LARGE)
    try:
        written = json.dumps(json.loads(call.arguments), ensure_ascii=False, allow_nan=False)
        arguments = json.loads(encodable(written))
    except (ValueError, RecursionError) as error:
        raise ToolCallError(f"{call.name}: the arguments are not JSON: {error}") from error
    if not isinstance(arguments, dict):
        raise ToolCallError(f"{call.name}: the arguments are not a JSON object")
    return arguments
