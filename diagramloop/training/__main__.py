"""``python -m diagramloop.training``: trains the network that sees ink."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
import yaml

from diagramloop.errors import DiagramloopError
from diagramloop.models.checkpoints import require
from diagramloop.training.settings import training_settings

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Train the network that sees ink.")


@app.callback()
def main() -> None:
    """Train the network that sees ink."""
    require("training", "torch", "safetensors")


@app.command()
def train(
    folder: Annotated[Path, typer.Argument(help="Checkpoints and curves; a training there goes on.")],
    changes: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME=VALUE]...", help="Settings; dots lead into nodes.")
    ] = None,
    settings: Annotated[Path | None, typer.Option(help="YAML file of settings, which NAME=VALUE change.")] = None,
) -> None:
    """Train, or go on with a training that was ended or killed."""
    from diagramloop.training.loop import train as run

    run(training_settings(_node(settings, changes or [])), folder)


def _node(settings: Path | None, changes: list[str]) -> dict[str, Any]:
    node: dict[str, Any] = (yaml.safe_load(settings.read_text(encoding="utf-8")) if settings else None) or {}
    for change in changes:
        name, equals, value = change.partition("=")
        if not equals:
            raise DiagramloopError(f"{change!r} is no NAME=VALUE")
        *parents, leaf = name.split(".")
        place = node
        for parent in parents:
            place = place.setdefault(parent, {})
        place[leaf] = yaml.safe_load(value)
    return node


if __name__ == "__main__":
    try:
        app()
    except DiagramloopError as error:
        sys.exit(f"{error.reason}: {error}")
