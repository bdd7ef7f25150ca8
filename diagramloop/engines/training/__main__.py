"""``python -m diagramloop.engines.training``: trains the network that sees ink."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
import yaml

from diagramloop.engines.training.settings import training_settings
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.models.checkpoints import require

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Train the network that sees ink.")


@app.callback()
def main() -> None:
    """Train the network that sees ink."""
    require("training", "torch", "safetensors", extra="training")


Changes = Annotated[list[str] | None, typer.Argument(metavar="[NAME=VALUE]...", help="Settings; dots lead into nodes.")]
File = Annotated[Path | None, typer.Option(help="YAML file of settings, which NAME=VALUE change.")]


@app.command()
def train(
    folder: Annotated[Path, typer.Argument(help="Checkpoints and curves; a training there goes on.")],
    changes: Changes = None,
    settings: File = None,
) -> None:
    """Train, or go on with a training that was ended or killed."""
    from diagramloop.engines.training.loop import train as run

    run(training_settings(settings_node(settings, changes or [])), folder)


@app.command()
def release(
    folder: Annotated[Path, typer.Argument(help="Of the training, whose last checkpoint is taken.")],
    out: Annotated[Path, typer.Argument(help="Folder to be made: weights, graphs, record, model card.")],
    name: Annotated[str, typer.Option(help="Of the weights.")] = "ink",
) -> None:
    """Write the weights of a training as they are used, with their record and model card."""
    from diagramloop.engines.training.release import release as write
    from diagramloop.whole_files import whole_folder

    with whole_folder(out) as place:
        write(folder, place, name)


def settings_node(file: Path | None, changes: Sequence[str]) -> dict[str, Any]:
    """The settings of a file with those changed that ``NAME=VALUE`` say; values are YAML.

    Raises:
        DiagramloopError: the file is not there (MISSING) or no YAML (SYNTAX), or a change leads nowhere (INVALID).
    """
    node = _read(file) if file else {}
    for change in changes:
        name, equals, value = change.partition("=")
        if not equals:
            raise DiagramloopError(f"{change!r} is no NAME=VALUE")
        *parents, leaf = name.split(".")
        place = node
        for parent in parents:
            place = place.setdefault(parent, {})
            if not isinstance(place, dict):
                raise DiagramloopError(f"{change!r}: {parent!r} has a value and no names in it")
        place[leaf] = yaml.safe_load(value)
    return node


def _read(file: Path) -> dict[str, Any]:
    try:
        node = yaml.safe_load(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise DiagramloopError(str(error), reason=RejectionReason.MISSING) from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise DiagramloopError(f"{file}: {error}", reason=RejectionReason.SYNTAX) from error
    if not isinstance(node, dict):
        raise DiagramloopError(f"{file} is no mapping of settings")
    return node


if __name__ == "__main__":
    try:
        app()
    except DiagramloopError as error:
        sys.exit(f"{error.reason}: {error}")
