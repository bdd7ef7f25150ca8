"""Pictures of a benchmark: each chart in one of the styles, spread evenly and always the same (Section 4.2).

The paper has four styles and does not say which chart has which; here the SHA-256 of a chart's id decides, so that
charts that are added later change nothing. A drawing that is there already, of the same chart in the same style, is
taken as it is.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from diagramloop.data.sources import Chart, Rejected, with_drawing
from diagramloop.engines.attribute.benchmark.asked import Dropped
from diagramloop.engines.attribute.dataset_drawing import drawn
from diagramloop.errors import DiagramloopError, SourceError
from diagramloop.render import Style
from diagramloop.render.engines import STANDARD
from diagramloop.whole_files import write_whole

ORIGINAL = "original"  # the data set's own picture
"""A look beside the four styles."""
FILES, KEY = ("original.png", "flowchart.svg"), "drawn_of.json"


@dataclass(frozen=True, slots=True)
class Looks:
    """The drawing of charts.

    Attributes:
        styles: of the four, or :data:`ORIGINAL`; with several, each chart has one of them.
        seed: of colours.
        engine: see :func:`diagramloop.render.draw`.
    """

    styles: tuple[str, ...] = tuple(style.value for style in Style)
    seed: int = 0
    engine: str = STANDARD

    def of(self, chart: str) -> str:
        """The style of a chart."""
        number = int.from_bytes(hashlib.sha256(chart.encode()).digest()[:8])
        return self.styles[number % len(self.styles)]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A chart as it is exported.

    Attributes:
        chart: with picture and geometry, where there is a drawing.
        svg: the same drawing, under the chart's own ids; empty for none.
        style: of the drawing; empty for none.
        dropped: why there is no picture, or None.
    """

    chart: Chart
    svg: str = ""
    style: str = ""
    dropped: Dropped | None = None


def drawings(charts: Iterable[Chart], looks: Looks, folder: Path) -> Iterator[Drawn]:
    """Each chart with its picture; one that cannot be drawn comes without, and with the reason.

    Args:
        folder: of the data set, in which an earlier run may have left drawings; those that are no longer to be there
            are taken away.
    """
    for chart in charts:
        style, place = looks.of(chart.id), folder / "images" / chart.id
        try:
            drawing = _original(chart) if style == ORIGINAL else _styled(chart, Style(style), looks, place)
        except DiagramloopError as error:
            bare = replace(chart, picture=None, svg="", graph=chart.graph.without_geometry())
            drawing = Drawn(bare, dropped=Dropped.of(Rejected.of(error, chart.id, chart.source, "picture")))
        if drawing.style in ("", ORIGINAL):
            _forget(place)
        yield drawing


def _original(chart: Chart) -> Drawn:
    """The chart with its own picture.

    Raises:
        SourceError: it has none that comes with its drawing (MISSING).
    """
    if not (chart.picture and chart.svg):
        raise SourceError("the data set has no picture of it that comes with its drawing")
    return Drawn(chart, chart.svg, ORIGINAL)


def _forget(place: Path) -> None:
    for name in (KEY, *FILES):
        (place / name).unlink(missing_ok=True)
    if place.is_dir() and not any(place.iterdir()):
        place.rmdir()


def _styled(chart: Chart, style: Style, looks: Looks, folder: Path) -> Drawn:
    key = json.dumps([chart.graph.without_geometry().digest(), style.value, looks.seed, looks.engine])
    files = _kept(folder, key)
    if files is None:
        drawing, text = drawn(chart, style, looks.seed, looks.engine)
        files = (drawing.picture or b"", text)
        folder.mkdir(parents=True, exist_ok=True)
        written: tuple[str | bytes, ...] = (*files, key)
        for name, content in zip((*FILES, KEY), written, strict=True):
            write_whole(folder / name, content)
    picture, svg = files  # places are read from what was written, so that a resumed run gives the same ones
    graph = with_drawing(chart.graph.without_geometry(), svg, picture)
    return Drawn(replace(chart, graph=graph, picture=picture, svg=svg), svg, style.value)


def _kept(folder: Path, key: str) -> tuple[bytes, str] | None:
    """Picture and SVG of an earlier run, if they are of the same chart in the same look; the key was written last."""
    picture, svg, of = (folder / name for name in (*FILES, KEY))
    if not all(path.is_file() for path in (picture, svg, of)) or of.read_text(encoding="utf-8") != key:
        return None
    return picture.read_bytes(), svg.read_text(encoding="utf-8")
