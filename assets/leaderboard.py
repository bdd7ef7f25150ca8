"""Leaderboard: all scores in one table, and the page that shows what is behind them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

from assets._graphs import from_cell
from assets._stage import MACHINERY, Input, StageReport, StageRun, stage
from assets._tables import Row, Rows, read_rejected
from assets.score import GOLD, PARSING, SCORES, read_scores
from flowbench.report import Drawing, LeaderboardRow, Reading, read_rows, write_rows, write_site
from flowbench.score import METRICS, ScoreRow, align, compare

SCORE_STAGES = ("gold_scores", "parsing_scores", "generation_scores")
HEADLINE = "edge_f1"
CODE = (
    *MACHINERY,
    "assets/_graphs.py",
    "assets/score.py",
    "flowbench/errors.py",
    "flowbench/graph",
    "flowbench/models",
    "flowbench/report",
    "flowbench/score",
)


@stage(group="leaderboard", inputs=SCORE_STAGES, params=("score",), code=CODE, expected={GOLD: 1.0})
def leaderboard(run: StageRun) -> StageReport:
    """Every metric of every system on every data set, with intervals, and which systems differ."""
    artifacts = [made for name in SCORE_STAGES for made in run.inputs.get(name, ())]
    rows = [_leaderboard_row(summary) for made in artifacts for summary in _summaries(made)]
    (run.out / "leaderboard.json").write_text(write_rows(rows), encoding="utf-8")
    differences = list(_differences(artifacts, run.param("score")["seed"]))
    (run.out / "differences.json").write_text(json.dumps(differences, indent=1) + "\n", encoding="utf-8")
    return StageReport(len(rows), len(rows), figures={GOLD: _least_gold(rows), "differences": float(len(differences))})


@stage(
    group="leaderboard",
    inputs=("leaderboard", "styled_figures", "parsed_figures", "parsing_scores"),
    params=("report",),
    code=CODE,
)
def report(run: StageRun) -> StageReport:
    """One static page: the ranked tables, and readings drawn over their pictures."""
    rows = read_rows((run.folder("leaderboard") / "leaderboard.json").read_text(encoding="utf-8"))
    most = run.param("report")["readings"]
    shown = [reading for made in run.inputs.get("parsed_figures", ()) for reading in _readings(run, made, most)]
    write_site(run.out, rows, shown, {"configuration": "params.yaml", "bytes": "dvc.lock"})
    return StageReport(len(shown), len(shown), figures={"readings": float(len(shown))})


def _summaries(made: Input) -> list[Row]:
    summaries: list[Row] = json.loads((made.folder / SCORES).read_text(encoding="utf-8"))
    return summaries


def _leaderboard_row(summary: Row) -> LeaderboardRow:
    same = {name: summary[name] for name in ("task", "data", "system", "metric", "value", "low", "high", "n")}
    return LeaderboardRow(**same, reason=summary["missing"])


def _least_gold(rows: Iterable[LeaderboardRow]) -> float | None:
    """The least value of a control row among the metrics whose best is 1."""
    values = [r.value for r in rows if r.system == GOLD and r.value is not None and METRICS[r.metric].bounded]
    return round(min(values), 9) if values else None


def _differences(artifacts: Iterable[Input], seed: int) -> Iterator[Row]:
    """Paired tests between the systems of each task on each data set; the control row is no system."""
    boards: dict[tuple[str, str], dict[str, list[ScoreRow]]] = {}
    for made in artifacts:
        label = next(iter(_summaries(made)), {"task": "", "system": GOLD})
        task, system = label["task"], label["system"]
        for data, row in read_scores(made.folder) if system != GOLD else ():
            boards.setdefault((task, data), {}).setdefault(system, []).append(row)
    for (task, data), systems in boards.items():
        for difference in compare(systems, seed=seed):
            yield {"task": task, "data": data, **asdict(difference)}


def _readings(run: StageRun, parsed: Input, most: int) -> Iterator[Reading]:
    """The ``most`` worst readings of one parser, with their pictures."""
    scores = _headline_scores(_matching(run.inputs["parsing_scores"], parsed).folder)
    chosen = set(sorted(scores, key=lambda id: (scores[id], id))[:most])
    read = {row["id"]: row["graph"] for row in Rows(parsed.folder, ["id", "graph"]) if row["id"] in chosen}
    refused = {row["id"]: f"{row['reason']}: {row['detail']}" for row in read_rejected(parsed.folder)}
    source = parsed.key["source"]
    (figures,) = (made for made in run.inputs["styled_figures"] if made.key["source"] == source)
    for figure in Rows(figures.folder, ["id", "chart", "style", "picture", "graph"]):
        if figure["id"] in chosen:
            yield _reading(parsed, figure, read.get(figure["id"]), scores[figure["id"]], refused.get(figure["id"], ""))


def _matching(artifacts: Iterable[Input], like: Input) -> Input:
    (match,) = (made for made in artifacts if made.key == like.key)
    return match


def _headline_scores(folder: Path) -> dict[str, float]:
    """By item, its headline metric; -1 where it has none."""
    scored = zip(Rows(folder, ["id"]), read_scores(folder), strict=True)
    values = {row["id"]: score.value for row, (_, score) in scored if score.metric == HEADLINE}
    return {id: -1.0 if value is None else value for id, value in values.items()}


def _reading(parsed: Input, figure: Row, read: str | None, score: float, reason: str) -> Reading:
    picture, gold = figure["picture"]["bytes"], from_cell(figure["graph"])
    predicted = None if read is None else from_cell(read)
    return Reading(
        task=PARSING,
        data=f"{parsed.key['source']}/{figure['style']}",
        system=parsed.key["parser"],
        chart=figure["chart"],
        headline=HEADLINE,
        score=None if score < 0 else score,
        gold=Drawing(gold, picture),
        predicted=None if predicted is None else Drawing(predicted, picture),
        alignment=None if predicted is None else align(predicted, gold),
        reason=reason,
    )
