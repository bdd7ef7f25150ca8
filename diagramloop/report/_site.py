"""The report: a static site with the ranked tables, figures, and item by item what each system made of it.

It needs no network and no server. The page itself is small; what it shows of an item lies in a script of its own that
is loaded when the item is opened, and pictures lie beside it (:mod:`diagramloop.report._gallery`), named by their
content, so that two runs of the same bytes make the same folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.report._data import board_data, script, shares
from diagramloop.report._definitions import definitions
from diagramloop.report._figure import Figure
from diagramloop.report._gallery import Gallery
from diagramloop.report._heat_map import HeatMap
from diagramloop.report._items import Items
from diagramloop.report._marks import STATUSES
from diagramloop.report._matrix import Matrix, address
from diagramloop.report._plot import Plot
from diagramloop.report._rows import boards, headlines
from diagramloop.report._sample import Sample
from diagramloop.report._scatter import Scatter
from diagramloop.report._verdicts import verdicts
from diagramloop.report._worth import drop_lines

SCRIPTS = ("drawing.js", "site.js", "tables.js", "leaderboard.js", "items.js", "item.js", "report.js")
AnyFigure = Figure | Plot | HeatMap | Scatter
STYLES = ("base.css", "report.css")
_PARTS = re.compile(r"[^/_]*[/_]|[^/_]+")


def write_site(
    folder: Path,
    rows: Sequence[LeaderboardRow],
    samples: Iterable[Sample],
    provenance: Mapping[str, str],
    title: str = "diagramloop",
    figures: Sequence[AnyFigure] = (),
    notes: Sequence[str] = (),
    strata: Sequence[Mapping[str, Any]] = (),
    differences: Sequence[Mapping[str, Any]] = (),
    profiles: Mapping[str, Figure] | None = None,
) -> Path:
    """Write ``index.html`` and what it loads into ``folder`` and return the page's path.

    Args:
        rows: of the leaderboard.
        samples: shown item by item, worst first; several systems on one item can be compared.
        provenance: what to state about data and code, name to value.
        figures: shown under the tables.
        notes: what readers of the tables must know, besides what the rows say themselves.
        strata: the scores by stratum, as the leaderboard's ``strata.json`` has them.
        differences: the paired tests between systems, as its ``differences.json`` has them.
        profiles: of metrics by name, shown with their definitions.
    """
    items = _write_items(folder, samples, {(row.task, row.system) for row in rows if row.control})
    listed = items.listed
    _write(folder / "boards.js", script("boards", board_data(rows, strata, differences)))
    _write(folder / "items.js", script("items", listed))
    _copy_static(folder / "static")
    metrics = {row.metric for row in rows} | items.metrics
    page = _page(
        title=title,
        provenance=provenance,
        notes=notes,
        definitions=definitions(metrics, profiles or {}),
        samples=items.sample_count,
        **_board_content(rows, listed, differences),
        **_drawn(figures),
    )
    _write(folder / "index.html", page)
    return folder / "index.html"


def _write_items(folder: Path, samples: Iterable[Sample], controls: set[tuple[str, str]]) -> Items:
    (folder / "items").mkdir(parents=True, exist_ok=True)
    with Gallery(folder) as gallery:
        items = Items(samples, gallery, controls)
    for file, item in items:
        _write(folder / "items" / f"{file}.js", script(file, item))
    return items


def _copy_static(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for name in (*SCRIPTS, *STYLES):
        (folder / name).write_bytes((files("diagramloop.report") / "static" / name).read_bytes())


def _board_content(
    rows: Sequence[LeaderboardRow], listed: Sequence[Mapping[str, Any]], differences: Iterable[Mapping[str, Any]]
) -> dict[str, Any]:
    """Return what the page says of the board as a whole and of its items."""
    absences = [*_no_systems(rows), *_absences(rows), *_incomplete(rows)]
    return {
        "matrix": Matrix(verdicts(rows, differences)),
        "drops": list(drop_lines(rows, headlines(rows))),
        "controls": any(row.control for row in rows),
        "absences": absences,
        "shares": shares(listed, rows),
        "items": len(listed),
    }


def _drawn(figures: Iterable[AnyFigure]) -> dict[str, Any]:
    """The figures to draw, and the captions of those in which nothing is to be seen."""
    kept: list[AnyFigure] = []
    constant: list[str] = []
    for figure in figures:
        if is_constant(figure):
            constant.append(figure.caption)
        else:
            kept.append(figure)
    return {"figures": kept, "constant": constant}


def is_constant(figure: AnyFigure) -> bool:
    """True of a figure of several values that are all the same: nothing is to be seen in it."""
    if figure.kind == "heat":
        return False
    return len(figure.values) > 1 and len(set(figure.values)) == 1


def _page(**content: Any) -> str:
    environment = Environment(
        loader=PackageLoader("diagramloop.report"), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["breakable"] = breakable
    template = environment.get_template("index.html.j2")
    return template.render(**content, address=address, scripts=SCRIPTS, styles=STYLES, statuses=STATUSES)


def breakable(name: str) -> Markup:
    """A name that may be broken behind its strokes, and nowhere in a word."""
    return Markup("<wbr>").join(_PARTS.findall(name))


def _write(target: Path, text: str) -> None:
    """Write UTF-8; a half of a character, which texts from outside may hold, becomes a question mark."""
    target.write_bytes(text.encode("utf-8", "replace"))


def _absences(rows: Iterable[LeaderboardRow]) -> list[str]:
    """Missing values that were asked for, and the reasons, each said once with the systems and the data it concerns."""
    systems: dict[tuple[str, str, str], list[str]] = {}
    for row in rows:
        if row.value is None and not (row.failed or row.not_asked):
            systems.setdefault((row.metric, row.reason or "no reason given", row.data), []).append(row.system)
    data: dict[tuple[str, str, str], list[str]] = {}
    for (metric, reason, where), who in systems.items():
        data.setdefault((metric, ", ".join(dict.fromkeys(who)), reason), []).append(where)
    return [f"{metric} of {who}: {reason} ({', '.join(where)})" for (metric, who, reason), where in data.items()]


def _no_systems(rows: Iterable[LeaderboardRow]) -> list[str]:
    return [f"{board.task} on {board.data}: no system" for board in boards(rows) if board.no_system]


def _incomplete(rows: Iterable[LeaderboardRow]) -> list[str]:
    """Which systems lack items, so that they have no rank or no value."""
    return [
        f"{board.task} on {board.data}, {system}: {reason}"
        for board in boards(row for row in rows if row.failed or row.not_asked)
        for system, reason in board.incomplete.items()
    ]
