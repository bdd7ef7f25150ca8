"""``diagramloop attribute``: the nodes of a flowchart that ground an answer."""

from __future__ import annotations

import json
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from diagramloop.doors.cli._batch import STDIN, Batch, Input, OutputFolder, Outputs, PageOption
from diagramloop.doors.cli._complaints import one_line_errors
from diagramloop.doors.cli._formats import GraphFormatOption, has_graph_suffix, read_graph
from diagramloop.doors.cli._model_options import SERVER, BaseUrl, Calls, Model, Options, Settings, configured
from diagramloop.doors.cli._results import real_paths, write_result
from diagramloop.doors.python.reading import read
from diagramloop.engines.attribute import (
    ATTRIBUTORS,
    Attribution,
    AttributionError,
    AttributionTask,
    Attributor,
    attributed,
    attributor,
)
from diagramloop.errors import RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.models.pixels import png

_EMBEDDED = "embedded"
_WITHOUT_MODEL = (_EMBEDDED, "lexical", "everything")

Chart = Annotated[Path, typer.Argument(help="Picture or diagram of the chart; - for Mermaid on standard input.")]
Question = Annotated[str, typer.Option("--question", "-q", help="What was asked about the chart.")]
Answer = Annotated[str, typer.Option("--answer", "-a", help="What was answered.")]
DrawnPath = Annotated[
    Path | None, typer.Option("--draw", help="Draw the path over the chart there (PNG).", metavar="PNG")
]
AsJson = Annotated[bool, typer.Option("--json", help="Write JSON, with regions and the trace of tools.")]
AttributorName = Annotated[
    str, typer.Option("--attributor", help=f"One of {', '.join(ATTRIBUTORS)}, or package.module:Class.")
]
Shown = Annotated[
    bool | None,
    typer.Option(
        "--picture/--no-picture",
        help="Show the attributor a picture of the chart, too. [default: only where CHART is one]",
        show_default=False,
    ),
]


class AttributedFormat(StrEnum):
    """Formats of an attribution; ``json`` has the trace of all tools that were run."""

    TEXT = "text"
    JSON = "json"

    @property
    def suffix(self) -> str:
        """File suffix of results in this format."""
        return {"text": ".txt", "json": ".json"}[self.value]


def attribute(
    chart: Chart,
    question: Question,
    answer: Answer = "",
    draw: DrawnPath = None,
    as_json: AsJson = False,
    name: AttributorName = _EMBEDDED,
    shown: Shown = None,
    model: Model = None,
    base_url: BaseUrl = SERVER,
    calls: Calls = None,
    option: Options = None,
    setting: Settings = None,
    source: GraphFormatOption = None,
    page: PageOption = None,
    output: OutputFolder = None,
) -> None:
    """Find the nodes that ground an answer, in the order of the flow (Follow the Flow).

    From a picture the chart is read first. A diagram is drawn where the path is to be drawn over it, and shown to the
    attributor with --picture alone: a model may take words only.
    """
    format = AttributedFormat.JSON if as_json else AttributedFormat.TEXT
    _check(draw, model, name)
    with one_line_errors("attribute"):
        chat = configured(model, base_url, calls, option, setting)
        system = attributor(name, chat=chat) if chat else attributor(name)

    batch = Batch("attribute", output, page=page)

    def work(item: Input) -> Outputs:
        seen = _seen(item, source, batch, pictured=draw is not None or shown)
        given = seen.picture if shown or (shown is None and seen.is_picture) else None
        attribution = _attributed(system, AttributionTask(item.stem, seen.graph, question, answer, given), name)
        if draw is not None and seen.picture is not None:
            from diagramloop.engines.parse.labelled_picture import drawn_path

            write_result(draw, drawn_path(seen.picture, attribution.regions), real_paths(item.path))
        return {format.suffix: _written(attribution, seen.graph, format).encode()}

    batch.run([chart], work)


def _check(draw: Path | None, model: str | None, name: str) -> None:
    if draw is not None and draw.suffix.lower() != ".png":
        raise typer.BadParameter(f"--draw makes PNG files: {draw} has another suffix")
    if model is not None and name in _WITHOUT_MODEL:
        raise typer.BadParameter(f"the attributor {name} asks no language model: name another with --attributor")


class _Seen(NamedTuple):
    """A chart, a picture of it to which its boxes belong where one is at hand or wanted, and whether it came as one."""

    graph: FlowGraph
    picture: bytes | None
    is_picture: bool


def _seen(item: Input, source: str | None, batch: Batch, *, pictured: bool | None) -> _Seen:
    if source is None and item.path != STDIN and not has_graph_suffix(item.path):
        reading = read(item.read_bytes(), page=batch.page, stated=pictured is False)
        if pictured is False:
            return _Seen(reading.graph, None, is_picture=True)
        return _Seen(reading.graph, png(reading.pixels()), is_picture=True)
    graph = read_graph(item, source, batch)
    if not pictured:
        return _Seen(graph, None, is_picture=False)
    from diagramloop.render import Style, draw
    from diagramloop.render.engines import STANDARD

    figure = draw(graph, (Style.DEFAULT,), engine=STANDARD, key=item.stem)[Style.DEFAULT]
    return _Seen(figure.graph, figure.png, is_picture=False)


def _attributed(system: Attributor, task: AttributionTask, name: str) -> Attribution:
    try:
        return attributed(system, task, name)
    except AttributionError as error:
        if error.reason is RejectionReason.NOT_ASKED and task.picture is None:
            raise AttributionError(f"{error}: --picture shows it one", reason=error.reason) from error
        raise


def _written(attribution: Attribution, graph: FlowGraph, format: AttributedFormat) -> str:
    if format is AttributedFormat.TEXT:
        if attribution.regions and not attribution.nodes:
            return "".join(f"{' '.join(f'{side:.0f}' for side in box)}\n" for box in attribution.regions)
        return "".join(f"{id}\t{' '.join(graph.node_by_id[id].text.split())}\n" for id in attribution.nodes)
    nodes = [{"id": id, "text": graph.node_by_id[id].text, "box": graph.node_by_id[id].box} for id in attribution.nodes]
    body = {
        "type": attribution.type,
        "nodes": nodes,
        "regions": attribution.regions,
        "trace": [asdict(step) for step in attribution.trace],
        "usage": asdict(attribution.usage),
    }
    return json.dumps(body, ensure_ascii=False, indent=1) + "\n"
