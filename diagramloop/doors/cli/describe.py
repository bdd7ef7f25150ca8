"""``diagramloop describe``: the text alternative of a diagram, for who does not see it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Literal

import typer

from diagramloop.doors.cli._batch import Batch, Input, OutputPlace, Outputs, PageOption, StrictOption, in_folders
from diagramloop.doors.cli._model_options import Recogniser
from diagramloop.doors.cli._pictures import read_pictures
from diagramloop.doors.cli.parse import ParserName, Pixels
from diagramloop.doors.python.diagrams import PICTURES
from diagramloop.doors.python.reading import Reading
from diagramloop.evaluation.contestants.parsers import CHECKED
from diagramloop.graph.description import alternative, table, write_description
from diagramloop.graph.formats import DESCRIPTION

Form = Literal["long", "short", "table", "json"]
_SUFFIXES = {"long": DESCRIPTION.suffixes[0], "short": ".txt", "table": ".md", "json": ".json"}


def describe(
    files: Annotated[
        list[Path],
        typer.Argument(help="Pictures or diagrams, or folders of them; - for standard input.", metavar="FILE..."),
    ],
    form: Annotated[
        Form,
        typer.Option(
            "--as",
            help="long: every step with what follows it; short: one sentence for an alt attribute; table: in Markdown; "
            "json: all three.",
        ),
    ] = "long",
    parser: ParserName = CHECKED,
    page: PageOption = None,
    recogniser: Recogniser = "",
    pixels: Pixels = False,
    strict: StrictOption = False,
    output: OutputPlace = None,
) -> None:
    """Describe diagrams in words, as WCAG 1.1.1 asks of what is not text.

    A picture is read first, and the description says how sure that is. ``diagramloop convert X.description.md --to
    FORMAT`` reads a long description back.
    """
    paths = in_folders("describe", files, lambda path: path.suffix.lower() in PICTURES)
    batch = Batch("describe", output, suffixes=frozenset(_SUFFIXES.values()), page=page, strict=strict)
    suffix = batch.own_suffix or _SUFFIXES[form]

    def work(item: Input) -> Outputs:
        parts = batch.parts(read_pictures(item, batch, parser, recogniser, stated=not pixels))
        return {f"{part}{suffix}": _described(reading, form).encode() for part, reading in parts}

    batch.run(paths, work)


def _described(reading: Reading, form: Form) -> str:
    graph = reading.graph
    texts = {"short": alternative(graph) + "\n", "long": write_description(graph).text, "table": table(graph)}
    if form == "json":
        sure = {"origin": reading.origin, "estimated_f1": graph.estimated_f1}
        return json.dumps({**texts, **sure}, ensure_ascii=False, indent=1) + "\n"
    if form == "long" and graph.estimated_f1 is not None:
        doubts = f"Read from a picture: about {graph.estimated_f1:.0%} of what it shows is likely right.\n"
        return f"{texts[form]}\n{doubts}"
    return texts[form]
