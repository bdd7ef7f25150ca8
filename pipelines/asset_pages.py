"""The page of a stage's asset in Dagster: where its code is, counts, figures, a picture, the board.

(No ``from __future__ import annotations``: Dagster's classes are in the annotations.)
"""

import base64
import inspect
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

import dagster as dg

from assets.machinery import Stage, StageReport
from pipelines.materialise import Materialised
from pipelines.plan import Step, folder_of
from pipelines.private_doors import unannounced_features
from pipelines.project import Project

if TYPE_CHECKING:
    from diagramloop.report import Board

LEADERBOARD = "leaderboard"
REPORT = "report"
KINDS = {"python", "dvc"}
OWNERS = ["team:diagramloop"]
CODE = "dagster/code_references"
_COLUMNS = {
    **{"task": "string", "data": "string", "place": "int", "system": "string", "control": "bool", "metric": "string"},
    **{"value": "float", "low": "float", "high": "float", "items": "int", "scored": "int"},
}


class Declared(TypedDict):
    """Arguments of Dagster's declaration of an asset."""

    description: str
    group_name: str
    kinds: set[str]
    owners: list[str]
    tags: dict[str, str]
    metadata: dict[str, Any]
    freshness_policy: dg.FreshnessPolicy | None


def declared(stage: Stage, fresh_hours: float | None = None) -> Declared:
    """The arguments of a stage's asset that do not depend on what it made.

    Args:
        fresh_hours: the leaderboard is stale where no run has looked at it for so long; None for never.
    """
    fresh = timedelta(hours=fresh_hours) if fresh_hours and stage.name == LEADERBOARD else None
    return {
        "description": stage.description,
        "group_name": stage.group,
        "kinds": KINDS,
        "owners": OWNERS,
        "tags": {f"steps-by-{dimension}": "" for dimension in stage.matrix},
        "metadata": {CODE: _place(stage)},
        "freshness_policy": dg.FreshnessPolicy.time_window(fail_window=fresh) if fresh else None,
    }


def _place(stage: Stage) -> dg.CodeReferencesMetadataValue:
    """The lines of a stage's body, for the link on its page."""
    path, line = inspect.getsourcefile(stage.body), inspect.getsourcelines(stage.body)[1]
    with unannounced_features():
        reference = dg.LocalFileCodeReference(file_path=str(path), line_number=line, label=stage.name)
        return dg.CodeReferencesMetadataValue(code_references=[reference])


def shown(project: Project, stage: Stage, made: Materialised) -> dict[str, Any]:
    """Counts (summed over the steps), figures of merit and a thumbnail of what a stage made; its board or page."""
    if not made.reports:
        return {"note": "not part of the present experiment"}
    counts: dict[str, Any] = {
        "items": sum(report.items for report in made.reports.values()),
        "done": sum(report.done for report in made.reports.values()),
        "rejected": sum(sum(report.rejected.values()) for report in made.reports.values()),
        "ran": ", ".join(made.changed) or "nothing: up to date",
    }
    return {**counts, **_thumbnail(made.reports), **_figures(stage, made.reports), **_page(project, stage)}


def shown_of_step(project: Project, stage: Stage, step: Step, made: Materialised) -> dict[str, Any]:
    """The same of one step of a stage, on the page of its partition, and the folder of what it made."""
    folder = dg.MetadataValue.path(step.out)
    return {**shown(project, replace(stage, matrix={}), made), "folder": folder}


def _figures(stage: Stage, reports: Mapping[str, StageReport]) -> dict[str, float]:
    """The figures of steps by names that stay as they are, so they stay one line, when another step comes."""
    return {
        f"{step}: {name}" if stage.matrix else name: value
        for step, report in reports.items()
        for name, value in report.figures.items()
        if value is not None
    }


def _thumbnail(reports: Mapping[str, StageReport]) -> dict[str, Any]:
    for step, report in reports.items():
        if report.thumbnail is not None:
            picture = base64.b64encode(report.thumbnail).decode()
            return {"thumbnail": dg.MetadataValue.md(f"![{step}](data:image/png;base64,{picture})")}
    return {}


def _page(project: Project, stage: Stage) -> dict[str, Any]:
    """The leaderboard as a table, and where the report lies, on the assets of those names."""
    folder = project.root / folder_of(stage.name)
    if stage.name == LEADERBOARD and (board := folder / "leaderboard.json").is_file():
        return {"board": _table(board)}
    if stage.name == REPORT and (page := folder / "index.html").is_file():
        return {"page": dg.MetadataValue.url(page.resolve().as_uri())}
    return {}


def links(project: Project, experiments: Mapping[str, str]) -> dict[str, Any]:
    """Links from the runs in MLflow to their experiments' pages, and to the report of the same board."""
    page = project.root / folder_of(REPORT) / "index.html"
    report = {"report": dg.MetadataValue.url(page.resolve().as_uri())} if page.is_file() else {}
    return {**{f"experiment {name}": dg.MetadataValue.url(url) for name, url in experiments.items()}, **report}


def _table(file: Path) -> dg.TableMetadataValue:
    """The metric that ranks, of each system on each data set."""
    from diagramloop.report import boards, read_rows  # scores and all that they stand on: not for the page to load

    columns = [dg.TableColumn(name, kind) for name, kind in _COLUMNS.items()]
    records = [record for board in boards(read_rows(file.read_text("utf-8"))) for record in _records(board)]
    return dg.MetadataValue.table(records, dg.TableSchema(columns=columns))


def _records(board: "Board") -> Iterator[dg.TableRecord]:
    for place, (system, cells) in zip(board.places, board.systems, strict=True):
        if (cell := cells.get(board.headline)) is not None:
            facts = {"task": board.task, "data": board.data, "place": place, "system": system, "metric": cell.metric}
            numbers = {name: getattr(cell, name) for name in ("value", "low", "high", "items", "scored", "control")}
            yield dg.TableRecord(facts | numbers)
