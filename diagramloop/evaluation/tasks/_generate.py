"""Generate: a prompt in, a picture out, which a parser reads back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from diagramloop.asking import lacks
from diagramloop.by_name import returned
from diagramloop.data.sources import Chart, sample
from diagramloop.data.sources import Rejected as Unusable
from diagramloop.evaluation import generation
from diagramloop.evaluation.contestants.generator_registry import GENERATORS
from diagramloop.evaluation.contestants.generators import Control, GeneratedImage, Gold, Rejected
from diagramloop.evaluation.contestants.parsers import Parser, graph_read, parser
from diagramloop.evaluation.contestants.prompts import Prompt, prompt_of
from diagramloop.evaluation.data_sets import DataSet
from diagramloop.evaluation.generation import GenerationItem
from diagramloop.evaluation.lineage import chart_fingerprint
from diagramloop.evaluation.tasks._parse import graph_prediction, write_graph
from diagramloop.evaluation.tasks._task import (
    READER,
    Found,
    Posed,
    Posing,
    Scored,
    Scoring,
    System,
    found,
    gold_system,
    place_of,
    refusals,
)
from diagramloop.graph import FlowGraph
from diagramloop.render import Style
from diagramloop.scores.families import similarities_named, similarity_chosen


@dataclass(frozen=True)
class Generate(Scored):
    """Charts asked for in words and structure. What vision models and judges would measure is not measured.

    Attributes:
        similarity: of texts, see :func:`diagramloop.scores.similarity_named`; None: the one that each metric declares.
        families: of texts, by family of metrics that has a similarity of its own: ``{"sciflow_official": "mpnet"}``.
        style: in which generators are asked to draw.
        reader: the parser that reads the pictures.
    """

    similarity: str | None = None
    families: Mapping[str, str] = field(default_factory=dict)
    style: Style = Style.DEFAULT
    reader: str = READER

    name: ClassVar = "generate"
    scoring: ClassVar[Scoring] = generation
    kind: ClassVar = GENERATORS

    def pose(self, data: DataSet) -> Posing:
        """Every chart, as the prompt that asks for it."""
        charts = sample(data.charts().charts(), self.limit)
        similarity, board = similarity_chosen(self.similarity), f"{data.label}/{self.reader}"
        families = similarities_named(self.families)
        items: list[Posed] = []
        for chart in charts:
            if isinstance(chart, Chart):
                prompt = prompt_of(chart.graph, chart.id, self.style)
                item = GenerationItem(chart.id, board, chart.domain, chart.graph, prompt, similarity, families=families)
                gold = Gold(chart.id, self.style, chart.graph, chart.picture)
                items.append(Posed(item, (prompt, gold), chart.graph, (chart_fingerprint(chart.graph),)))
        return Posing(board, tuple(items), (refusals("charts", (c for c in charts if isinstance(c, Unusable))),))

    def system(self, system: Any, options: Mapping[str, Any]) -> System:
        """A generator, a control, or a function from a Prompt to the bytes of a picture."""
        if system == "gold":
            return gold_system()
        generator = found(GENERATORS, system, options)
        draw = _draws(generator, self.seed)
        control = isinstance(generator.made, Control)

        def answer(posed: Posed) -> FlowGraph:
            return self.prediction(draw(posed))

        def lacking(posed: Posed) -> str:
            prompt, gold = posed.asked
            put = gold if control else prompt
            return lacks(generator.made, put, put.offers)

        return System(generator.name, answer, generator.lineages, control, generator.calls, lacking)

    def prediction(self, content: Any, posed: Posed | None = None) -> FlowGraph:
        """Return the reader's graph of a picture's bytes, or of a file of one; or a graph that was read already."""
        del posed
        if isinstance(content, Path) and content.suffix.lower() == ".png":
            content = content.read_bytes()
        if not isinstance(content, bytes):
            return graph_prediction(content)
        return graph_read(self._reader, content, self.reader)[0]

    @cached_property
    def _reader(self) -> Parser:
        return parser(self.reader)

    def write(self, posed: Posed, asked: Path, gold: Path) -> None:
        """``ID.txt`` in words and ``ID.json`` as structure; the gold as ``ID.json``."""
        prompt: Prompt = posed.asked[0]
        place_of(asked, posed.id, ".txt").write_text(prompt.text + "\n", encoding="utf-8")
        place_of(asked, posed.id, ".json").write_text(prompt.model_dump_json(indent=1) + "\n", encoding="utf-8")
        write_graph(place_of(gold, posed.id, ".json"), posed.gold)


def _draws(generator: Found, seed: int) -> Callable[[Posed], bytes]:
    """Return the function that gives the picture of an item."""

    def draw(posed: Posed) -> bytes:
        prompt, gold = posed.asked
        if isinstance(generator.made, Control):
            return _png(next(iter(generator.made.draw_gold([gold], seed))), generator.name)
        return _png(next(iter(generator.made.generate([prompt], seed))), generator.name)

    return draw


def _png(made: GeneratedImage | Rejected, by: str) -> bytes:
    if isinstance(made, Rejected):
        raise made.filed()
    return returned(made, GeneratedImage, by).png
