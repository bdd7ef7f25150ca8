"""Leaderboard: all scores in one table, and which systems differ."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, replace

from assets._board_history import RANKS, RANKS_DRAWN, SCORES, write_history
from assets._score_stages import SCORE_STAGES
from assets._scores import STRATA, read_cells, read_item_scores, read_strata
from assets._settings import NODES, settings_of
from assets.machinery import Input, StageReport, StageRun, stage
from assets.metric_profiles import read_profiles
from diagramloop.evaluation.board_items import FILE as ITEMS
from diagramloop.evaluation.board_items import RowItems, RowKey, row_items, write_items
from diagramloop.evaluation.ceilings import with_ceilings
from diagramloop.evaluation.contamination import contamination
from diagramloop.evaluation.controls import expectations, faults
from diagramloop.evaluation.scores import GOLD, ItemScore
from diagramloop.evaluation.worth import Place, boards_of, with_detectable
from diagramloop.report import COLUMNS, LeaderboardRow, write_rows
from diagramloop.scores import METRICS, Difference, ScoreRow, compare
from diagramloop.scores.expected import Expectations

SYSTEMS = {
    "parsing": "parsers",
    "generation": "generators",
    "extraction": "extractors",
    "attribution": "attributors",
    "answers": "answerers",
    "dialogue": "agents",
    "conversion": "converters",
}
CONFIDENCES = "confidences"  # figures of a board as a whole: its items are not compared
NOTES = "notes.json"
FAULTY_CONTROLS = "faulty_controls"
Controls = Mapping[tuple[str, str], Expectations]  # by task and system


@stage(
    group="leaderboard",
    inputs=(*SCORE_STAGES, CONFIDENCES, "metric_profiles"),
    params=("score", *SYSTEMS.values(), *NODES),
    expected={GOLD: 1.0, FAULTY_CONTROLS: 0.0},
    metrics=SCORES,
    plots={RANKS: RANKS_DRAWN},
)
def leaderboard(run: StageRun) -> StageReport:
    """Every metric of every system on every data set, with intervals, and which systems differ."""
    artifacts = [made for name in SCORE_STAGES for made in run.inputs.get(name, ())]
    controls = _controls(run)
    told = run.inputs.get(CONFIDENCES, ())
    scores = list(_item_scores(artifacts))
    boards = boards_of(scores)
    tested = _differences(boards, controls, run.param("score")["seed"])
    labelled = [_labelled(run, row, controls) for made in (*artifacts, *told) for row in read_cells(made.folder)]
    items = _items(run, scores, labelled)
    marks = read_profiles(run, "mark")
    rows = [
        replace(_with_hash(row, items), profile=marks.get(row.metric, ""))
        for row in with_ceilings(with_detectable(labelled, boards, tested), _people(run))
    ]
    (run.out / ITEMS).write_text(write_items(items), encoding="utf-8")
    (run.out / "leaderboard.json").write_text(write_rows(rows), encoding="utf-8")
    write_history(run.out, rows)
    strata = [summary for made in artifacts for summary in read_strata(made.folder)]
    (run.out / STRATA).write_text(json.dumps(strata) + "\n", encoding="utf-8")
    differences = [{"task": task, "data": data, **asdict(found)} for (task, data), of in tested.items() for found in of]
    (run.out / "differences.json").write_text(json.dumps(differences, indent=1) + "\n", encoding="utf-8")
    faulty = [_fault(row, controls) for row in faults(rows, controls, _wordless(run))]
    (run.out / NOTES).write_text(json.dumps(faulty, indent=1) + "\n", encoding="utf-8")
    figures = {GOLD: _least_gold(rows), FAULTY_CONTROLS: float(len(faulty)), "differences": float(len(differences))}
    return StageReport(len(rows), len(rows), figures=figures)


def _controls(run: StageRun) -> Controls:
    """Scores that every control must have: the gold itself, and what its package makes of gold; of people none."""
    return (
        {(task, GOLD): {} for task in SYSTEMS}
        | {people: {} for people in _people(run)}
        | {
            (task, name): expected
            for task, node in SYSTEMS.items()
            for name, system in run.param(node).items()
            if "make" in system and (expected := expectations(task, system["make"])) is not None
        }
    )


def _wordless(run: StageRun) -> set[str]:
    """The parsers whose Text Spotter is taken away, as in SciFlow-Bench's Table 4."""
    agents = {name: parser.get("options", {}).get("agents") for name, parser in run.param("parsers").items()}
    spotters = {name: roles.get("text_spotter", {}) for name, roles in agents.items() if isinstance(roles, Mapping)}
    return {name for name, spotter in spotters.items() if spotter.get("make") == "none"}


def _people(run: StageRun) -> set[tuple[str, str]]:
    """Task and name of the systems that are people, or second references."""
    return {
        (task, name)
        for task, node in SYSTEMS.items()
        for name, system in run.param(node).items()
        if system.get("ceiling")
    }


def _labelled(run: StageRun, row: LeaderboardRow, controls: Controls) -> LeaderboardRow:
    """A cell with what its system's configuration says of it."""
    note = run.param(SYSTEMS[row.task]).get(row.system, {}).get("note", "")
    notes = "; ".join(filter(None, [row.note, note]))
    name = row.data.partition("/")[0]
    source = run.param("sources").get(name)
    origin = contamination(row, source["make"], source["options"], source["folder"] or name) if source else ""
    return replace(row, control=(row.task, row.system) in controls, note=notes, contamination=origin)


def _fault(row: LeaderboardRow, controls: Controls) -> str:
    expected = controls[row.task, row.system][row.metric].value
    value = "no value" if row.value is None else f"{row.value:.3f}"
    where = f"{row.task} on {row.data}, control {row.system}"
    return f"{where}: {row.metric} is {value}, where {expected} is expected{row.reason and f' ({row.reason})'}"


def _least_gold(rows: Iterable[LeaderboardRow]) -> float | None:
    """The least value of a control row among the metrics shown first whose best is 1."""
    values = [
        row.value
        for row in rows
        if row.system == GOLD and row.value is not None
        if row.metric in COLUMNS[row.task] and METRICS[row.metric].bounded and METRICS[row.metric].higher_is_better
    ]
    return round(min(values), 9) if values else None


def _item_scores(artifacts: Iterable[Input]) -> Iterator[tuple[RowKey, ItemScore]]:
    """The scores of the items of every system; the gold has none."""
    for made in artifacts:
        for cell in read_cells(made.folder)[:1]:
            for score in read_item_scores(made.folder) if cell.system != GOLD else ():
                yield (cell.task, score.data, cell.system), score


def _items(
    run: StageRun, scores: Iterable[tuple[RowKey, ItemScore]], rows: Iterable[LeaderboardRow]
) -> dict[RowKey, RowItems]:
    """The items of every row with what the row stands on."""
    metrics: dict[RowKey, list[str]] = {}
    for row in rows:
        metrics.setdefault((row.task, row.data, row.system), []).append(row.metric)
    known, found = read_profiles(run, "fingerprint"), row_items(scores)
    return {
        key: replace(
            items,
            fingerprints={name: known[name] for name in metrics.get(key, ()) if name in known},
            settings=settings_of(run, *key[:2]),
        )
        for key, items in found.items()
    }


def _with_hash(row: LeaderboardRow, items: Mapping[RowKey, RowItems]) -> LeaderboardRow:
    of_row = items.get((row.task, row.data, row.system))
    basis = of_row and of_row.basis(row.metric, row.measured_by)
    return replace(row, comparability=basis.hash) if basis else row


def _differences(
    boards: Mapping[Place, Mapping[str, list[ScoreRow]]], controls: Controls, seed: int
) -> dict[Place, list[Difference]]:
    """Paired tests between the systems of each task on each data set, and with controls; the gold is in none."""
    return {
        (task, data): compare(systems, seed=seed, controls={s for s in systems if (task, s) in controls})
        for (task, data), systems in boards.items()
    }
