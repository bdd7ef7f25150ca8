"""Leaderboard: all scores in one table, and which systems differ."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import asdict

from assets import SOURCES
from assets._scores import GOLD, STRATA, read_scores, read_summaries
from assets.machinery import MACHINERY, Input, Row, StageReport, StageRun, stage
from diagramloop.extract.controls import CONTROLS
from diagramloop.generate import is_control
from diagramloop.report import COLUMNS, LeaderboardRow, write_rows
from diagramloop.score import METRICS, ScoreRow, compare

SCORE_STAGES = (
    *("gold_scores", "parsing_scores"),
    *("gold_generation_scores", "generation_scores"),
    *("gold_attribution_scores", "attribution_scores"),
    "extraction_scores",
    *("gold_dialogue_scores", "dialogue_scores"),
)
SYSTEMS = {
    "parsing": "parsers",
    "generation": "generators",
    "extraction": "extractors",
    "attribution": "attributors",
    "dialogue": "agents",
}
MADE_OF_GOLD: dict[str, Callable[[str], bool]] = {"generation": is_control, "extraction": CONTROLS.__contains__}
"""By task, whether the system that a configuration names is a control."""

NOTES = "notes.json"
CODE = (
    *MACHINERY,
    *SOURCES,
    "assets/_scores.py",
    "diagramloop/extract/controls.py",
    "diagramloop/generate",
    "diagramloop/report",
    "diagramloop/score",
)


@stage(group="leaderboard", inputs=SCORE_STAGES, params=("score", *SYSTEMS.values()), code=CODE, expected={GOLD: 1.0})
def leaderboard(run: StageRun) -> StageReport:
    """Every metric of every system on every data set, with intervals, and which systems differ."""
    artifacts = [made for name in SCORE_STAGES for made in run.inputs.get(name, ())]
    controls = _controls(run)
    rows = [_leaderboard_row(summary, controls) for made in artifacts for summary in read_summaries(made.folder)]
    (run.out / "leaderboard.json").write_text(write_rows(rows), encoding="utf-8")
    strata = [summary for made in artifacts for summary in read_summaries(made.folder, STRATA)]
    (run.out / STRATA).write_text(json.dumps(strata) + "\n", encoding="utf-8")
    (run.out / NOTES).write_text(json.dumps(_notes(run), indent=1) + "\n", encoding="utf-8")
    differences = list(_differences(artifacts, controls, run.param("score")["seed"]))
    (run.out / "differences.json").write_text(json.dumps(differences, indent=1) + "\n", encoding="utf-8")
    return StageReport(len(rows), len(rows), figures={GOLD: _least_gold(rows), "differences": float(len(differences))})


def _notes(run: StageRun) -> list[str]:
    """What readers of a system's rows must know, as its configuration says it."""
    chosen = (
        (task, name, system["note"]) for task, node in SYSTEMS.items() for name, system in run.param(node).items()
    )
    return [f"{task}, {name}: {note}" for task, name, note in chosen if note]


def _controls(run: StageRun) -> set[tuple[str, str]]:
    """Task and system of every control: the gold itself, and what its package makes of gold."""
    return {(task, GOLD) for task in SYSTEMS} | {
        (task, name)
        for task, made_of_gold in MADE_OF_GOLD.items()
        for name, system in run.param(SYSTEMS[task]).items()
        if made_of_gold(system["make"])
    }


def _leaderboard_row(summary: Row, controls: Collection[tuple[str, str]]) -> LeaderboardRow:
    same = {name: summary[name] for name in ("task", "data", "system", "metric", "value", "low", "high", "n")}
    control = (summary["task"], summary["system"]) in controls
    return LeaderboardRow(**same, reason=summary["missing"], control=control)


def _least_gold(rows: Iterable[LeaderboardRow]) -> float | None:
    """The least value of a control row among the metrics shown first whose best is 1."""
    values = [
        row.value
        for row in rows
        if row.system == GOLD and row.value is not None
        if row.metric in COLUMNS[row.task] and METRICS[row.metric].bounded and METRICS[row.metric].higher_is_better
    ]
    return round(min(values), 9) if values else None


def _differences(artifacts: Iterable[Input], controls: Collection[tuple[str, str]], seed: int) -> Iterator[Row]:
    """Paired tests between the systems of each task on each data set, and with controls; the gold is in none."""
    boards: dict[tuple[str, str], dict[str, list[ScoreRow]]] = {}
    for made in artifacts:
        label = next(iter(read_summaries(made.folder)), {"task": "", "system": GOLD})
        task, system = label["task"], label["system"]
        for data, row in read_scores(made.folder) if system != GOLD else ():
            boards.setdefault((task, data), {}).setdefault(system, []).append(row)
    for (task, data), systems in boards.items():
        of_task = {system for system in systems if (task, system) in controls}
        for difference in compare(systems, seed=seed, controls=of_task):
            yield {"task": task, "data": data, **asdict(difference)}
