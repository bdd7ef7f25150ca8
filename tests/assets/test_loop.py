"""The loop closed on two small charts, stage by stage: drawn, read back, scored, ranked, shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assets._graphs import from_cell, to_cell
from assets._settings import NODES
from assets.generate import images, prompts
from assets.generation_scores import generation_scores
from assets.image_measures import image_measures
from assets.ingest import CHARTS
from assets.leaderboard import leaderboard
from assets.machinery import (
    Input,
    ItemRunner,
    Rows,
    Stage,
    StageReport,
    StageRun,
    read_rejected,
    write_rejected,
    write_rows,
)
from assets.parse import parsed_figures, parsed_images
from assets.render import styled_figures
from assets.report import report
from assets.score import parsing_scores
from diagramloop.graph import Edge, FlowGraph, Node

SOURCE = {"source": "small"}
PARSER = {"source": "small", "parser": "hmas_embedded"}
PARAMS: dict[str, Any] = {node: {} for node in NODES} | {
    "sources.small.use": ["figures"],
    "render": {"styles": ["single", "mono"], "seed": 0, "engine": "mermaidx", "scale": 2.0},
    "parsers": {},
    "parsers.hmas_embedded.make": "hmas_embedded",
    "parsers.hmas_embedded.options": {},
    "planning": {},
    "generate.style": "default",
    "generate.seed": 0,
    "generators": {name: {"make": name, "options": {}, "note": ""} for name in ("graphviz", "empty")},
    **{
        f"generators.{name}.{node}": value
        for name in ("graphviz", "empty")
        for node, value in (("make", name), ("options", {}), ("stream", name == "empty"))
    },
    "image_level": {"clip": None, "lpips": None, "siglip": None},
    "judge.make": "none",
    "judge.options": {},
    "score": {"similarity": "lexical", "families": {}, "seed": 0},
    "report": {"samples": 10},
    "extractors": {"mine": {"make": "mine", "options": {}, "note": "trained on this"}},
    "attributors": {},
    "answerers": {},
    "agents": {},
    "converters": {},
    "attribute": {"views": [], "parser": "hmas_embedded", "style": "single"},
}
GRAPHS = {
    "chain": FlowGraph(
        nodes=(Node(id="a", text="Boil water"), Node(id="b", text="Pour it"), Node(id="c", text="Wait")),
        edges=(Edge(source="a", target="b"), Edge(source="b", target="c", label="slowly")),
    ),
    "fork": FlowGraph(
        nodes=(Node(id="a", text="Cold?", shape="diam"), Node(id="b", text="Heat"), Node(id="c", text="Drink")),
        edges=(Edge(source="a", target="b", label="yes"), Edge(source="a", target="c", label="no")),
    ),
}


def make(folder: Path, stage: Stage, key: dict[str, str], **inputs: list[Input]) -> tuple[Input, StageReport]:
    """Runs a stage's body; returns its artifact and its report."""
    out = folder / "-".join([stage.name, *key.values()])
    out.mkdir()
    items = ItemRunner(stage.name, folder / "items" / f"{stage.name}.sqlite", "v1")
    made = StageRun(key, PARAMS, {name: tuple(found) for name, found in inputs.items()}, None, out, items)
    done = stage.body(made)
    assert done.adds_up
    return Input(key, out), done


@pytest.fixture(scope="module")
def loop(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Input, StageReport]]:
    folder = tmp_path_factory.mktemp("loop")
    charts = Input(SOURCE, folder / "charts")
    charts.folder.mkdir()
    empty = dict.fromkeys(CHARTS.names, "") | {"picture": None}
    broken = FlowGraph(nodes=(Node(id="x", text="?", shape="no such shape"),))
    rows = [empty | {"id": id, "graph": to_cell(graph)} for id, graph in {**GRAPHS, "broken": broken}.items()]
    write_rows(charts.folder, rows, CHARTS)
    write_rejected(charts.folder, [])
    made: dict[str, tuple[Input, StageReport]] = {}
    figures, _ = made["figures"] = make(folder, styled_figures, SOURCE, charts=[charts])
    parsed, _ = made["parsed"] = make(folder, parsed_figures, PARSER, styled_figures=[figures])
    gold, _ = made["gold"] = make(folder, parsing_scores, {**SOURCE, "parser": "gold"}, styled_figures=[figures])
    scores, _ = made["scores"] = make(folder, parsing_scores, PARSER, styled_figures=[figures], parsed_figures=[parsed])
    asked, _ = made["prompts"] = make(folder, prompts, SOURCE, charts=[charts])
    drawn, readings, generated = [], [], []
    for name in ("graphviz", "empty"):
        key = {"source": "small", "generator": name}
        image, _ = made[f"{name} images"] = make(folder, images, key, prompts=[asked], charts=[charts])
        key |= {"parser": "hmas_embedded"}
        read, _ = made[f"{name} parsed"] = make(folder, parsed_images, key, images=[image])
        asked_for = {"charts": [charts], "prompts": [asked], "images": [image], "parsed_images": [read]}
        measured, _ = make(folder, image_measures, {"source": "small", "generator": name}, **asked_for)
        score, _ = make(folder, generation_scores, key, **asked_for, image_measures=[measured])
        drawn.append(image)
        readings.append(read)
        generated.append(score)
    gold_key = {"source": "small", "generator": "gold", "parser": "hmas_embedded"}
    drawn_gold, _ = make(folder, generation_scores, gold_key, charts=[charts], prompts=[asked])
    scored = {"parsing_scores": [gold, scores], "generation_scores": [drawn_gold, *generated]}
    board, _ = made["board"] = make(folder, leaderboard, {}, **scored)
    shown = {"charts": [charts], "styled_figures": [figures], "parsed_figures": [parsed], "parsing_scores": [scores]}
    shown |= {"images": drawn, "parsed_images": readings, "generation_scores": generated}
    made["report"] = make(folder, report, {}, leaderboard=[board], **shown)
    return made


def test_every_chart_is_drawn_in_every_style_or_rejected(loop: dict[str, tuple[Input, StageReport]]) -> None:
    figures, done = loop["figures"]
    assert (done.items, done.done, dict(done.rejected)) == (3, 2, {"unsupported": 1})
    assert [row["id"] for row in read_rejected(figures.folder)] == ["broken"]
    assert [row["id"] for row in Rows(figures.folder)] == ["chain/single", "chain/mono", "fork/single", "fork/mono"]
    assert done.thumbnail is not None
    assert done.thumbnail.startswith(b"\x89PNG")


def test_what_was_drawn_is_read(loop: dict[str, tuple[Input, StageReport]]) -> None:
    for row in Rows(loop["parsed"][0].folder):
        read, gold = from_cell(row["graph"]), GRAPHS[row["chart"]]
        assert sorted(node.text for node in read.nodes) == sorted(node.text for node in gold.nodes)


def test_gold_scores_one_on_every_metric_and_the_parser_is_ranked_beside_it(
    loop: dict[str, tuple[Input, StageReport]],
) -> None:
    board, done = loop["board"]
    assert done.figures["gold"] == 1.0
    rows = json.loads((board.folder / "leaderboard.json").read_text())
    assert {(row["task"], row["data"], row["system"]) for row in rows} == {
        *(
            ("parsing", f"small/{style}", system)
            for style in ("single", "mono")
            for system in ("gold", "hmas_embedded")
        ),
        *(("generation", "small/hmas_embedded", system) for system in ("gold", "graphviz", "empty")),
    }
    assert {row["system"] for row in rows if row["control"]} == {"gold", "empty"}
    assert {"node_f1", "edge_f1", "sciflow/graph"} <= {row["metric"] for row in rows}
    assert set(rows[0]) >= {"task", "data", "system", "metric", "value", "low", "high", "n"}
    assert all(row["reason"] for row in rows if row["value"] is None)


def test_scores_stand_by_stratum_too(loop: dict[str, tuple[Input, StageReport]]) -> None:
    rows = json.loads((loop["board"][0].folder / "strata.json").read_text())
    found = {(row["axis"], row["stratum"], row["n"]) for row in rows if row["metric"] == "node_f1"}
    assert found == {("difficulty", "easy", 2)}


def test_generators_get_the_prompt_and_the_blank_page_scores_nothing(
    loop: dict[str, tuple[Input, StageReport]],
) -> None:
    assert [row["id"] for row in Rows(loop["prompts"][0].folder)] == ["chain", "fork", "broken"]
    assert dict(loop["empty parsed"][1].rejected) == {"no_diagram": 3}
    rows = json.loads((loop["board"][0].folder / "leaderboard.json").read_text())
    values = {
        row["system"]: row["value"] for row in rows if (row["task"], row["metric"]) == ("generation", "sciflow/graph")
    }
    assert values["empty"] == pytest.approx(0.6 / 3)  # of three charts, one has no edges, and none were drawn
    assert values["graphviz"] > 0.6  # the third chart cannot be drawn, or not as it is


def test_the_page_shows_every_reading(loop: dict[str, tuple[Input, StageReport]]) -> None:
    page, done = loop["report"]
    text = (page.folder / "index.html").read_text()
    assert done.items == 4 + 2 * 3  # two styles of two charts; two generators on three charts
    assert "trained on this" not in text  # the note of a system that has no row
    items = (page.folder / "items.js").read_text()
    assert all(f'["{system}",' in items for system in ("hmas_embedded", "graphviz", "empty"))
