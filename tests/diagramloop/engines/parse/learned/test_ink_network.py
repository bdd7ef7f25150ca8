"""The shipped network, and the parser that sees by it."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse.hmas import HMAS, HmasParser, parse
from diagramloop.engines.parse.hypotheses import CheckedParser
from diagramloop.engines.parse.ink_maps import INK_CLASSES
from diagramloop.engines.parse.learned.ink_network import SHIPPED, ink_network
from diagramloop.errors import ModelError, RejectionReason
from diagramloop.evaluation.lineage import read_lineage
from diagramloop.models.pixels import png
from tests.diagramloop.engines.parse.drawings import NODES, chart

LEARNED = {
    "environment_curator": {"make": "learned", "options": {"weights": "synthetic"}},
    "shape_hunter": {"make": "learned"},
    "topology_coder": {"make": "learned"},
    "page": {"treated": False},
}
WEIGHTS = sorted(path.stem for path in SHIPPED.glob("*.onnx"))


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("shape", [(64, 64, 3), (97, 213, 3)])
def test_maps_are_of_any_page(weights: str, shape: tuple[int, int, int]) -> None:
    page = np.random.default_rng(0).integers(0, 256, shape, np.uint8)
    maps = ink_network(weights).see(page, (shape[1], shape[0]))
    assert maps.page == shape[:2]
    assert maps.at_cells(*INK_CLASSES) == pytest.approx(1.0, abs=1e-3)
    assert maps.on_page("text").shape == shape[:2]
    assert (np.abs(maps.course) < 3).all()


@pytest.mark.parametrize("weights", WEIGHTS)
def test_a_page_of_nothing_has_nothing_on_it(weights: str) -> None:
    maps = ink_network(weights).see(np.full((256, 256, 3), 250, np.uint8), (256, 256))
    assert maps.at_cells("ground").mean() > 0.99
    assert maps.centre.max() < 0.35


def test_weights_that_there_are_not_are_told() -> None:
    with pytest.raises(ModelError, match="shipped: ") as told:
        ink_network("no such weights")
    assert told.value.reason is RejectionReason.MISSING


def test_a_file_that_is_no_network_is_told(tmp_path: Path) -> None:
    (tmp_path / "ink.onnx").write_bytes(b"no graph")
    with pytest.raises(ModelError, match="not a network"):
        ink_network(str(tmp_path / "ink.onnx"))


def test_a_drawn_chart_is_read() -> None:
    drawing = np.pad(chart(), ((0, 40), (0, 100), (0, 0)), constant_values=255)[::2, ::2]  # nodes of usual size
    read = parse(png(np.ascontiguousarray(drawing)), HMAS.of(LEARNED)).graph
    middles = sorted(((y0 + y1) / 2, (x0 + x1) / 2) for x0, y0, x1, y1 in (node.box for node in read.nodes if node.box))
    drawn = sorted(((y0 + y1) / 4, (x0 + x1) / 4) for _, (x0, y0, x1, y1) in NODES)
    assert np.abs(np.array(middles) - drawn).max() < 5
    assert len(read.edges) == 3


def test_a_system_says_what_its_weights_were_made_of() -> None:
    (place,) = HmasParser.lineage({"agents": LEARNED}) or ()
    assert read_lineage(place).weight == "synthetic.onnx"
    assert HmasParser.lineage({}) is None


def test_a_chart_in_a_small_jpeg_file_is_read_by_the_network_for_such() -> None:
    drawing = np.pad(chart(), ((0, 40), (0, 100), (0, 0)), constant_values=255)
    tiny = cv2.resize(drawing, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    kept = cv2.imdecode(cv2.imencode(".jpg", tiny, [cv2.IMWRITE_JPEG_QUALITY, 60])[1], cv2.IMREAD_COLOR)
    found = CheckedParser([{"agents": "learned_small", "scale": 3.0, "longest_side_px": 3000}], joins=False).read(kept)
    assert len(found.figure.graph.nodes) == len(NODES)
    assert len(found.figure.graph.edges) == 3
    assert sum(edge.head == "arrow" for edge in found.figure.graph.edges) == 2
    without = CheckedParser([{}]).read(kept).figure.graph
    assert not any(edge.head == "arrow" for edge in without.edges)
