"""Recorded boards: scores taken from a refresh into docs/results/, and the pages that are made of them.

No figure on those pages is typed. A record is the board's own rows, of the metrics that it shows first, so that it can
be compared row by row with any later board.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import yaml

from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.report import boards, read_rows
from pipelines.compose import recorded_overrides
from pipelines.project import Project, ProjectError, write_if_changed

FOLDER = Path("docs/results")
SHOWN = FOLDER / "shown.yaml"
_USUAL = {field.name: field.default for field in fields(LeaderboardRow)}


@dataclass(frozen=True)
class Record:
    """The boards of one refresh.

    Attributes:
        date: on which they were recorded, UTC.
        overrides: of the configuration.
        rows: of each board the metrics that it shows first.
    """

    date: str
    overrides: tuple[str, ...]
    rows: tuple[LeaderboardRow, ...]


def shown(project: Project) -> dict[str, Any]:
    """Which records the pages show, and what stands above them."""
    told: dict[str, Any] = yaml.safe_load((project.root / SHOWN).read_text(encoding="utf-8"))
    return told


def record(project: Project, name: str, made_in: Project) -> Path:
    """Takes the boards of the last refresh of ``made_in`` as the record ``name`` of this project.

    Raises:
        ProjectError: the pages show no such record, or there is no leaderboard.
    """
    names = shown(project)["records"]
    if name not in names:
        raise ProjectError(f"{SHOWN} shows no record {name!r}; it shows {', '.join(names)}")
    made = made_in.root / "artifacts" / "leaderboard" / "leaderboard.json"
    if not made.is_file():
        raise ProjectError(f"no leaderboard at {made}: refresh first")
    rows = read_rows(made.read_text(encoding="utf-8"))
    kept = [row for board in boards(rows) for _, cells in board.systems for row in _first(cells, board.columns)]
    today = datetime.now(UTC).date().isoformat()
    path = project.root / FOLDER / f"{name}.json"
    path.write_text(_text(Record(today, tuple(recorded_overrides(made_in)), tuple(kept))), encoding="utf-8")
    return path


def read_record(project: Project, name: str) -> Record | None:
    """The record of this name; None where nothing was recorded yet."""
    path = project.root / FOLDER / f"{name}.json"
    if not path.is_file():
        return None
    told = json.loads(path.read_text(encoding="utf-8"))
    return Record(told["date"], tuple(told["overrides"]), tuple(LeaderboardRow(**row) for row in told["rows"]))


def recorded_rows(project: Project) -> set[tuple[str, str, str]] | None:
    """Task, data and system of every recorded row: what is on no record is somebody's own; None without records."""
    if not (project.root / SHOWN).is_file():
        return None
    records = [read_record(project, name) for name in shown(project)["records"]]
    return {(row.task, row.data, row.system) for made in records if made for row in made.rows}


def write_pages(project: Project) -> None:
    """Writes the page of results and README's table anew."""
    for path, text in _pages(project).items():
        write_if_changed(path, text)


def stale_pages(project: Project) -> list[str]:
    """Names of the pages that are not what the records make of them."""
    return [path.name for path, text in _pages(project).items() if path.read_text(encoding="utf-8") != text]


def _pages(project: Project) -> dict[Path, str]:
    from pipelines.results_page import page, with_table

    told = shown(project)
    records = {name: made for name in told["records"] if (made := read_record(project, name)) is not None}
    readme = project.root / "README.md"
    return {
        project.root / "docs" / "results.md": page(told["records"], records),
        readme: with_table(readme.read_text(encoding="utf-8"), told["readme"], records),
    }


def _first(cells: Mapping[str, LeaderboardRow], metrics: tuple[str, ...]) -> list[LeaderboardRow]:
    return [cells[metric] for metric in metrics if metric in cells]


def _text(made: Record) -> str:
    """One row a line, without what is as usual, so that a change shows as few lines."""
    rows = [{key: value for key, value in asdict(row).items() if value != _USUAL[key]} for row in made.rows]
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    head = f'"date": {json.dumps(made.date)},\n"overrides": {json.dumps(made.overrides)},\n'
    return f'{{\n{head}"rows": [\n{lines}\n]\n}}\n'
