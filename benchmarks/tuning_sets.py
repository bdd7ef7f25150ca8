"""Size of the sets of language that checkpoints are tuned on: examples, and characters of each with its answer.

python -m benchmarks.tuning_sets FOLDER_OF_REAL_DATA [--examples 100]
"""

from __future__ import annotations

from pathlib import Path

import typer

from diagramloop.data.sources import sample
from diagramloop.engines.tuning.examples import Examples
from diagramloop.engines.tuning.turns import DialogueTurns, DocumentTriples
from diagramloop.errors import DiagramloopError

BYTES_PER_TOKEN = 4  # of English, roughly; Chinese has three bytes a sign, about two of which make a token


def main(folder: Path, examples: int = 100) -> None:
    """Print a line for each set."""
    sets: dict[str, Examples] = {
        "text2flow": DocumentTriples(folder / "paged"),
        "pfdial": DialogueTurns(folder / "pfdial", "pfdial", single=True),
        "flodial": DialogueTurns(folder / "flodial"),
    }
    for name, made in sets.items():
        found = [size for subject in sample(made.subjects(), examples) if (size := _bytes(made, subject.id))]
        mean = sum(found) / len(found)
        print(
            f"{name}: {len(made.subjects())} examples, {mean:.0f} bytes each, about {mean / BYTES_PER_TOKEN:.0f} tokens"
        )


def _bytes(made: Examples, subject: str) -> int:
    """Bytes of an example with its answer; 0 where there is none to be had."""
    try:
        row = made.row(subject, "0")
    except DiagramloopError:
        return 0
    return sum(len(said["content"].encode()) for said in (*row["prompt"], *row["completion"]))


if __name__ == "__main__":
    typer.run(main)
