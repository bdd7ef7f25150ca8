"""The report: one static page with the ranked tables, and item by item what each system made of it.

The page needs no network and no server; pictures lie beside it, named by their content, so that two runs
of the same bytes make the same folder.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from flowbench.report._figure import Figure
from flowbench.report._marks import STATUSES, Mark
from flowbench.report._rows import Board, LeaderboardRow, boards
from flowbench.report._sample import Panel, Sample


def write_site(
    folder: Path,
    rows: Sequence[LeaderboardRow],
    samples: Iterable[Sample],
    provenance: Mapping[str, str],
    title: str = "flowbench",
    figures: Sequence[Figure] = (),
    notes: Sequence[str] = (),
) -> Path:
    """Write ``index.html`` and ``pictures/`` into ``folder`` and return the page's path.

    Args:
        rows: of the leaderboard.
        samples: shown item by item, worst first.
        provenance: what to state about data and code, name to value.
        figures: shown under the tables.
        notes: what readers of the tables must know.
    """
    gallery = _Gallery(folder)
    shown = [_Shown(sample, gallery) for sample in sorted(samples, key=lambda sample: sample.order)]
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
        absences=_absences(rows),
        notes=notes,
        figures=figures,
        samples=shown,
        filters={name: sorted({getattr(s.sample, name) for s in shown}) for name in ("task", "data", "system")},
    )
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / "index.html"
    target.write_text(page, encoding="utf-8")
    return target


def _asset(environment: Environment, name: str) -> str:
    assert environment.loader is not None
    return environment.loader.get_source(environment, name)[0]


def _absences(rows: Iterable[LeaderboardRow]) -> list[str]:
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
    return Markup('<td{} title="{} {}">{}<small>{}</small></td>').format(
        name, row.n, board.items, f"{row.value:.3f}", interval
    )


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
class _Picture:
    """A panel whose picture hangs in the gallery, if it has one."""

    panel: Panel
    path: str
    width: int
    height: int

    @property
    def marks(self) -> list[Mark]:
        """Those that have a place."""
        return [mark for mark in self.panel.marks if mark.points]

    @property
    def stroke(self) -> str:
        """Width of marks in picture pixels, so that they look alike at every size."""
        return f"{max(3.0, self.width / 250):.1f}"

    @property
    def description(self) -> str:
        counts = Counter(mark.status for mark in self.marks)
        return ", ".join(f"{counts[status]} {status}" for status in STATUSES if counts[status])


class _Shown:
    """A sample as the template shows it."""

    def __init__(self, sample: Sample, gallery: _Gallery) -> None:
        self.sample = sample
        self.score = "–" if sample.score is None else f"{sample.score:.3f}"
        self.pictures = [_picture(panel, gallery) for panel in sample.panels]


def _picture(panel: Panel, gallery: _Gallery) -> _Picture:
    drawing = panel.drawing
    if drawing is None or drawing.picture is None or drawing.graph.size is None:
        return _Picture(panel, "", 0, 0)
    return _Picture(panel, gallery.hang(drawing.picture), *drawing.graph.size)
