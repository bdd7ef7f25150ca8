"""Every look: the truth is where the ink is, the same seed gives the same bytes, items stand alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from diagramloop.data.synth import capture_named, drawn, look_named
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import FlowGraph
from tests.diagramloop.data.synth.drawn_ink import shown

LOOKS: list[tuple[str, dict[str, Any], int]] = [  # name, options, pixels by which a hand misses its line
    ("print", {"style": "mono"}, 3),
    ("rough", {}, 8),
    ("theme", {"theme": "dark"}, 3),
    ("pen", {"paper": "plain"}, 9),
    ("pen", {"paper": "whiteboard", "engine": "graphviz"}, 9),
]
FOLLOWED = 0.75  # of every outline and path: dashes, labels and crossings interrupt some


@pytest.mark.parametrize(("name", "options", "reach"), LOOKS, ids=lambda value: str(value)[:30])
def test_there_is_ink_where_the_truth_says_so(name: str, options: dict[str, Any], reach: int, chart: FlowGraph) -> None:
    drawing = drawn(chart, look_named(name, options), "kettle")
    assert drawing.pixels.shape == (drawing.graph.size[1], drawing.graph.size[0], 3)
    there = shown(drawing.pixels, drawing.graph, reach)
    assert there["nodes"] > FOLLOWED
    assert there["edges"] > FOLLOWED
    moved = drawing.graph.replace(
        nodes=tuple(_shifted(node, 25) for node in drawing.graph.nodes), edges=drawing.graph.edges
    )
    assert shown(drawing.pixels, moved, reach)["nodes"] < there["nodes"]  # the look can tell


@pytest.mark.parametrize("name", ["pen", "rough", "theme"])
def test_the_truth_is_the_chart_that_was_asked_for(name: str, chart: FlowGraph) -> None:
    truth = drawn(chart, look_named(name, {}), "kettle").graph
    assert [node.id for node in truth.nodes] == [node.id for node in chart.nodes]
    assert {(e.source, e.target, e.label) for e in truth.edges} == {(e.source, e.target, e.label) for e in chart.edges}
    assert all(node.box for node in truth.nodes)


@pytest.mark.parametrize("capture", ["file", "phone"])
def test_the_same_seed_gives_the_same_bytes_in_any_order(capture: str, chart: FlowGraph) -> None:
    look, taken = look_named("pen", {"engine": "graphviz"}), capture_named(capture)
    first = [drawn(chart, look, seed, taken).png for seed in ("a", "b")]
    second = [drawn(chart, look, seed, taken).png for seed in ("b", "a")]
    assert first == second[::-1]
    assert first[0] != first[1]


def test_every_paper_can_be_told_from_the_others(chart: FlowGraph) -> None:
    looks = [look_named("pen", {"paper": p, "engine": "graphviz"}) for p in ("plain", "lined", "squared", "dotted")]
    pages = [drawn(chart, look, "a").pixels for look in looks]
    assert len({page.tobytes() for page in pages}) == 4
    with pytest.raises(DiagramloopError, match="unknown paper 'papyrus'; known: plain") as raised:
        drawn(chart, look_named("pen", {"paper": "papyrus"}), "a")
    assert raised.value.reason is RejectionReason.UNSUPPORTED


def test_unknown_looks_and_options_are_named() -> None:
    with pytest.raises(DiagramloopError, match="unknown look 'oil'; known: print, rough"):
        look_named("oil", {})
    with pytest.raises(DiagramloopError, match="ink"):
        look_named("pen", {"ink": "red"})


def _shifted(node: Any, by: float) -> Any:
    x0, y0, x1, y1 = node.box
    outline = node.polygon and tuple((x + by, y + by) for x, y in node.polygon)
    return node.model_copy(update={"box": (x0 + by, y0 + by, x1 + by, y1 + by), "polygon": outline})


def test_turned_pictures_keep_their_truth(chart: FlowGraph) -> None:
    upright, turned = (
        drawn(chart, look_named("print", {"style": "mono", "engine": "graphviz"}), "a", quarters=q) for q in (0, 1)
    )
    assert np.array_equal(np.rot90(upright.pixels), turned.pixels)
    assert shown(turned.pixels, turned.graph)["nodes"] > FOLLOWED
