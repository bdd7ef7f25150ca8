"""``python -m diagramloop.engines.tuning``: one training, as accelerate starts it once for each GPU."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from diagramloop.engines.tuning.answers import is_first_process
from diagramloop.engines.tuning.release import trainer_named
from diagramloop.engines.tuning.settings import tuning_settings
from diagramloop.errors import DiagramloopError

FIGURES = "figures.json"


def main(
    settings: Annotated[Path, typer.Argument(help="JSON file of the training's settings.")],
    examples: Annotated[Path, typer.Argument(help="Folder of the set of examples.")],
    kept: Annotated[Path, typer.Argument(help="Folder of checkpoints and curves; a training there goes on.")],
    out: Annotated[Path, typer.Argument(help="Empty folder for the weights.")],
) -> None:
    """Train, or go on with a training that was ended or killed, and write the weights and figures.json."""
    chosen = tuning_settings(json.loads(settings.read_text(encoding="utf-8")))
    figures = trainer_named(chosen.make)(chosen, examples, kept, out)
    if is_first_process():
        (kept / FIGURES).write_text(json.dumps(figures) + "\n", encoding="utf-8")


if __name__ == "__main__":
    try:
        typer.run(main)
    except DiagramloopError as error:
        sys.exit(f"{error.reason}: {error}")
