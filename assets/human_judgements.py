"""Human judgements: how far people agree on generated diagrams, and metrics with them (DiagramEval, Section 5.4)."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from assets._scores import read_scores
from assets.machinery import StageReport, StageRun, stage
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.scores import GOLD
from diagramloop.scores import METRICS, ScoreRow
from diagramloop.scores.correlation import values_of
from diagramloop.scores.human_judgement import human_correlations, judge_agreement
from diagramloop.scores.judgement_csv import Judgements, read_judgements

FILE = "judgements.csv"
AGREEMENT = "agreement.json"


@stage(
    group="score",
    inputs=("generation_scores",),
    data="data/{judgements}",
    matrix={"judgements": "judgements"},
    params=("judgements.{judgements}", "score"),
    may_reject=(RejectionReason.INVALID,),
)
def human_agreement(run: StageRun) -> StageReport:
    """The agreement of the judges of one file, and of every metric with their mean judgement.

    Raises:
        DiagramloopError: the file, or the board that it judges, is not there (MISSING).
    """
    assert run.data is not None
    judgements = read_judgements(run.data / FILE)
    board = run.param("judgements.{judgements}")["board"]
    scored = (made for made in run.inputs["generation_scores"] if made.key["generator"] != GOLD)
    systems = {made.key["generator"]: list(_rows(made.folder, board)) for made in scored}
    if not any(systems.values()):
        raise DiagramloopError(f"no generator stands on a board {board!r}", reason=RejectionReason.MISSING)
    correlations = human_correlations(judgements, values_of(systems), seed=run.param("score")["seed"])
    judged = asdict(judge_agreement(judgements.rows))
    _write(run, {"board": board, "judges": judged, "correlations": [asdict(one) for one in correlations]})
    return _report(judgements, judged)


def _rows(folder: Any, board: str) -> Iterator[ScoreRow]:
    return (row for data, row in read_scores(folder) if data == board and row.metric in METRICS)


def _write(run: StageRun, found: dict[str, Any]) -> None:
    (run.out / AGREEMENT).write_text(json.dumps(found, indent=1, allow_nan=False) + "\n", encoding="utf-8")


def _report(judgements: Judgements, judged: dict[str, Any]) -> StageReport:
    rejected = Counter({RejectionReason.INVALID.value: len(judgements.rejected)} if judgements.rejected else {})
    items = len(judgements.rows) + len(judgements.rejected)
    shown = {name: judged[name] for name in ("alpha", "identical", "kappa", "icc") if judged[name] is not None}
    return StageReport(items, len(judgements.rows), rejected, {k: v for k, v in shown.items() if math.isfinite(v)})
