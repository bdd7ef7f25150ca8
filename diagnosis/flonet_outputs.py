"""SA-FloNet's published outputs, scored as its program scores them: ``python -m diagnosis.flonet_outputs FILE ...``.

Each FILE is one of ``sa-flonet_test_output/{s,u}-flo_output.json`` of its repository, or a system's own answers in that
form. R@1 and SR are shares, BLEU-4 is of the corpus; intervals are 95 % bootstraps over dialogues.
"""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from diagramloop.engines.converse.flonet_replay import read_flonet
from diagramloop.errors import DiagramloopError
from diagramloop.scores import score_comparison, summarise
from diagramloop.scores.flonet_official import FLONET_METRICS, corpus_bleu

NAMES = [metric.name for metric in FLONET_METRICS]


def main(paths: list[str]) -> None:
    """Prints a line for each metric of each file; a file that cannot be read is said, and the next one scored."""
    for path in paths:
        try:
            dialogues = read_flonet(Path(path))
        except DiagramloopError as error:
            print(f"{path}: {error.reason}: {error}", file=sys.stderr)
            continue
        rows = [r for at, held in enumerate(dialogues) for r in score_comparison(held, chart=str(at), metrics=NAMES)]
        found = {summary.metric: summary for summary in summarise(rows, seed=0)}
        measured = {name: found[name] for name in NAMES} | {"flonet_official/bleu": corpus_bleu(dialogues, seed=0)}
        for name, one in measured.items():
            print(f"{path}  {name:32}{one.value:.3f} [{one.low:.3f}, {one.high:.3f}]  n {one.n}")


if __name__ == "__main__":
    typer.run(main)
