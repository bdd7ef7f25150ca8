"""Confidences from readings to the page: a stage of their own, cells of the board and figures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from whole_plan import run_plan

from diagramloop.evaluation.confidences import CONFIDENCES
from diagramloop.graph import Edge, FlowGraph, Node

OVERRIDES = ("source=[corpus]", "sources.corpus.limit=2", "score.similarity=lexical", "render.styles=[mono]")
NOBODY = ("generator=[]", "extractor=[]", "attributor=[]", "answerer=[]", "agent=[]")


def sure(picture: bytes) -> FlowGraph:
    """A parser that is sure of what is not there."""
    nodes = tuple(Node(id=id, text="?", box=(0, 0, 1, 1 + at), confidence=0.7) for at, id in enumerate("ab"))
    return FlowGraph(nodes=nodes, edges=(Edge(source="a", target="b", confidence=0.9),), size=(100, 100))


def silent(picture: bytes) -> FlowGraph:
    """A parser that says nothing of itself."""
    return FlowGraph(nodes=(Node(id="a", text="?", box=(0, 0, 1, 1)),), size=(100, 100))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    parsers = {
        name: {"options": {}, "reads": "picture", "make": f"{__name__}:{name}", "note": ""}
        for name in ("sure", "silent")
    }
    steps = run_plan([*OVERRIDES, *NOBODY], tmp_path_factory.mktemp("plan"), changes={"parsers": parsers})
    return {name: folder for name, (folder, _) in steps.items()}


def test_the_board_says_how_far_a_parser_is_from_its_word(made: dict[str, Path]) -> None:
    rows = json.loads((made["leaderboard"] / "leaderboard.json").read_text())
    values = {(row["system"], row["metric"]): row for row in rows if row["metric"] in CONFIDENCES}
    assert values["sure", "confidence/node_error"]["value"] == pytest.approx(0.7)
    assert values["sure", "confidence/edge_error"]["value"] == pytest.approx(0.9)
    assert values["sure", "confidence/edge_f1_at_80"]["value"] == 0.0
    assert values["sure", "confidence/label_error"]["value"] is None
    assert {values["silent", name]["value"] for name in CONFIDENCES} == {None}
    assert all("how sure" in values["silent", name]["reason"] for name in CONFIDENCES)
    assert {row["items"] for row in values.values()} == {2}


def test_the_page_draws_reliability_and_coverage_of_who_says_something(made: dict[str, Path]) -> None:
    page = (made["report"] / "index.html").read_text()
    figures = {figure.partition("</summary>")[0]: figure for figure in page.split("<summary>")[1:]}
    (edges,) = (figure for caption, figure in figures.items() if "confidences of edges" in caption)
    assert "0.000 (said 0.900, n 2)" in edges
    assert "silent" not in edges
    assert not [caption for caption in figures if "confidences of labels" in caption]
    told = "of the surest readings"  # 0 for any share of them: such a figure is named, not drawn
    assert told in page
    assert not [caption for caption in figures if told in caption]
