"""The engine for bulk: Mermaid in one page of a persistent headless Chromium."""

from __future__ import annotations

import atexit
import base64
import json
import threading
from collections.abc import Callable
from functools import cache
from typing import TypeVar

import cv2
import numpy as np

from diagramloop.errors import RejectionReason, RenderError
from diagramloop.graph import FlowGraph
from diagramloop.render.engines import _browser, _mermaid
from diagramloop.render.engines._protocol import Layout
from diagramloop.render.fonts import FAMILY, assets, faces
from diagramloop.render.mermaid_text import engine_text

LAYOUT_LIMIT = 60.0  # seconds; a chart of 45 nodes takes about 0.3
RASTER_LIMIT = 60.0
TILE = 8_192  # pixels a side; larger screenshots than 16,384 come out wrong

T = TypeVar("T")

_PAGE = """
document.documentElement.style.margin = document.body.style.margin = 0;
document.body.innerHTML = '<div id="chart"></div>';
mermaid = (__esbuild_esm_mermaid_nm.mermaid.default || __esbuild_esm_mermaid_nm.mermaid);
layOut = async (text, config) => {
  mermaid.initialize(config);
  const box = document.getElementById('chart');
  box.innerHTML = (await mermaid.render(%(id)s, text, box)).svg;
  return new XMLSerializer().serializeToString(box.firstElementChild);
};
show = (svg, width, height) => {
  const box = document.getElementById('chart');
  box.innerHTML = svg;
  const size = {display: 'block', maxWidth: 'none', width: width + 'px', height: height + 'px'};
  Object.assign(box.firstElementChild.style, size);
};
Promise.all(%(faces)s.map(([weight, data]) =>
  new FontFace(%(font)s, `url(data:font/ttf;base64,${data})`, {weight}).load().then(face => document.fonts.add(face))
)).then(() => true);
"""


class Chromium(_mermaid.StyledAsMermaid):
    """Same Mermaid, configuration and font as the ``mermaidx`` engine; about ten times faster; other anti-aliasing.

    Raises:
        RenderError: there is no Chromium here (reason MISSING).
    """

    name = "chromium"

    def __init__(self) -> None:
        program = _browser.find()
        if program is None:
            raise RenderError("no Chromium found; set DIAGRAMLOOP_CHROMIUM", reason=RejectionReason.MISSING)
        self._program = program
        self._page: _browser.Page | None = None
        self._lock = threading.Lock()
        atexit.register(self._close)

    def lay_out(self, graph: FlowGraph) -> Layout:
        """See :class:`Engine`."""
        script = f"layOut({json.dumps(engine_text(graph))}, {json.dumps(_mermaid.config(graph))})"
        svg: str = self._on_page(lambda page: page.evaluate(script, LAYOUT_LIMIT))
        return _mermaid.read_layout(svg, graph)

    def rasterise(self, svg: str, width: int, height: int) -> bytes:
        """See :class:`Engine`."""
        return self._on_page(lambda page: _screenshot(page, svg, width, height))

    def _on_page(self, work: Callable[[_browser.Page], T]) -> T:
        """``work`` on the page; a page on which something failed is replaced at the next call."""
        with self._lock:
            if self._page is None:
                self._page = _open(self._program)
            try:
                return work(self._page)
            except RenderError:
                self._close()
                raise

    def _close(self) -> None:
        page, self._page = self._page, None
        if page is not None:
            page.close()


def _open(program: str) -> _browser.Page:
    page = _browser.Page(program)
    page.evaluate(_bundle(), _browser.START_LIMIT)
    page.evaluate(_setup(), _browser.START_LIMIT)
    return page


@cache
def _bundle() -> str:
    """Mermaid's own bundle as mermaidx ships it, so that both engines run the same version."""
    return (assets() / "mermaid.js").read_text(encoding="utf-8")


@cache
def _setup() -> str:
    data = [(str(weight), base64.b64encode(path.read_bytes()).decode()) for weight, path in faces().items()]
    values = {"id": _mermaid.SVG_ID, "font": FAMILY, "faces": data}
    return _PAGE % {name: json.dumps(value) for name, value in values.items()}


def _screenshot(page: _browser.Page, svg: str, width: int, height: int) -> bytes:
    page.evaluate(f"show({json.dumps(svg)}, {width}, {height})", RASTER_LIMIT)
    rows = [[_tile(page, x, y, width, height) for x in range(0, width, TILE)] for y in range(0, height, TILE)]
    if len(rows) == len(rows[0]) == 1:
        return rows[0][0]
    pixels = [[cv2.imdecode(np.frombuffer(tile, np.uint8), cv2.IMREAD_COLOR) for tile in row] for row in rows]
    done, png = cv2.imencode(".png", cv2.vconcat([cv2.hconcat(row) for row in pixels]))
    if not done:
        raise RenderError("the tiles of a picture do not fit together")
    return png.tobytes()


def _tile(page: _browser.Page, x: int, y: int, width: int, height: int) -> bytes:
    clip = {"x": x, "y": y, "width": min(TILE, width - x), "height": min(TILE, height - y), "scale": 1}
    options = {"format": "png", "captureBeyondViewport": True, "optimizeForSpeed": True}
    answer = page.call("Page.captureScreenshot", RASTER_LIMIT, clip=clip, **options)
    return base64.b64decode(answer["data"])
