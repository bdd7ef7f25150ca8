"""A persistent child process that runs native code under a time limit."""

from __future__ import annotations

import atexit
import base64
import json
import os
import subprocess
import sys
import threading
from collections.abc import Mapping
from typing import Any

from diagramloop.errors import RejectionReason, RenderError


class Worker:
    """Calls functions of an engine's native module in a child process, one at a time.

    The child starts at the first call, is ended when a call exceeds its time limit or the child breaks,
    and starts again at the next call. Thread-safe.
    """

    def __init__(self, engine: str, environment: Mapping[str, str] | None = None) -> None:
        self._engine = engine
        self._environment = dict(environment or {})
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        atexit.register(self.close)

    def call(self, function: str, time_limit: float, **arguments: Any) -> str | bytes:
        """The result of ``function(**arguments)`` in the child.

        Args:
            function: name in the engine's native module.
            time_limit: seconds.

        Raises:
            RenderError: the function raised, the child died, or the time limit passed (reason TIMEOUT).
        """
        with self._lock:
            process = self._started()
            answer = self._exchange(process, {"call": function, "arguments": arguments}, time_limit)
        if "error" in answer:
            raise RenderError(f"{self._engine}: {answer['error'][:500]}")
        return base64.b64decode(answer["bytes"]) if "bytes" in answer else str(answer["text"])

    def close(self) -> None:
        """End the child, if any."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._process = subprocess.Popen(  # noqa: S603 - our own module, no shell
                [sys.executable, "-m", "diagramloop.render.engines._worker", self._engine],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p), **self._environment},
            )
        return self._process

    def _exchange(self, process: subprocess.Popen[bytes], request: dict[str, Any], time_limit: float) -> dict[str, Any]:
        assert process.stdin is not None
        timer = threading.Timer(time_limit, process.kill)
        timer.start()
        try:
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
            assert process.stdout is not None
            line = process.stdout.readline()
        except OSError:
            line = b""
        finally:
            overdue = not timer.is_alive()
            timer.cancel()
        if not line:
            self.close()
            if overdue:
                message = f"{self._engine}: no answer in {time_limit:g} s"
                raise RenderError(message, reason=RejectionReason.TIMEOUT)
            raise RenderError(f"{self._engine}: crashed")
        answer: dict[str, Any] = json.loads(line)
        return answer
