"""The panel of planted faults on the corpus: which of them every metric sees, as docs/reference/panel.md shows it.

    python -m docs.scripts.metric_panel [FILE] [--similarity minilm]

Writes docs/reference/metric_panel.json, or FILE, and prints the mark of every metric that does not pass. About a minute
on one core.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from diagramloop.evaluation.metric_panel import corpus_panel, skipped_steps
from diagramloop.scores import similarity_named
from diagramloop.scores.planted_faults import TASKS, Verdict, panel_mark

FILE = Path(__file__).parents[2] / "docs" / "reference" / "metric_panel.json"
DECIMALS = 4
SKIPPED = "step skipped"  # in place of a task: bridged above cut
FLOW_METRICS = (
    *("diagrameval/path_f1", "edge_f1", "text/edge_f1", "sciflow_diagnostic/score", "sciflow/graph"),
    *("sciflow_official/graph", "text/path_f1", "text/flow_f1"),
)


def main(
    file: Annotated[Path, typer.Argument()] = FILE,
    similarity: Annotated[str, typer.Option(help="Of texts in graphs.")] = "lexical",
) -> None:
    """Measure, write, and print what does not pass."""
    lines: list[str] = []
    for task in TASKS:
        for metric, verdicts in corpus_panel(task, (), similarity_named(similarity)).items():
            mark = panel_mark(verdicts)
            typer.echo(f"{task:12} {metric}: {mark or 'passes' if verdicts else 'nothing to count'}")
            lines.append(_line(task, metric, {str(order): verdict for order, verdict in verdicts.items()}))
    typer.echo("\nOne step skipped, of corpus charts: bridged, cut, of how many the cut one is worth less, and more")
    for metric, verdict in skipped_steps(FLOW_METRICS).items():
        typer.echo(f"{metric:28} {verdict.values[0]:.3f} {verdict.values[1]:.3f} {_steps(verdict)}")
        lines.append(_line(SKIPPED, metric, {SKIPPED: verdict}))
    file.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def _steps(verdict: Verdict) -> str:
    return f"{verdict.falls} and {verdict.rises} of {verdict.items}"


def _line(task: str, metric: str, verdicts: Mapping[str, Verdict]) -> str:
    """Of each order: items worth less with the fault, worth more, all, the finding, and the values of both boards."""
    told = {
        order: [v.falls, v.rises, v.items, v.finding.value, *(round(value, DECIMALS) for value in v.values)]
        for order, v in verdicts.items()
    }
    return json.dumps({"task": task, "metric": metric, "orders": told})


if __name__ == "__main__":
    typer.run(main)
