"""``python -m diagramloop.engines.training.language LEARNER DATA OUT``: makes the weights of an engine that reads
language.
"""

from __future__ import annotations

import json
from pathlib import Path

import typer

from diagramloop.engines.training.language.learned import release
from diagramloop.engines.training.language.learners import learner
from diagramloop.models.checkpoints import require


def main(name: str, data: Path, out: Path, settings: str = "{}") -> None:
    """Write the weights that a learner makes of DATA to OUT, with lineage and record, and print the figures.

    SETTINGS are JSON.
    """
    require("learning", "sklearn")
    chosen = learner(name)
    given = chosen.checked(json.loads(settings))
    out.mkdir(parents=True, exist_ok=True)
    record = release(chosen.learn(data, given), out, name, given.model_dump(mode="json"))
    typer.echo(json.dumps(record["figures"], indent=1))


if __name__ == "__main__":
    typer.run(main)
