"""The child process in which an engine's native code runs: JSON requests in, answers out.

Run as ``python -m diagramloop.render.engines._worker ENGINE``. A crash, an endless loop or a memory blow-up
on a hostile graph then costs one process, which the parent ends and replaces.
"""

from __future__ import annotations

import base64
import importlib
import json
import sys
from typing import Any

from diagramloop.limited_process import answer_requests


def main() -> None:
    """Serve the engine named by the first argument until standard input closes."""
    native = importlib.import_module(f"diagramloop.render.engines._{sys.argv[1]}_native")
    answer_requests(lambda request: json.dumps(_answer(native, json.loads(request))).encode())


def _answer(native: Any, request: dict[str, Any]) -> dict[str, Any]:
    try:
        result = getattr(native, request["call"])(**request["arguments"])
    except Exception as error:  # whatever the engine throws is the parent's RenderError
        return {"error": f"{type(error).__name__}: {error}"}
    if isinstance(result, bytes):
        return {"bytes": base64.b64encode(result).decode("ascii")}
    return {"text": result}


if __name__ == "__main__":
    main()
