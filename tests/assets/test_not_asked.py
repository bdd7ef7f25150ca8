"""No generator is asked for what a planner refused; controls know the gold and are asked; a time-out is no zero."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assets._graphs import from_cell, to_cell
from assets._scores import read_cells
from assets._settings import NODES
from assets.generate import PROMPTS, images
from assets.generation_scores import generation_scores
from assets.image_measures import image_measures
from assets.leaderboard import leaderboard
from assets.machinery import Input, ItemRunner, Stage, StageRun, write_rejected, write_rows
from assets.parse import CANONICAL, canonical, parsed_figures, parsed_images
from assets.render import FIGURES
from assets.score import parsing_scores
from diagramloop.engines.generate import prompt_of
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.models.pixels import png
from diagramloop.report import LeaderboardRow, boards

GRAPH = FlowGraph(nodes=(Node(id="a", text="Boil"), Node(id="b", text="Pour")), edges=(Edge(source="a", target="b"),))
PICTURE = {"bytes": png(np.zeros((8, 8, 3), np.uint8)), "path": "x.png"}
KEY = {"source": "s", "generator": "", "parser": "p"}
GENERATORS = ("graphviz", "reference", "source_figure")


def well(picture: bytes) -> FlowGraph:
    """A parser that reads every picture right."""
    return GRAPH


def slow(picture: bytes) -> FlowGraph:
    """A parser that the machine fails on every picture."""
    raise TimeoutError("took longer than 5 s")


PARAMS: dict[str, Any] = {node: {} for node in NODES} | {
    **{f"generators.{name}.{node}": value for name in GENERATORS for node, value in (("make", name), ("options", {}))},
    **{f"generators.{name}.stream": False for name in GENERATORS},
    "generators": {name: {"make": name, "options": {}} for name in GENERATORS},
    **{f"parsers.{p}.make": f"{__name__}:{call}" for p, call in (("p", "well"), ("q", "slow"))},
    **{f"parsers.{p}.options": {} for p in "pq"},
    "parsers": {"p": {}, "q": {}},
    **{group: {} for group in ("extractors", "attributors", "answerers", "agents", "converters")},
    "generate.style": "default",
    "generate.seed": 0,
    "image_level": {"clip": None, "lpips": None, "siglip": None},
    "judge.make": "none",
    "judge.options": {},
    "score": {"similarity": "lexical", "families": {}, "seed": 0},
}


class Line:
    """Stages in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def given(self, name: str, key: dict[str, str], rows: list[Any], schema: Any, *refused: tuple[str, str]) -> Input:
        out = self._folder / name
        out.mkdir()
        write_rows(out, rows, schema)
        write_rejected(out, [{"id": id, "reason": reason, "detail": "no"} for id, reason in refused])
        return Input(key, out)

    def run(self, stage: Stage, key: dict[str, str], **inputs: Input | tuple[Input, ...]) -> Input:
        out = self._folder / "-".join([stage.name, *key.values()])
        out.mkdir()
        items = ItemRunner(out.name, self._folder / "items" / f"{out.name}.sqlite", "v1")
        read = {name: made if isinstance(made, tuple) else (made,) for name, made in inputs.items()}
        report = stage.body(StageRun(key, PARAMS, read, None, out, items))
        assert report.adds_up
        report.write(out)
        return Input(key, out)


@pytest.fixture(scope="module")
def cells(tmp_path_factory: pytest.TempPathFactory) -> dict[str, LeaderboardRow]:
    """The headline cells of generators on two papers, of which the planner refused one."""
    line = Line(tmp_path_factory.mktemp("generation"))
    golds = [{"id": id, "domain": "", "graph": to_cell(GRAPH), "made": "verified", "picture": PICTURE} for id in "xy"]
    references = line.given("canonical_graphs", {"source": "s"}, golds, CANONICAL)
    asked = [{"id": "x", "text": "", "prompt": prompt_of(GRAPH, "x").model_dump_json(), "method": ""}]
    prompts = line.given("prompts", {"source": "s"}, asked, PROMPTS, ("y", "refused"))
    before = {"canonical_graphs": references, "prompts": prompts}
    made = [line.run(generation_scores, {"source": "s", "generator": "gold", "parser": "p"}, **before)]
    for name in GENERATORS:
        key = {"source": "s", "generator": name}
        drawn = line.run(images, key, **before)
        read = line.run(parsed_images, {**key, "parser": "p"}, images=drawn)
        made_of = {**before, "images": drawn, "parsed_images": read}
        measured = line.run(image_measures, key, **made_of)
        made.append(line.run(generation_scores, {**key, "parser": "p"}, **made_of, image_measures=measured))
    board = line.run(leaderboard, {}, generation_scores=tuple(made))
    assert json.loads((board.folder / "report.json").read_text())["figures"]["faulty_controls"] == 0.0
    rows = [LeaderboardRow(**row) for row in json.loads((board.folder / "leaderboard.json").read_text())]
    return {row.system: row for row in rows if row.metric == "sciflow/graph"}


def test_a_generator_is_not_charged_with_what_the_planner_refused(cells: dict[str, LeaderboardRow]) -> None:
    row = cells["graphviz"]
    assert (row.value, row.items, row.scored, row.not_asked) == (1.0, 2, 1, 1)
    assert row.reason == "1 of 2 items; 1 not asked: prompts refused (no)"
    assert boards(cells.values())[0].places == (None,) * 4


def test_controls_need_no_prompt(cells: dict[str, LeaderboardRow]) -> None:
    for name in ("gold", "reference", "source_figure"):
        assert (cells[name].value, cells[name].items, cells[name].scored) == (1.0, 2, 2)


def test_what_the_machine_failed_on_is_no_zero(tmp_path: Path) -> None:
    line = Line(tmp_path)
    figure = {"data": "s/mono", "chart": "c", "style": "mono", "picture": PICTURE, "graph": to_cell(GRAPH)}
    rows = [dict.fromkeys(FIGURES.names, "") | figure | {"id": id} for id in ("c/1", "c/2")]
    figures = line.given("styled_figures", {"source": "s"}, rows, FIGURES)
    read = line.run(parsed_figures, {"source": "s", "parser": "q"}, styled_figures=figures)
    scored = line.run(parsing_scores, {"source": "s", "parser": "q"}, styled_figures=figures, parsed_figures=read)
    assert {row.value for row in read_cells(scored.folder)} == {None}
    assert {row.reason for row in read_cells(scored.folder)} == {
        "0 of 2 items; 2 failed: engine failed (TimeoutError: took longer than 5 s)"
    }


def test_a_data_set_that_is_refused_as_a_whole_does_not_vanish(tmp_path: Path) -> None:
    line = Line(tmp_path)
    figures = line.given("styled_figures", {"source": "s"}, [], FIGURES, ("c", "unsupported"), ("d", "unsupported"))
    made = line.run(parsing_scores, {"source": "s", "parser": "gold"}, styled_figures=figures)
    assert {(row.data, row.value, row.reason) for row in read_cells(made.folder)} == {
        ("s", None, "no items; 2 refused by styled_figures: unsupported (no)")
    }


DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200">
<rect x="10" y="10" width="100" height="40" fill="none" stroke="black"/><text x="30" y="35">pour</text>
<rect x="10" y="140" width="100" height="40" fill="none" stroke="black"/><text x="30" y="165">drink</text>
<path d="M60 50 L60 140" stroke="black" marker-end="url(#a)"/>
<defs><marker id="a" orient="auto"><path d="M0 0 L5 5 L0 10 z"/></marker></defs></svg>"""
PAPER = {"id": "p", "domain": "", "graph": None, "picture": PICTURE, "svg": DRAWING}


def test_a_reader_of_vectors_reads_the_reference_from_its_vectors() -> None:
    (row,) = canonical(PAPER, "svg_reader", {})
    graph = from_cell(row["graph"])
    assert sorted(node.text for node in graph.nodes) == ["drink", "pour"]
    assert row["made"] == "read"


def test_a_reference_without_vectors_is_not_asked_of_a_reader_of_vectors() -> None:
    with pytest.raises(DiagramloopError) as refused:
        canonical({**PAPER, "svg": ""}, "svg_reader", {})
    assert refused.value.reason is RejectionReason.NOT_ASKED


def test_a_verified_reference_is_read_by_nobody() -> None:
    (row,) = canonical({**PAPER, "svg": "", "graph": to_cell(GRAPH)}, "svg_reader", {})
    assert (from_cell(row["graph"]), row["made"]) == (GRAPH, "verified")
