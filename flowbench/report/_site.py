"""The report: one static page with the ranked tables and every reading drawn over its picture.

The page needs no network and no server; pictures lie beside it, named by their content, so that two runs
of the same bytes make the same folder.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from flowbench.graph import FlowGraph
from flowbench.report._marks import STATUSES, Mark, gold_marks, predicted_marks
from flowbench.report._rows import Board, LeaderboardRow, boards
from flowbench.score.alignment import Alignment


@dataclass(frozen=True)
class Drawing:
    """A graph and the picture it was drawn to or read from (PNG), in that picture's pixels; None for no picture."""

    graph: FlowGraph
    picture: bytes | None


@dataclass(frozen=True)
class Reading:
    """One system's reading of one chart, laid over its gold graph.

    Attributes:
        headline: name of the metric that ``score`` is of.
        score: of this chart alone, or None.
        predicted: None when the system gave nothing; ``reason`` then says why.
    """

    task: str
    data: str
    system: str
    chart: str
    headline: str
    score: float | None
    gold: Drawing
    predicted: Drawing | None
    alignment: Alignment | None
    reason: str = ""


def write_site(
    folder: Path,
    rows: Sequence[LeaderboardRow],
    readings: Iterable[Reading],
    provenance: Mapping[str, str],
    title: str = "flowbench",
) -> Path:
    """Write ``index.html`` and ``pictures/`` into ``folder`` and return the page's path.

    Args:
        rows: of the leaderboard.
        readings: shown chart by chart, worst first.
        provenance: what to state about data and code, name to value.
    """
    gallery = _Gallery(folder)
    samples = sorted((_Sample(reading, gallery) for reading in readings), key=_Sample.order)
    environment = Environment(
        loader=PackageLoader("flowbench.report"), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    environment.globals["cell"] = _cell
    page = environment.get_template("index.html.j2").render(
        title=title,
        css=Markup(_asset(environment, "report.css")),  # noqa: S704 - our own files
        script=Markup(_asset(environment, "report.js")),  # noqa: S704
        provenance=provenance,
        boards=boards(rows),
        notes=_notes(rows),
        samples=samples,
        filters={name: sorted({getattr(s.reading, name) for s in samples}) for name in ("task", "data", "system")},
    )
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / "index.html"
    target.write_text(page, encoding="utf-8")
    return target


def _asset(environment: Environment, name: str) -> str:
    assert environment.loader is not None
    return environment.loader.get_source(environment, name)[0]


def _notes(rows: Iterable[LeaderboardRow]) -> list[str]:
    """What has no value and why, each said once with the boards it concerns."""
    missing: dict[str, list[str]] = {}
    for row in rows:
        if row.value is None:
            missing.setdefault(f"{row.metric} of {row.system}: {row.reason or 'no reason given'}", []).append(row.data)
    return [f"{what} ({', '.join(dict.fromkeys(where))})" for what, where in missing.items()]


def _cell(board: Board, row: LeaderboardRow | None) -> Markup:
    if row is None or row.value is None:
        return Markup('<td class="absent" title="{}">&ndash;</td>').format(row.reason if row else "not measured")
    interval = "" if row.low is None or row.high is None else f"[{row.low:.3f}, {row.high:.3f}]"
    name = Markup(' class="best"') if board.is_best(row) else ""
    return Markup('<td{} title="{} charts">{}<small>{}</small></td>').format(name, row.n, f"{row.value:.3f}", interval)


class _Gallery:
    """Pictures beside the page, each written once under the hash of its content."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "pictures"
        self._folder.mkdir(parents=True, exist_ok=True)

    def hang(self, picture: bytes) -> str:
        """Path of the picture relative to the page."""
        name = f"{hashlib.sha256(picture).hexdigest()[:20]}.png"
        target = self._folder / name
        if not target.exists():
            target.write_bytes(picture)
        return f"pictures/{name}"


@dataclass(frozen=True)
class _Panel:
    """One of the two pictures of a sample with its marks."""

    caption: str
    picture: str
    width: int
    height: int
    marks: tuple[Mark, ...]
    absent: str = ""

    @property
    def stroke(self) -> str:
        """Width of marks in picture pixels, so that they look alike at every size."""
        return f"{max(3.0, self.width / 250):.1f}"

    @property
    def description(self) -> str:
        counts = Counter(mark.status for mark in self.marks)
        return ", ".join(f"{counts[status]} {status}" for status in STATUSES if counts[status])


class _Sample:
    """A reading as the template shows it."""

    def __init__(self, reading: Reading, gallery: _Gallery) -> None:
        self.reading = reading
        self.task, self.data, self.system, self.chart = reading.task, reading.data, reading.system, reading.chart
        self.headline = reading.headline
        self.score = "–" if reading.score is None else f"{reading.score:.3f}"
        self._gold_marks = gold_marks(reading.gold.graph, reading.alignment) if reading.alignment else ()
        self._predicted_marks = (
            predicted_marks(reading.predicted.graph, reading.alignment)
            if reading.predicted and reading.alignment
            else ()
        )
        self.panels = (
            _panel("gold", reading.gold, self._gold_marks, gallery),
            _panel(f"read by {reading.system}", reading.predicted, self._predicted_marks, gallery, reading.reason),
        )

    def order(self) -> tuple[float, str, str, str]:
        """Worst first; a system that gave nothing before all others."""
        score = -1.0 if self.reading.score is None else self.reading.score
        return (score, self.chart, self.data, self.system)

    @cached_property
    def faults_listed(self) -> tuple[Mark, ...]:
        """Everything that is not right, once: missing and reversed from the gold, invented from the reading."""
        invented = (mark for mark in self._predicted_marks if mark.status == "invented")
        return (*(mark for mark in self._gold_marks if mark.status != "matched"), *invented)

    @property
    def faults(self) -> int:
        return len(self.faults_listed) if self.reading.predicted else 1

    @property
    def tally(self) -> list[tuple[str, int]]:
        counts = Counter(mark.status for mark in self.faults_listed)
        counts["matched"] = sum(mark.status == "matched" for mark in self._gold_marks)
        return [(status, counts[status]) for status in STATUSES if counts[status]]


def _panel(
    caption: str, drawing: Drawing | None, marks: tuple[Mark, ...], gallery: _Gallery, absent: str = ""
) -> _Panel:
    if drawing is None or drawing.picture is None or drawing.graph.size is None:
        return _Panel(caption, "", 0, 0, (), absent or "no picture")
    width, height = drawing.graph.size
    placed = tuple(mark for mark in marks if mark.points)
    return _Panel(caption, gallery.hang(drawing.picture), width, height, placed)
