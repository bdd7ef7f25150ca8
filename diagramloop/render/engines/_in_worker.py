"""Part of every engine whose native code runs in a child process: novasvg paints there, too."""

from __future__ import annotations

from collections.abc import Mapping

from diagramloop.render.engines._process import Worker

LAYOUT_LIMIT = 120.0  # seconds; a chart of 45 nodes takes about 0.02, in QuickJS 2
RASTER_LIMIT = 60.0


class InWorker:
    """An engine's child process: what is called ``name`` has its native module in ``_NAME_native``."""

    name: str

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self._worker = Worker(self.name, environment)

    def _drawing(self, **arguments: object) -> str:
        """The SVG that the native module's ``lay_out`` makes."""
        svg = self._worker.call("lay_out", LAYOUT_LIMIT, **arguments)
        assert isinstance(svg, str)
        return svg

    def rasterise(self, svg: str, width: int, height: int) -> bytes:
        """See :class:`Engine`."""
        png = self._worker.call("rasterise", RASTER_LIMIT, svg=svg, width=width, height=height)
        assert isinstance(png, bytes)
        return png
