"""Parse: a picture in, the graph that it shows out."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from diagramloop.asking import lacks
from diagramloop.by_name import returned
from diagramloop.data.sources import Rejected, sample
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation import parsing
from diagramloop.evaluation.confidences import CONFIDENCES, confidence_rows, told
from diagramloop.evaluation.contestants.parsers import PARSERS, SVG, Parser, graph_read, reads
from diagramloop.evaluation.data_sets import DataSet
from diagramloop.evaluation.lineage import chart_fingerprint
from diagramloop.evaluation.outcome import Link, Refusal
from diagramloop.evaluation.parsing import ParsingItem
from diagramloop.evaluation.pictures import Drawing, Picture, board_of, pictures
from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.evaluation.scores import ItemScore
from diagramloop.evaluation.tasks._task import (
    Answers,
    Posed,
    Posing,
    Rows,
    Scored,
    Scoring,
    System,
    found,
    gold_system,
    place_of,
    refusals,
)
from diagramloop.graph import FlowGraph
from diagramloop.graph import formats as graph_formats
from diagramloop.models.answers.graphs import GraphAnswer
from diagramloop.models.predictions import answer_in, document_predicted, graph_predicted
from diagramloop.scores.families import similarities_named, similarity_chosen


@dataclass(frozen=True)
class Parse(Scored):
    """Charts drawn in every style, and read back.

    Attributes:
        similarity: of texts, see :func:`diagramloop.scores.similarity_named`; None: the one that each metric declares.
        families: of texts, by family of metrics that has a similarity of its own: ``{"sciflow_official": "mpnet"}``.
        drawing: how charts are drawn.
    """

    similarity: str | None = None
    families: Mapping[str, str] = field(default_factory=dict)
    drawing: Drawing = field(default_factory=Drawing)

    name: ClassVar = "parse"
    scoring: ClassVar[Scoring] = parsing
    kind: ClassVar = PARSERS
    confidences: ClassVar = CONFIDENCES

    def pose(self, data: DataSet) -> Posing:
        """Every picture of every chart; the gold is what was drawn, with its places."""
        charts = sample(data.charts().charts(), self.limit)
        similarity = similarity_chosen(self.similarity)
        families = similarities_named(self.families)
        items: list[Posed] = []
        undrawn: dict[str, Refusal] = {}
        for chart in charts:
            if isinstance(chart, Rejected):
                continue
            try:
                drawn = pictures(chart.id, chart.graph, chart.picture, self.drawing, chart.svg)
            except DiagramloopError as error:
                undrawn[chart.id] = Refusal.of(error)
                continue
            for picture in drawn:
                board = board_of(data.label, picture.style, drawn=bool(self.drawing.styles))
                id = f"{chart.id}/{picture.style}"
                item = ParsingItem(id, board, chart.id, chart.domain, picture.graph, similarity, families)
                items.append(Posed(item, picture, picture.graph, (chart_fingerprint(picture.graph),)))
        rejected = refusals("charts", (chart for chart in charts if isinstance(chart, Rejected)))
        return Posing(data.label, tuple(items), (rejected, Link("styled_figures", undrawn, answers=False)))

    def system(self, system: Any, options: Mapping[str, Any]) -> System:
        """A parser: an object, or a function that gets the bytes of a PNG and returns a graph; or reads the SVG."""
        if system == "gold":
            return gold_system()
        chosen = found(PARSERS, system, options)
        parser: Parser = chosen.made

        def answer(posed: Posed) -> FlowGraph:
            drawing = posed.asked.svg.encode() if reads(parser) == SVG else posed.asked.png
            return graph_read(parser, drawing, chosen.name)[0]

        def lacking(posed: Posed) -> str:
            return lacks(parser, posed.asked, posed.asked.offers)

        return System(chosen.name, answer, chosen.lineages, calls=chosen.calls, lacks=lacking)

    def confidence_rows(self, rows: Sequence[LeaderboardRow], scores: Sequence[ItemScore], answers: Answers) -> Rows:
        """Cells of what readings say of themselves."""
        of_items = ((score.data, score.row) for score in scores)
        readings = (told(posed.id, answer, posed.gold) for posed, answer in answers)
        return confidence_rows(rows, of_items, readings, seed=self.seed)

    def prediction(self, content: Any, posed: Posed | None = None) -> FlowGraph:
        """A graph, a text or a record that holds one in any notation, or a file of one."""
        del posed
        return graph_prediction(content)

    def write(self, posed: Posed, asked: Path, gold: Path) -> None:
        """``ID.png`` and, where there is one, ``ID.svg``; the gold as ``ID.json``."""
        picture: Picture = posed.asked
        place_of(asked, posed.id, ".png").write_bytes(picture.png)
        if picture.svg:
            place_of(asked, posed.id, ".svg").write_text(picture.svg, encoding="utf-8")
        write_graph(place_of(gold, posed.id, ".json"), posed.gold)


def graph_prediction(content: Any) -> FlowGraph:
    """The graph of a prediction.

    Raises:
        DiagramloopError: a file or a value that holds none.
    """
    heard = heard_graph(content)
    return returned(content, FlowGraph, "the prediction") if heard is None else heard.graph


def heard_graph(content: Any, text_in: str = "") -> GraphAnswer | None:
    """The graph of a file, a text or a record, in any notation; None where a prediction is none of these.

    Args:
        text_in: the format that a text without a file is taken for first.

    Raises:
        DiagramloopError: there is no graph in it.
    """
    if isinstance(content, Path):
        is_known = graph_formats.suffix_of(content) in graph_formats.suffixes()
        notation = graph_formats.format_of(content) if is_known else ""
        return graph_predicted(document_predicted(content, notation), notation).value
    if isinstance(content, Mapping):
        content = answer_in(content.get("graph", content))
    if isinstance(content, str | Mapping | list):
        return graph_predicted(content, text_in).value
    return None


def write_graph(path: Path, graph: FlowGraph) -> None:
    """Its JSON form."""
    path.write_text(json.dumps(graph.to_dict(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
