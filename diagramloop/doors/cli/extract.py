"""``diagramloop extract``: a text into the procedural graph that it describes."""

from __future__ import annotations

from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any

import typer

from diagramloop.doors.cli._batch import Batch, Input, OutputPlace, Outputs, StrictOption, in_folders
from diagramloop.doors.cli._complaints import one_line_errors
from diagramloop.doors.cli._formats import ToFormatOption, asked_format, tell_account, writable_suffixes, written
from diagramloop.doors.cli._model_options import SERVER, BaseUrl, Calls, Model, Options, Settings, configured
from diagramloop.engines.extract import EXTRACTORS, extracted, extractor
from diagramloop.engines.extract.naming import with_names
from diagramloop.graph.formats import format_named

_EMBEDDED = "embedded"
TEXTS = frozenset({".txt", ".md"})
OF_KINDS = frozenset({"bpmn", "flodial", "json", "paged", "sciflow", "triples"})
"""Formats that say what a gateway or a constraint is; in others it bears its name as text."""

_NOT_OF_TEXTS = frozenset({"nodes.kind", "nodes.shape", "nodes.span", "edges.kind"})  # no text says how it is drawn


def extract(
    files: Annotated[
        list[Path], typer.Argument(help="Texts, or folders of them; - for standard input.", metavar="TEXT...")
    ],
    format: ToFormatOption = None,
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
    strict: StrictOption = False,
    output: OutputPlace = None,
) -> None:
    """Extract procedural graphs from texts: actors, actions, gateways, conditions, constraints.

    The embedded extractor, text2flow on it, and methods of rules or taggers need no language model; all others,
    and text2flow if told to, ask one. In Mermaid, gateways, Start, End and constraints bear their names as text, by
    which diagramloop simulate knows them again.
    """
    with one_line_errors("extract"):
        engine = extractor(name, **_options(name, configured(model, base_url, calls, option, setting), prompts))

    target = asked_format(format, output)
    batch = Batch("extract", output, suffixes=writable_suffixes(), strict=strict)

    def work(item: Input) -> Outputs:
        extraction = extracted(engine, item.read_text(), name)
        tell_account(extraction.account, item, batch)
        graph = extraction.graph
        named = graph if target in OF_KINDS else with_names(graph)
        return {format_named(target).result_suffix: written(named, target, item, batch, without=_NOT_OF_TEXTS)}

    paths = in_folders("extract", files, lambda path: path.suffix.lower() in TEXTS)
    batch.run(paths, work)


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
