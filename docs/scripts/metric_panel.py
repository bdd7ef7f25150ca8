"""The panel of planted faults on the corpus: which of them every metric sees, as docs/reference/panel.md shows it.

    python -m docs.scripts.metric_panel [FILE] [--similarity minilm]

Writes docs/reference/metric_panel.json, or FILE, and prints the mark of every metric that does not pass. About a minute
on one core.
"""

from __future__ import annotations

import json
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
            lines += (_line(task, metric, str(order), verdict) for order, verdict in verdicts.items())
    typer.echo("\nOne step skipped, of corpus charts: bridged, cut, of how many the cut one is worth less, and more")
    for metric, verdict in skipped_steps(FLOW_METRICS).items():
        typer.echo(f"{metric:28} {verdict.values[0]:.3f} {verdict.values[1]:.3f} {_steps(verdict)}")
        lines.append(_line(SKIPPED, metric, SKIPPED, verdict))
    file.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def _steps(verdict: Verdict) -> str:
    return f"{verdict.falls} and {verdict.rises} of {verdict.items}"


def _line(task: str, metric: str, order: str, verdict: Verdict) -> str:
    told = {"task": task, "metric": metric, "order": order, "finding": verdict.finding.value}
    counts = {"falls": verdict.falls, "rises": verdict.rises, "items": verdict.items}
    return json.dumps({**told, **counts, "values": [round(value, DECIMALS) for value in verdict.values]})


if __name__ == "__main__":
    typer.run(main)
