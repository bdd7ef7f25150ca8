"""A persistent child process that runs native code under a time limit."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any

from diagramloop.errors import DiagramloopError, RenderError
from diagramloop.limited_process import LimitedProcess


class Worker:
    """Calls functions of an engine's native module in a child process, one at a time.

    The child starts at the first call, is ended when a call exceeds its time limit or the child breaks,
    and starts again at the next call. Thread-safe.
    """

    def __init__(self, engine: str, environment: Mapping[str, str] | None = None) -> None:
        self._engine = engine
        self._process = LimitedProcess(engine, "diagramloop.render.engines._worker", [engine], environment)

    def call(self, function: str, time_limit: float, **arguments: Any) -> str | bytes:
        """The result of ``function(**arguments)`` in the child.

        Args:
            function: name in the engine's native module.
            time_limit: seconds.

        Raises:
            RenderError: the function raised, the child died, or the time limit passed (reason TIMEOUT).
        """
        request = json.dumps({"call": function, "arguments": arguments}).encode()
        try:
            answer: dict[str, Any] = json.loads(self._process.ask(request, time_limit))
        except DiagramloopError as error:
            raise RenderError(str(error), reason=error.reason) from error
        if "error" in answer:
            raise RenderError(f"{self._engine}: {answer['error'][:500]}")
        return base64.b64decode(answer["bytes"]) if "bytes" in answer else str(answer["text"])

    def close(self) -> None:
        """End the child, if any."""
        self._process.close()
