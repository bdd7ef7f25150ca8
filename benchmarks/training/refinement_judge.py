"""Fits the judge of the embedded semantic agent on PAGED, and says what it is worth on folds left out.

    python -m benchmarks.training.refinement_judge FOLDER_OF_PAGED [--write]

Every revision of every graph that the embedded extractor builds is tried, and its gain is counted in flows: correct
ones gained, less half the present F1 for each one more predicted, which is how micro F1 changes. Boosted trees learn
the gain from what the agent sees. Documents are split into five folds by the SHA-256 of their ids; ``--write`` fits on
all of them and writes the weights of those kinds of revisions that paid on the folds left out.
"""

from __future__ import annotations

from pathlib import Path

import typer

from benchmarks.training._judge_trials import WORTHWHILE, fitted, gains, gathered, held_out
from diagramloop.extract.semantic_agent._judge import numbers_of
from diagramloop.extract.semantic_agent._revisions import RevisionKind


def main(folder: Path, write: bool = False) -> None:
    """Print what each kind of revision is worth, and write the weights if asked to."""
    trials, f1 = gathered(folder)
    print(f"{len(trials)} edits; flows: micro F1 {f1:.4f} before")
    judge = {}
    for kind in RevisionKind:
        own = [trial for trial in trials if trial.kind is kind]
        possible = gains(own, f1)
        gain, count = held_out(own, f1)
        best = possible[possible > 0].sum() if own else 0.0
        print(f"{kind.value:18} {len(own):5} edits, best {best:6.1f}; held out: {gain:6.1f} flows by {count} edits")
        if gain >= WORTHWHILE:
            judge[kind] = fitted(own, f1)
    if write:
        target = Path(__file__).parents[2] / "diagramloop/extract/semantic_agent/judge.safetensors"
        numbers_of(judge).write(target)
        print(f"wrote {', '.join(judge)}: {target.stat().st_size} bytes")


if __name__ == "__main__":
    typer.run(main)
