"""The content of an engine's room: native code, which a hostile graph may crash, hang or fill with memory.

The module ``diagramloop.render.native.worker ENGINE``: a request is JSON, what is called and with which arguments;
the answer is the drawing, a text in UTF-8 or the bytes of a picture.
"""

from __future__ import annotations

import importlib
import json
import sys

from diagramloop.base.room import answer_calls
from diagramloop.errors import RenderError

MOST_CHARACTERS = 500  # of what an engine says of a fault


def main() -> None:
    """Serve the engine named by the first argument until standard input closes."""
    engine = sys.argv[1]
    native = importlib.import_module(f"diagramloop.render.native.{engine}")

    def draw(request: bytes) -> bytes:
        asked = json.loads(request)
        try:
            drawing: str | bytes = getattr(native, asked["call"])(**asked["arguments"])
        except MemoryError:
            raise
        except Exception as error:  # whatever the engine throws: it is as able as before to draw the next
            raise RenderError(f"{engine}: {type(error).__name__}: {error}"[:MOST_CHARACTERS]) from error
        return drawing.encode() if isinstance(drawing, str) else drawing

    answer_calls(draw)


if __name__ == "__main__":
    main()
