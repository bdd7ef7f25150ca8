"""``python -m diagramloop.engines.training.words``: trains the reader of words, from nothing to what is shipped."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from diagramloop.engines.training.__main__ import Changes, File, settings_node
from diagramloop.engines.training.words.settings import words_settings
from diagramloop.errors import DiagramloopError
from diagramloop.models.checkpoints import require

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Train the reader of words.")
_NICE = 10  # so that a training of an evening is in nobody's way
Training = Annotated[Path, typer.Argument(help="Folder of the training; one there goes on.")]


@app.callback()
def main() -> None:
    """Train the reader of words."""
    require("training", "torch", "safetensors", "onnx")


@app.command()
def train(folder: Training, changes: Changes = None, settings: File = None) -> None:
    """Train, or go on with a training that was ended or killed."""
    from diagramloop.engines.training.words.loop import train as run

    os.nice(_NICE)
    run(words_settings(settings_node(settings, changes or [])), folder)


@app.command()
def release(folder: Training, out: Annotated[Path, typer.Argument(help="Folder to be made.")]) -> None:
    """Write the reader as it is used, with its record, lineage and model card."""
    from diagramloop.engines.training.words.release import release as write
    from diagramloop.whole_files import whole_folder

    with whole_folder(out) as place:
        write(folder, place)


@app.command()
def lexicon(
    paged: Annotated[Path, typer.Argument(help="Folder of PAGED.")],
    words: Annotated[Path, typer.Argument(help="File of general words: a word and its count on a line.")],
    out: Annotated[Path, typer.Argument(help="File to be written; its lineage is put beside it.")],
) -> None:
    """Write the lexicon: words of procedures and of English, with their costs."""
    from diagramloop.engines.training.words.lexicon_file import write_lexicon

    write_lexicon(paged, words, out)


@app.command()
def scripts(
    fonts: Annotated[Path, typer.Argument(help="Folder of fonts of all scripts.")],
    out: Annotated[Path, typer.Argument(help="Folder for the network, its record, lineage and card.")],
    lines: int = 16_000,
    epochs: int = 4,
) -> None:
    """Train the network that tells a line's script, and write it as it is used."""
    from diagramloop.engines.training.words.script_network import write_scripts

    os.nice(_NICE)
    print(json.dumps(write_scripts(fonts, out, lines, epochs)))


@app.command()
def weigh(
    folder: Training,
    words: Annotated[Path, typer.Argument(help="The lexicon's file.")],
    fonts: Annotated[Path, typer.Argument(help="Folder of fonts of print.")],
    weights: Annotated[Path | None, typer.Option(help="The reader, as ONNX; the published one without.")] = None,
) -> None:
    """Choose the lexicon's weights on words that the reader has not learned from."""
    from diagramloop.engines.parse.text.recogniser import published
    from diagramloop.engines.parse.text.word_reader import word_network
    from diagramloop.engines.training.words.choice import chosen_weights
    from diagramloop.engines.training.words.set_lines import fonts_in

    _, figures = chosen_weights(folder, word_network(weights or published()), words, fonts_in(fonts))
    print(json.dumps(figures))


if __name__ == "__main__":
    try:
        app()
    except DiagramloopError as error:
        sys.exit(f"{error.reason}: {error}")
