"""Report: the page that shows what is behind the leaderboard, item by item."""

from __future__ import annotations

import hashlib
import json

from assets._answer_samples import answer_samples
from assets._attribution_samples import attribution_samples
from assets._dialogue_samples import dialogue_samples
from assets._extraction_samples import extraction_samples
from assets._figures import figures
from assets._reading_samples import reading_samples
from assets._scores import STRATA
from assets.leaderboard import NOTES
from assets.machinery import Rows, StageReport, StageRun, stage
from diagramloop import __version__
from diagramloop.report import read_rows, write_site

TIMES = (
    "attribution: how long the calls of tools take (Follow the Flow, Figures 7, 10 and 11) differs from run to run, "
    "so it is measured where it is asked for: tool_times=[NAME]"
)
SAMPLES = (reading_samples, attribution_samples, answer_samples, extraction_samples, dialogue_samples)


@stage(
    group="leaderboard",
    inputs=(
        "leaderboard",
        *("charts", "canonical_graphs", "styled_figures"),
        *("parsed_figures", "parsing_scores", "confidences"),
        *("prompts", "images", "parsed_images", "generation_scores", "human_agreement"),
        *("questions", "attributions", "attribution_scores", "tool_times"),
        *("answers", "answer_scores"),
        *("documents", "procedural_graphs", "extraction_scores"),
        *("dialogues", "conversations", "dialogue_scores"),
    ),
    params=("answer", "attribute", "report", "score"),
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
    shown = [sample for samples in SAMPLES for sample in samples(run, run.param("report")["samples"])]
    write_site(run.out, rows, shown, _provenance(run), figures=figures(run), **told)
    return StageReport(len(shown), len(shown), figures={"samples": float(len(shown))})


def _provenance(run: StageRun) -> dict[str, str]:
    """Provenance of the measurements, so that the page can be held against params.yaml and dvc.lock."""
    stated = {"diagramloop": __version__, "text similarity": run.param("score")["similarity"]}
    for name in ("charts", "canonical_graphs", "documents", "dialogues"):
        for made in run.inputs.get(name, ()):
            graphs = [row["graph"] for row in Rows(made.folder, ["graph"])]
            content = hashlib.sha256("\n".join(graphs).encode()).hexdigest()
            stated[f"{made.key['source']}, {name}"] = f"{len(graphs)}, sha256 {content[:16]}"
    return stated
