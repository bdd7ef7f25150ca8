"""The leaderboard as MLflow runs. A sink: nothing ever reads these back.

One run for each task and system, keyed by its rows and what they were made of: where neither changed, the run that is
there gets the MD5 of the present leaderboard as its tag, so that the runs with this tag are the board. Its metrics are
``DATA/METRIC`` for the columns that the board shows first, so runs side by side are the board as a table; every metric,
with intervals, is in the table ``scores.json`` among its artifacts.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from assets.machinery import THUMBNAIL
from pipelines.mlflow_lineage import NOTE, Lineage, MadeOf
from pipelines.mlflow_store import VERSION, experiment_named, naming_the_store, runs_of, whole_client
from pipelines.plan import folder_of
from pipelines.project import Project, write_if_changed
from pipelines.repro import locked_outs

LEADERBOARD = "leaderboard"
_TAG_CHARACTERS = 500  # of why a row is not complete
_LAYOUT = "3"  # of the runs: what another version of this module recorded is recorded again
_CONTENT = "diagramloop.content"
_OF_OTHERS = frozenset({"detectable", "against", "needs"})  # cells that change where another system comes or goes
_Row = Mapping[str, Any]


def record_leaderboard(project: Project) -> int:
    """Records the present leaderboard. Returns how many runs were added; 0 when it was recorded before.

    Raises:
        SinkError: MLflow's database is damaged or cannot be written to; says which file it is and what to do.
    """
    with naming_the_store(project):
        return _recorded(project)


def _recorded(project: Project) -> int:
    folder = project.root / folder_of(LEADERBOARD)
    version = locked_outs(project)[LEADERBOARD][folder_of(LEADERBOARD)]
    last = project.state / "mlflow" / "recorded"
    if last.is_file() and last.read_text(encoding="utf-8") == f"{version} {_LAYOUT}":
        return 0  # told without the two seconds that MLflow takes to import
    if not (folder / "leaderboard.json").is_file():
        return 0  # the lock still has the board of another plan; this one makes none
    rows = json.loads((folder / "leaderboard.json").read_text(encoding="utf-8"))
    client, lineage = whole_client(project), Lineage(project)
    added = 0
    for task, of_task in _grouped(rows, "task"):
        experiment = experiment_named(client, task, project)
        runs = {run.data.tags[_CONTENT]: run for run in runs_of(client, experiment) if _CONTENT in run.data.tags}
        for system, of_system in _grouped(of_task, "system"):
            content = _content(of_system, lineage.of(system))
            if content in runs:
                client.set_tag(runs[content].info.run_id, VERSION, version)
            else:
                _record(client, experiment, {VERSION: version, _CONTENT: content}, of_system, folder, lineage)
                added += 1
    write_if_changed(last, f"{version} {_LAYOUT}")
    return added


def _content(rows: Iterable[_Row], made_of: MadeOf) -> str:
    """The hash of a system's rows, but for what hangs on other systems of the board, and of what they were made of."""
    own = [{name: value for name, value in row.items() if name not in _OF_OTHERS} for row in rows]
    whole = [_LAYOUT, own, dict(made_of.params), dict(made_of.data)]
    return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()


def _grouped(rows: Iterable[_Row], field: str) -> Iterator[tuple[str, list[_Row]]]:
    for name, group in groupby(sorted(rows, key=lambda row: row[field]), lambda row: row[field]):
        yield name, list(group)


def _standing(rows: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return true if every item came to the system and back and what it said was understood, and if not what lacks."""
    for row in rows:
        if row.get("failed") or row.get("not_asked"):
            return {"complete": "false", "lacks": row["reason"][:_TAG_CHARACTERS]}
        if _void(row):
            return {"complete": "false", "lacks": row["note"][:_TAG_CHARACTERS]}
    return {"complete": "true"}


def _record(
    client: Any, experiment: str, tags: Mapping[str, str], rows: list[_Row], folder: Path, lineage: Lineage
) -> None:
    from mlflow.entities import Param, RunTag

    system = rows[0]["system"]
    of_rows = {"task": rows[0]["task"], "system": system, **_standing(rows)}
    run = client.create_run(experiment, run_name=system, tags={**tags, **of_rows})
    made_of = lineage.of(system)
    items = _items_of_boards(rows)
    client.log_batch(
        run.info.run_id,
        metrics=list(_metrics(rows, run.info.start_time)),
        params=[Param(_admitted(name), value) for name, value in {**items, **made_of.params}.items()],
        tags=[RunTag(name, value) for name, value in made_of.tags.items()],
    )
    client.set_tag(run.info.run_id, NOTE, "\n\n".join(filter(None, (_values(rows), made_of.tags.get(NOTE, "")))))
    client.log_inputs(run.info.run_id, lineage.inputs(made_of))
    _attach(client, run.info.run_id, rows, folder)
    client.set_terminated(run.info.run_id)


def _attach(client: Any, run: str, rows: list[_Row], folder: Path) -> None:
    """Puts the table of all cells, and the board's picture if there is one, beside a run."""
    client.log_table(run, _table(rows), "scores.json")
    if (folder / THUMBNAIL).is_file():
        client.log_artifact(run, str(folder / THUMBNAIL))


def _table(rows: list[_Row]) -> dict[str, list[Any]]:
    """Every cell by column; the answers by role as JSON."""
    names = dict.fromkeys(name for row in rows for name in row)
    table = {name: [row.get(name) for row in rows] for name in names}
    if "answers" in table:
        table["answers"] = [answers and json.dumps(answers) for answers in table["answers"]]
    return table


def _admitted(name: str) -> str:
    """A name as MLflow admits it: none of metrics or parameters has the sign before a model."""
    return name.replace("@", ":")


def _items_of_boards(rows: Iterable[_Row]) -> dict[str, str]:
    return {f"items/{data}": str(_items(of_data)) for data, of_data in _grouped(rows, "data")}


def _items(rows: Iterable[_Row]) -> int:
    """The items of a board: the most that any of its metrics is of."""
    return max(int(row.get("items") or row["n"]) for row in rows)


def _metrics(rows: list[_Row], at: int) -> Iterator[Any]:
    from mlflow.entities import Metric

    from diagramloop.report import columns

    shown = columns(rows[0]["task"], list(dict.fromkeys(row["metric"] for row in rows)))
    for row in rows:
        if row["metric"] in shown and row["value"] is not None:
            name = _admitted(f"{row['data']}/{row['metric']}")
            yield Metric(name if _is_whole(row) else f"incomplete/{name}", row["value"], at, 0)
    unread = {row["data"]: row["unread"] for row in rows if row.get("unread") is not None}
    for data, share in unread.items():
        yield Metric(_admitted(f"{data}/unread"), share, at, 0)


def _values(rows: list[_Row]) -> str:
    """Of each board the first metric that it shows, with its interval."""
    from diagramloop.report import columns
    from diagramloop.scores.bootstrap import value_text

    lines = []
    for data, of_data in _grouped(rows, "data"):
        row_of = {row["metric"]: row for row in of_data if row["value"] is not None}
        for metric in columns(rows[0]["task"], list(row_of))[:1]:
            row = row_of[metric]
            lines.append(f"- {data}: {metric} {value_text(row['value'], row['low'], row['high'])}")
    return "\n".join(lines)


def _is_whole(row: Mapping[str, Any]) -> bool:
    """True of a value that is of all items and says what it is said to: what is not misleads beside it."""
    of_all = not (row.get("failed") or row.get("not_asked")) and row.get("scored") == row.get("items")
    return of_all and not _void(row)


def _void(row: _Row) -> str:
    from diagramloop.evaluation.rows import LeaderboardRow

    return LeaderboardRow(**row).void
