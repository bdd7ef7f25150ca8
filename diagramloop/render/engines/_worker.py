"""The child process in which an engine's native code runs: one JSON request a line in, one answer a line out.

Run as ``python -m diagramloop.render.engines._worker ENGINE``. A crash, an endless loop or a memory blow-up
on a hostile graph then costs one process, which the parent ends and replaces.
"""

from __future__ import annotations

import base64
import importlib
import json
import os
import sys
from typing import Any, TextIO


def main() -> None:
    """Serve the engine named by the first argument until standard input closes."""
    answers = _private_stdout()
    native = importlib.import_module(f"diagramloop.render.engines._{sys.argv[1]}_native")
    for line in sys.stdin:
        answers.write(json.dumps(_answer(native, json.loads(line))) + "\n")
        answers.flush()


def _answer(native: Any, request: dict[str, Any]) -> dict[str, Any]:
    try:
        result = getattr(native, request["call"])(**request["arguments"])
    except Exception as error:  # whatever the engine throws is the parent's RenderError
        return {"error": f"{type(error).__name__}: {error}"}
    if isinstance(result, bytes):
        return {"bytes": base64.b64encode(result).decode("ascii")}
    return {"text": result}


def _private_stdout() -> TextIO:
    """The real standard output; what engines print themselves goes to standard error from now on."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers


if __name__ == "__main__":
    main()
