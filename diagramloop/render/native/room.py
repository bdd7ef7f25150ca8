"""Part of every engine whose native code runs in a room: novasvg paints there, too."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from diagramloop.base.room import Room
from diagramloop.errors import DiagramloopError, RenderError

LAYOUT_LIMIT = 120.0  # seconds; a chart of 45 nodes takes about 0.02, in QuickJS 2
RASTER_LIMIT = 60.0


class EngineRoom:
    """The room of one engine, whose native module is ``diagramloop.render.native.ENGINE``. Thread-safe."""

    def __init__(self, engine: str, environment: Mapping[str, str] | None = None) -> None:
        self._engine = engine
        self._room = Room(engine, "diagramloop.render.native.worker", [engine], environment=environment)

    def call(self, function: str, seconds: float, **arguments: Any) -> bytes:
        """Return what the native module's ``function`` makes of ``arguments``; a text in UTF-8.

        Raises:
            RenderError: it raised, the room broke, or the time is over (reason TIMEOUT).
        """
        request = json.dumps({"call": function, "arguments": arguments}).encode()
        try:
            return self._room.call(request, seconds)
        except DiagramloopError as error:
            raise RenderError(str(error), reason=error.reason) from error

    def close(self) -> None:
        """End the room, if it lives."""
        self._room.close()


class InRoom:
    """An engine's part in which its native code is called."""

    name: str

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self._room = EngineRoom(self.name, environment)

    def _drawing(self, **arguments: object) -> str:
        """The SVG that the native module's ``lay_out`` makes."""
        return self._room.call("lay_out", LAYOUT_LIMIT, **arguments).decode()

    def rasterise(self, svg: str, width: int, height: int) -> bytes:
        """See :class:`Engine`."""
        return self._room.call("rasterise", RASTER_LIMIT, svg=svg, width=width, height=height)
