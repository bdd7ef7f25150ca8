"""One chart in every dialect: well-formed SVG that says each text, and boxes where the truth says so."""

from __future__ import annotations

import pytest
from defusedxml.ElementTree import fromstring

from diagramloop.graph import FlowGraph
from diagramloop.parse.svg_reader import read_svg
from diagramloop.score.alignment import align
from diagramloop.synth.vector.dialects import DIALECTS, written


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_dialect_says_the_chart(dialect: str, chart: FlowGraph) -> None:
    svg, truth = written(chart, dialect)
    said = "".join("".join(fromstring(svg).itertext()).split())
    assert all("".join(node.text.split()) in said for node in chart.nodes)
    assert written(chart, dialect) == (svg, truth)
    assert truth.size


@pytest.mark.parametrize("dialect", ["model, markers", "inkscape-like", "printed, y upwards", "symbols, per cent"])
def test_another_reader_of_svg_finds_boxes_and_lines_there(dialect: str, chart: FlowGraph) -> None:
    svg, truth = written(chart, dialect)
    alignment = align(read_svg(svg).graph, truth, 0.5)
    assert not alignment.nodes.missing
    assert not alignment.edges.missing
