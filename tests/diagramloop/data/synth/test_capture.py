"""Changes of a picture by cameras and files, and that its truth goes with it."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.data.synth import Drawing, capture_named, drawn, look_named
from diagramloop.data.synth.looks import look
from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph
from tests.diagramloop.data.synth.drawn_ink import shown


@pytest.fixture(scope="module")
def page(chart: FlowGraph) -> Drawing:
    return drawn(chart, look_named("print", {"style": "mono", "engine": "graphviz"}), "kettle")


@pytest.mark.parametrize("name", sorted(look("captures")))
def test_the_truth_goes_with_the_picture(name: str, page: Drawing) -> None:
    taken = capture_named(name).taken(page, np.random.default_rng(0))
    assert taken.pixels.shape == (taken.graph.size[1], taken.graph.size[0], 3)
    assert shown(taken.pixels, taken.graph, 4)["nodes"] > 0.75


def test_a_file_is_the_drawing_itself(page: Drawing) -> None:
    assert capture_named("file").taken(page, np.random.default_rng(0)) is page


def test_sizes(page: Drawing) -> None:
    half = capture_named("half").taken(page, np.random.default_rng(0))
    assert half.pixels.shape[0] == pytest.approx(page.pixels.shape[0] / 2, abs=1)
    small = capture_named("small_jpeg").taken(page, np.random.default_rng(0))
    assert max(small.pixels.shape) <= 1000


def test_noise_and_jpeg_change_pixels_and_no_places(page: Drawing) -> None:
    for name in ("noise", "jpeg60"):
        taken = capture_named(name).taken(page, np.random.default_rng(0))
        assert not np.array_equal(taken.pixels, page.pixels)
        assert taken.graph == page.graph
        assert not taken.svg  # vectors know nothing of it


def test_a_scanner_lights_the_page_evenly_and_a_phone_does_not(page: Drawing) -> None:
    def spread(name: str) -> float:
        taken = capture_named(name).taken(page, np.random.default_rng(4)).pixels
        middle = taken[taken.shape[0] // 4 : -taken.shape[0] // 4, taken.shape[1] // 4 : -taken.shape[1] // 4]
        columns = np.percentile(middle.mean(axis=2), 90, axis=0)  # the paper's brightness
        return float(np.ptp(columns))

    assert spread("scan") < spread("photo")


def test_unknown_captures_are_named() -> None:
    with pytest.raises(DiagramloopError, match="unknown capture 'fax'; known: file, half"):
        capture_named("fax")
