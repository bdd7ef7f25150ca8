"""Answers of every metric to planted faults in rising number: the table of docs/reference/metrics.md.

    python -m docs.scripts.planted_faults [FILE]

Writes docs/reference/planted_faults.json, or FILE; the same bytes whenever it runs. About two minutes on one core.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from diagramloop.scores.planted_faults import measured, write_table

FILE = Path(__file__).parents[2] / "docs" / "reference" / "planted_faults.json"


def main(file: Annotated[Path, typer.Argument()] = FILE) -> None:
    """Measure and write."""
    file.write_text(write_table(measured()), encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
