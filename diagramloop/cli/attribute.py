"""``diagramloop attribute``: the nodes of a flowchart that ground an answer."""

from __future__ import annotations

import json
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from diagramloop.attribute import ATTRIBUTORS, Attribution, AttributionTask, attributor
from diagramloop.cli._batch import STDIN, Batch, Input, OutputFolder, Outputs
from diagramloop.cli._complaints import one_line_errors
from diagramloop.cli._figures import read_figure
from diagramloop.cli._formats import GraphFormatOption, has_graph_suffix, read_graph
from diagramloop.cli._model_options import SERVER, BaseUrl, Calls, Model, Options, Settings, configured
from diagramloop.cli._results import real_paths, write_result
from diagramloop.graph import FlowGraph
from diagramloop.models.pixels import png

_EMBEDDED = "embedded"
_WITHOUT_MODEL = _WITHOUT_PICTURE = (_EMBEDDED, "lexical", "everything")


class AttributedFormat(StrEnum):
    """Formats of an attribution; ``json`` has the trace of all tools that were run."""

    TEXT = "text"
    JSON = "json"

    @property
    def suffix(self) -> str:
        """File suffix of results in this format."""
        return {"text": ".txt", "json": ".json"}[self.value]


def attribute(
    chart: Annotated[Path, typer.Argument(help="Picture or diagram of the chart; - for Mermaid on standard input.")],
    question: Annotated[str, typer.Option("--question", "-q", help="What was asked about the chart.")],
    answer: Annotated[str, typer.Option("--answer", "-a", help="What was answered.")] = "",
    draw: Annotated[
        Path | None, typer.Option("--draw", help="Draw the path over the chart there (PNG).", metavar="PNG")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON, with regions and the trace of tools.")] = False,
    name: Annotated[
        str, typer.Option("--attributor", help=f"One of {', '.join(ATTRIBUTORS)}, or package.module:Class.")
    ] = _EMBEDDED,
    model: Model = None,
    base_url: BaseUrl = SERVER,
    calls: Calls = None,
    option: Options = None,
    setting: Settings = None,
    source: GraphFormatOption = None,
    output: OutputFolder = None,
) -> None:
    """Find the nodes that ground an answer, in the order of the flow (Follow the Flow).

    From a picture the chart is read first; a diagram is drawn first where a picture of it is needed.
    """
    format = AttributedFormat.JSON if as_json else AttributedFormat.TEXT
    if draw is not None and draw.suffix.lower() != ".png":
        raise typer.BadParameter(f"--draw makes PNG files: {draw} has another suffix")
    if model is not None and name in _WITHOUT_MODEL:
        raise typer.BadParameter(f"the attributor {name} asks no language model: name another with --attributor")
    with one_line_errors("attribute"):
        chat = configured(model, base_url, calls, option, setting)
        system = attributor(name, chat=chat) if chat else attributor(name)

    def work(item: Input) -> Outputs:
        graph, picture = _seen(item, source, pictured=draw is not None or name not in _WITHOUT_PICTURE)
        found = system.attribute(AttributionTask(item.stem, graph, question, answer, picture))
        if draw is not None and picture is not None:
            from diagramloop.parse.labelled_picture import drawn_path

            write_result(draw, drawn_path(picture, found.regions), real_paths(item.path))
        return {format.suffix: _written(found, graph, format).encode()}

    Batch("attribute", output).run([chart], work)


def _seen(item: Input, source: str | None, *, pictured: bool) -> tuple[FlowGraph, bytes | None]:
    """The chart's graph, and a picture of it to which its boxes belong where one is at hand or wanted."""
    if source is None and item.path != STDIN and not has_graph_suffix(item.path):
        read = read_figure(item.read_bytes())
        return read.graph, png(read.picture()) if pictured else None
    graph = read_graph(item, source)
    if not pictured:
        return graph, None
    from diagramloop.render import Style, draw
    from diagramloop.render.engines import STANDARD

    figure = draw(graph, (Style.DEFAULT,), engine=STANDARD, key=item.stem)[Style.DEFAULT]
    return figure.graph, figure.png


def _written(found: Attribution, graph: FlowGraph, format: AttributedFormat) -> str:
    if format is AttributedFormat.TEXT:
        if found.regions and not found.nodes:
            return "".join(f"{' '.join(f'{side:.0f}' for side in box)}\n" for box in found.regions)
        return "".join(f"{id}\t{' '.join(graph.node_by_id[id].text.split())}\n" for id in found.nodes)
    nodes = [{"id": id, "text": graph.node_by_id[id].text, "box": graph.node_by_id[id].box} for id in found.nodes]
    body = {
        "type": found.type,
        "nodes": nodes,
        "regions": found.regions,
        "trace": [asdict(step) for step in found.trace],
        "usage": asdict(found.usage),
    }
    return json.dumps(body, ensure_ascii=False, indent=1) + "\n"
