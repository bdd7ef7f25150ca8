"""Kinds of figures: what the shipped trees say of drawings, plots and noise, and what weights must be."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from diagramloop.engines.documents import kinds
from diagramloop.engines.documents.kind_features import NEED_PIXELS, SIGNS, signs, signs_of_graph
from diagramloop.engines.documents.kinds import DIAGRAMS, KINDS, KindWeights, shipped_weights, stated_kind, verdict
from diagramloop.engines.parse import read_picture, read_svg
from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph, formats
from diagramloop.models.weight_file import TrainedNumbers
from diagramloop.render.sanitised_svg import rasterised
from tests.diagramloop.engines.documents.made import CHART, drawn_svg, photograph

RECORD = json.loads((Path(kinds.__file__).parent / "weights" / "kinds.json").read_text())


def test_the_shipped_weights_are_good_enough_on_held_figures() -> None:
    figures = RECORD["figures"]  # measured when they were fitted
    assert figures["diagrams kept"] >= 0.95
    assert figures["others refused"] >= 0.85


def test_a_drawing_is_a_diagram_and_a_photograph_is_none() -> None:
    read = read_svg(drawn_svg())
    assert read.graph.size is not None
    found = verdict(read_picture(rasterised(read.drawing, *read.graph.size)), read.graph)
    assert found.kind == "flowchart"
    assert found.diagram > 0.5
    other = verdict(read_picture(photograph()), None)
    assert (other.kind, other.diagram < 0.5) == ("photograph", True)


def test_a_graph_alone_has_a_kind_of_diagram() -> None:
    assert stated_kind(CHART) in DIAGRAMS
    assert stated_kind(FlowGraph()) in DIAGRAMS


def test_signs_that_cannot_be_told_are_missing_and_not_zero() -> None:
    blank = np.full((60, 90, 3), 255, np.uint8)
    row = dict(zip(SIGNS, signs(blank, None), strict=True))
    assert row["ground"] == 1.0
    assert np.isnan([row[name] for name in ("saturation", "edges_per_node", "explained")]).all()
    alone = dict(zip(SIGNS, signs_of_graph(CHART), strict=True))
    assert np.isnan([alone[name] for name in NEED_PIXELS]).all()
    assert alone["edges_per_node"] == len(CHART.edges) / len(CHART.nodes)


def test_signs_do_not_depend_on_the_names_of_nodes() -> None:
    renamed = formats.read(
        'flowchart TD\n z9(["Start"]) --> q{"Is it hot?"}\n q -- yes --> C1["Pour the tea"]\n q -- no --> D7["Wait"]',
        "mermaid",
    )
    assert np.array_equal(signs_of_graph(renamed), signs_of_graph(CHART), equal_nan=True)


def test_probabilities_add_up_to_one() -> None:
    rows = np.random.default_rng(0).uniform(-1, 3, (20, len(SIGNS)))
    rows[::3] = np.nan
    told = shipped_weights().probabilities(rows)
    assert told.shape == (20, len(KINDS))
    assert np.allclose(told.sum(axis=1), 1)


def test_weights_come_back_from_their_numbers_and_others_are_refused() -> None:
    numbers = shipped_weights().numbers()
    row = signs_of_graph(CHART)[None]
    assert np.array_equal(KindWeights.of(numbers).probabilities(row), shipped_weights().probabilities(row))
    for strange in (TrainedNumbers(numbers.arrays, {"signs": ["other"]}), TrainedNumbers({}, numbers.facts)):
        with pytest.raises(DiagramloopError, match="no weights of kinds"):
            KindWeights.of(strange)
