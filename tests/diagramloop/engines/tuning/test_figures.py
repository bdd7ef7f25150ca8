"""Examples of pictures: masks where nodes are drawn, letters in the prompt that the parser asks, words of chance."""

from __future__ import annotations

import io
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from diagramloop.data.synth.drawing import random_numbers
from diagramloop.data.synth.tinted import tints
from diagramloop.engines.tuning.figures import LetteredMermaid, NodeInstances, reworded
from diagramloop.engines.tuning.instances import masks_of
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.lineage import chart_fingerprint
from diagramloop.graph import FlowGraph, Node
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.render.palettes import PALETTES, SINGLE
from tests.diagramloop.data.sources.inkml_pages import inkml

CHART = "flowchart LR; a[Boil it] --> b{Hot?}; b -- no --> a; b -- yes --> c[(Tea 2)]"


@pytest.fixture(scope="module")
def charts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("charts")
    (folder / "charts" / "tea").mkdir(parents=True)
    (folder / "charts" / "tea" / "boil.mmd").write_text(CHART)
    return folder


def test_masks_cover_what_is_drawn_inside_of_nodes(charts: Path) -> None:
    examples = NodeInstances(charts, look_options={"engine": "graphviz"})
    row = examples.row("boil", "1")
    pixels = np.asarray(Image.open(io.BytesIO(row["picture"]["bytes"])).convert("RGB")).astype(int)
    masks = masks_of(row["objects"], pixels.shape[1], pixels.shape[0])
    assert len(masks) == 3
    coloured = np.ptp(pixels, axis=2) > 12
    assert (coloured & masks.any(0)).sum() > 0.9 * coloured.sum()  # lines and half of each border are beside them
    assert row == examples.row("boil", "1")
    assert row["picture"] != examples.row("boil", "2")["picture"]


def test_masks_of_a_chart_drawn_by_hand_are_its_outlines_in_its_own_picture(tmp_path: Path) -> None:
    (tmp_path / "writer000_fc_001.inkml").write_text(inkml())
    examples = NodeInstances(tmp_path, "diagramloop.data.sources.fc_b:FcB", look="own", texts="own")
    row = examples.row("writer000_fc_001", "1")
    ink = np.asarray(Image.open(io.BytesIO(row["picture"]["bytes"])).convert("L")) < 128
    data, decision = masks_of(row["objects"], *ink.shape[::-1])
    for mask, share_of_box in ((data, 10 / 11), (decision, 1 / 2)):  # a parallelogram and a diamond
        height, width = np.ptp(np.argwhere(mask), axis=0) + 1
        assert mask.sum() / (height * width) == pytest.approx(share_of_box, abs=0.02)
        edge = mask & ~cv2.erode(mask.astype(np.uint8), np.ones((3, 3))).astype(bool)
        assert ink[edge].mean() > 0.95  # the pen ran along it


def test_the_answer_is_mermaid_under_the_letters_of_the_picture(charts: Path) -> None:
    examples = LetteredMermaid(charts, look_options={"engine": "graphviz"}, texts="own")
    row = examples.row("boil", "1")
    (answer,) = row["completion"]
    graph = read_mermaid(answer["content"])
    assert {node.id for node in graph.nodes} == {"A", "B", "C"}
    assert {node.text for node in graph.nodes} == {"Boil it", "Hot?", "Tea 2"}
    assert chart_fingerprint(graph) == examples.subjects()[0].things[0] == chart_fingerprint(read_mermaid(CHART))
    assert "letter in red" in row["prompt"][0]["content"]
    shown = np.asarray(Image.open(io.BytesIO(row["images"][0]["bytes"])).convert("RGB")).astype(int)
    assert (np.abs(shown - (255, 0, 0)).sum(axis=2) < 60).sum() > 20


def test_a_chart_without_a_place_for_its_nodes_is_refused(charts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    examples = NodeInstances(charts, look_options={"engine": "graphviz"})
    made = examples.drawing("boil", "1")
    bare = made.graph.replace(
        nodes=tuple(n.model_copy(update={"box": None, "polygon": None}) for n in made.graph.nodes)
    )
    monkeypatch.setattr(examples, "drawing", lambda *_: type(made)(made.pixels, bare, "x", "x"))
    with pytest.raises(DiagramloopError, match="no node of boil has an outline"):
        examples.row("boil", "1")


@settings(max_examples=30)
@given(st.text(max_size=40), st.integers(0, 99))
def test_words_of_chance_keep_lines_and_signs_and_little_else(text: str, seed: int) -> None:
    graph = FlowGraph(nodes=(Node(id="a", text=text),), edges=())
    (node,) = reworded(graph, random_numbers(str(seed))).nodes
    assert (node.text.count("\n"), node.text.count(" ")) == (text.count("\n"), text.count(" "))
    assert node == reworded(graph, random_numbers(str(seed))).nodes[0]
    if not any(sign.isalpha() for sign in text):
        assert node.text == text


def test_colours_of_training_are_none_of_the_benchmark() -> None:
    benchmark = {*SINGLE, *(colour for palette in PALETTES.values() for colour in palette)}
    drawn = [colour for seed in range(200) for colour in tints(random_numbers(str(seed)))]
    assert benchmark.isdisjoint(drawn)
    assert len(set(drawn)) > 0.99 * len(drawn)
