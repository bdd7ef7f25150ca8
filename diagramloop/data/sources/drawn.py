"""Charts of another data set as pictures with known truth: drawn in a look, captured by a camera, split into halves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from diagramloop.data.sources._model import Chart, Question, Rejected
from diagramloop.data.sources._registry import SOURCES, open_source
from diagramloop.data.sources._splits import Split, in_split
from diagramloop.data.synth import Drawing, capture_named, drawn, look_named
from diagramloop.data.synth.drawing import decoded
from diagramloop.errors import DiagramloopError, RejectionReason, SourceError
from diagramloop.graph import FlowGraph

FONT_FILES = (".otf", ".ttc", ".ttf", ".woff", ".woff2")
OWN = "own"  # the look of a data set's own pictures


class DrawnCharts:
    """The charts of the data set ``charts`` in the folder ``root``, each drawn by itself, seeded by its id.

    Args:
        charts: a data set by name, or ``package.module:Class``.
        look: one of :data:`diagramloop.data.synth.LOOKS`, or ``own`` for the data set's own pictures.
        look_options: of the look. ``fonts`` of the pen: a folder; the split's half of its fonts is used.
        capture: how pictures get into their files, one of ``captures`` in ``looks.yaml``.
        turned: degrees to the left by which the file shows the page: 0, 90, 180 or 270.
        split: which half of the charts, by the SHA-256 of their ids.
        every: one of so many charts of that half.
    """

    name = "drawn"

    def __init__(
        self,
        root: Path,
        charts: str = "corpus",
        look: str = "print",
        look_options: Mapping[str, Any] | None = None,
        capture: str = "file",
        turned: int = 0,
        split: Split = "all",
        every: int = 1,
    ) -> None:
        self._charts = open_source(charts, root)
        self.licence = self._charts.licence
        options = dict(look_options or {})
        if "fonts" in options:
            options["fonts"] = _fonts(Path(options["fonts"]), split)
        self._look = None if look == OWN else look_named(look, options)
        self._capture, self._quarters = capture_named(capture), _quarters(turned)
        self._split, self._every = split, every

    @staticmethod
    def public_since(options: Mapping[str, Any]) -> str | None:
        """The day since which the charts are public, whose look alone is new; None of a folder in the corpus's form."""
        charts = SOURCES.maker(options.get("charts", "corpus"))
        since: str | None = None if hasattr(charts, "shipped") else getattr(charts, "public_since", None)
        return since

    def charts(self) -> Iterator[Chart | Rejected]:
        """Every chosen chart with its picture and the places of everything in it, or why there is none.

        What the data set itself rejects stays rejected. A chart without a picture is none of the look ``own``.
        """
        numbers = count()
        for chart in self._charts.charts():
            if not in_split(chart.id, self._split):
                continue
            if isinstance(chart, Rejected):
                yield replace(chart, source=self.name)
            elif (self._look or chart.picture) and next(numbers) % self._every == 0:
                yield self._tried(chart)

    def questions(self) -> Iterator[Question | Rejected]:
        """None: they are asked of the charts themselves."""
        yield from ()

    def _tried(self, chart: Chart) -> Chart | Rejected:
        try:
            return self._drawn(chart)
        except DiagramloopError as error:
            return Rejected.of(error, chart.id, self.name, "chart")

    def _drawn(self, chart: Chart) -> Chart:
        look = self._look or _OwnPicture(chart.picture or b"", chart.svg)
        made = drawn(chart.graph, look, chart.id, self._capture, self._quarters)
        return replace(chart, source=self.name, graph=made.graph, picture=made.png, svg=made.svg)


class _OwnPicture:
    """The look of a chart's own picture, whose graph has its places already."""

    def __init__(self, picture: bytes, svg: str) -> None:
        self._picture, self._svg = picture, svg

    def draw(self, graph: FlowGraph, seed: str, rng: object) -> Drawing:
        del rng
        return Drawing(decoded(self._picture), graph, OWN, seed, self._svg)


def _fonts(folder: Path, split: Split) -> tuple[Path, ...]:
    if not folder.is_dir():
        raise SourceError(f"{folder} is not a folder of fonts")
    fonts = tuple(sorted(path for path in folder.iterdir() if path.suffix in FONT_FILES and in_split(path.stem, split)))
    if not fonts:
        raise SourceError(f"no font of the split {split!r} in {folder}")
    return fonts


def _quarters(degrees: int) -> int:
    if degrees not in (0, 90, 180, 270):
        raise SourceError(f"turned by {degrees} degrees; 0, 90, 180 or 270", reason=RejectionReason.UNSUPPORTED)
    return degrees // 90
