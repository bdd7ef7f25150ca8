"""``diagramloop extract``: a text into the procedural graph that it describes."""

from __future__ import annotations

import json
from enum import StrEnum
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any

import typer

from diagramloop.cli._batch import Batch, Input, OutputFolder, Outputs
from diagramloop.cli._complaints import one_line_errors
from diagramloop.cli._model_options import SERVER, BaseUrl, Calls, Model, Options, Settings, configured
from diagramloop.extract import EXTRACTORS, extractor
from diagramloop.graph import FlowGraph
from diagramloop.graph import formats as graph_formats

_EMBEDDED = "embedded"


class ExtractedFormat(StrEnum):
    """Formats of an extracted graph."""

    MERMAID = "mermaid"
    TRIPLES = "triples"
    JSON = "json"

    @property
    def suffix(self) -> str:
        """File suffix of results in this format."""
        return {"mermaid": ".mmd", "triples": ".txt", "json": ".json"}[self.value]


def extract(
    files: Annotated[list[Path], typer.Argument(help="Texts to read; - for standard input.", metavar="TEXT...")],
    format: Annotated[ExtractedFormat, typer.Option("--format", "-f", help="What to write.")] = ExtractedFormat.MERMAID,
    name: Annotated[
        str, typer.Option("--extractor", "-e", help=f"One of {', '.join(EXTRACTORS)}, or package.module:Class.")
    ] = _EMBEDDED,
    model: Model = None,
    base_url: BaseUrl = SERVER,
    calls: Calls = None,
    option: Options = None,
    setting: Settings = None,
    prompts: Annotated[
        Path | None, typer.Option("--prompts", help="Folder of prompts in the place of the shipped ones.")
    ] = None,
    output: OutputFolder = None,
) -> None:
    """Extract procedural graphs from texts: actors, actions, gateways, conditions, constraints.

    The embedded extractor, text2flow on it, and methods of rules or taggers need no language model; all others,
    and text2flow if told to, ask one. In Mermaid, gateways, Start, End and constraints bear their names as text, by
    which diagramloop simulate knows them again.
    """
    with one_line_errors("extract"):
        made = extractor(name, **_options(name, configured(model, base_url, calls, option, setting), prompts))

    def work(item: Input) -> Outputs:
        return {format.suffix: _written(made.extract(item.read_text()).graph, format).encode()}

    Batch("extract", output).run(files, work)


def _options(name: str, model: dict[str, Any] | None, prompts: Path | None) -> dict[str, Any]:
    asked = signature(EXTRACTORS.maker(name)).parameters.get("model")
    if model is not None and asked is None:
        raise typer.BadParameter(f"the {name} extractor asks no language model: name another with --extractor")
    if model is not None:
        return {"model": model} | ({} if prompts is None else {"prompts": str(prompts)})
    if prompts is not None:
        raise typer.BadParameter("prompts are for a language model: add --model")
    if asked is not None and asked.default is Parameter.empty:
        raise typer.BadParameter(f"the extractor {name} asks a language model: add --model")
    return {}


def _written(graph: FlowGraph, format: ExtractedFormat) -> str:
    if format is ExtractedFormat.JSON:
        return json.dumps(graph.to_dict(), ensure_ascii=False, indent=1) + "\n"
    if format is ExtractedFormat.TRIPLES:
        from diagramloop.graph.triples import write_triples

        return write_triples(graph).text
    from diagramloop.extract.naming import with_names

    return graph_formats.write(with_names(graph), format.value).text
