"""Report: the page that shows what is behind the leaderboard, item by item."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from assets._answer_samples import answer_samples
from assets._attribution_samples import attribution_samples
from assets._dialogue_samples import dialogue_samples
from assets._extraction_samples import extraction_samples
from assets._figures import figures
from assets._reading_samples import reading_samples
from assets._scores import STRATA
from assets.leaderboard import NOTES
from assets.machinery import RowsWithGold, StageReport, StageRun, stage
from assets.metric_profiles import read_profiles
from diagramloop import __version__
from diagramloop.evaluation.contamination import Contamination
from diagramloop.report import Figure, LeaderboardRow, Sample, profile_figure, read_rows, write_site

TIMES = (
    "attribution: how long the calls of tools take (Follow the Flow, Figures 7, 10 and 11) differs from run to run, "
    "so it is measured where it is asked for: tool_times=[NAME]"
)
DIGITS = 12  # of the hashes that are told
SAMPLES = (reading_samples, attribution_samples, answer_samples, extraction_samples, dialogue_samples)


@stage(
    group="leaderboard",
    inputs=(
        *("leaderboard", "metric_profiles"),
        *("charts", "canonical_graphs", "styled_figures"),
        *("parsed_figures", "parsing_scores", "confidences"),
        *("prompts", "images", "parsed_images", "generation_scores", "human_agreement", "judge_stability"),
        *("questions", "attributions", "attribution_scores", "tool_times"),
        *("answers", "answer_scores"),
        *("documents", "procedural_graphs", "extraction_scores"),
        *("dialogues", "conversations", "dialogue_scores"),
    ),
    params=("answer", "attribute", "report"),
)
def report(run: StageRun) -> StageReport:
    """One static page: the ranked tables, and the worst items with what every system made of them."""
    board = run.folder("leaderboard")
    rows = read_rows((board / "leaderboard.json").read_text(encoding="utf-8"))
    told = {
        name: json.loads((board / file).read_text(encoding="utf-8"))
        for name, file in (("notes", NOTES), ("strata", STRATA), ("differences", "differences.json"))
    }
    if run.inputs.get("attributions") and not run.inputs.get("tool_times"):
        told["notes"].append(TIMES)
    most, counts = run.param("report")["samples"], Counter[str]()
    shown = _counted((sample for samples in SAMPLES for sample in samples(run, most)), counts)
    told |= {"figures": figures(run), "profiles": _profiles(run)}
    write_site(run.out, rows, shown, _provenance(run, rows), **told)
    return StageReport(counts["shown"], counts["shown"], figures={"samples": float(counts["shown"])})


def _counted(samples: Iterable[Sample], counts: Counter[str]) -> Iterator[Sample]:
    """The samples, one at a time: their pictures together may not fit into memory."""
    for sample in samples:
        counts["shown"] += 1
        yield sample


def _profiles(run: StageRun) -> dict[str, Figure]:
    """The profiles of the metrics that were measured."""
    found = {name: profile_figure(name, **json.loads(told)) for name, told in read_profiles(run, "profile").items()}
    return {name: figure for name, figure in found.items() if figure is not None}


def _provenance(run: StageRun, rows: Sequence[LeaderboardRow]) -> dict[str, str]:
    """The code, and the data with their date, so that the page can be held against params.yaml and dvc.lock."""
    stated: dict[str, list[str]] = {}
    for name in ("charts", "canonical_graphs", "documents", "dialogues"):
        for made in run.inputs.get(name, ()):
            graphs = [row["graph"] for row in RowsWithGold(made.folder, ["graph"])]
            content = hashlib.sha256("\n".join(graphs).encode()).hexdigest()
            told = f"{len(graphs)} {name.replace('_', ' ')} ({content[:DIGITS]})"
            stated.setdefault(made.key["source"], []).append(told)
    for source, parts in stated.items():
        parts += sorted({row.contamination for row in rows if _is_dated(row, source)})
    code = f"{__version__}, {run.items.code_hash[:DIGITS]} (dvc.lock of its commit has it)"
    return {"code": code, **{source: ", ".join(parts) for source, parts in stated.items()}}


def _is_dated(row: LeaderboardRow, source: str) -> bool:
    """True of a row that says since when its data are known, and is of this source."""
    return row.data.partition("/")[0] == source and row.contamination.startswith(
        (Contamination.PUBLIC, Contamination.FRESH)
    )
