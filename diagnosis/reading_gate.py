"""Which figures of the parser's recorded readings moved since they were recorded.

    python -m diagnosis.reading_gate REAL_DATA [--record]

A test holds them (tests/quality). `--record` writes what is read now into tests/quality/readings.json, to be committed:
do so where a change is meant, and look at which figures moved.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from diagnosis._reading_gate import RECORD, figures, moved, pictures, recorded


def main(
    real_data: Path,
    record: Annotated[bool, typer.Option("--record", help="Write the figures, to be committed.")] = False,
) -> None:
    """Print what moved since the figures were recorded."""
    known = recorded() if RECORD.is_file() else {}
    made = {one.name: figures(one) for one in pictures(real_data)}
    for name, found in made.items():
        for line in moved(known.get(name, {}), found):
            typer.echo(f"{name} {line}")
    if record:
        lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(found)}" for name, found in made.items())
        RECORD.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
