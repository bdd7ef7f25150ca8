"""Referring segmentation: what is missing is said; a network that somebody has is run."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.attribute import AttributionError, AttributionTask, Attributor
from diagramloop.engines.attribute.baselines._regions import mask_boxes
from diagramloop.engines.attribute.baselines.referring_segmentation import ReferringSegmentation
from diagramloop.errors import ModelError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.models.pixels import png

PICTURE = png(np.full((60, 80, 3), 255, dtype=np.uint8))
TASK = AttributionTask("q", FlowGraph(), "Where?", "There.", PICTURE)
PAINTER = """
import numpy as np

class Painter:
    def __init__(self, scale=1):
        self._scale = scale

    def segment(self, picture, statement):
        assert statement == "Where? There."
        mask = np.zeros((picture.shape[0] * self._scale, picture.shape[1]), dtype=bool)
        mask[10:30, 20:60] = True
        return [mask]
"""


@pytest.fixture
def painter(tmp_path, monkeypatch):
    (tmp_path / "painter_of_tests.py").write_text(PAINTER)
    monkeypatch.syspath_prepend(str(tmp_path))
    return "painter_of_tests:Painter"


def test_what_is_missing_is_named():
    with pytest.raises(ModelError, match="option segmenter") as caught:
        ReferringSegmentation()
    assert caught.value.reason is RejectionReason.MISSING


def test_masks_become_regions(painter):
    made = ReferringSegmentation(painter)
    assert isinstance(made, Attributor)
    found = made.attribute(TASK)
    assert (found.nodes, found.regions) == ((), ((20.0, 10.0, 60.0, 30.0),))
    assert found.trace[0].result == {"masks": 1}
    with pytest.raises(AttributionError):
        made.attribute(AttributionTask("q", FlowGraph(), "?", ""))


@pytest.mark.parametrize("segmenter", ["no_such_module:X", "painter_of_tests:Nobody", "painter_of_tests", "::"])
def test_a_segmenter_that_is_none(segmenter, painter):
    with pytest.raises(ModelError) as caught:
        ReferringSegmentation(segmenter)
    assert caught.value.reason is RejectionReason.MISSING


def test_masks_of_another_size(painter):
    with pytest.raises(ModelError) as caught:
        ReferringSegmentation(painter, scale=2).attribute(TASK)
    assert caught.value.reason is RejectionReason.UNREADABLE


def test_parts_of_masks():
    mask = np.zeros((100, 100), dtype=bool)
    mask[50:70, 0:30] = mask[10:30, 40:60] = mask[90:92, 90:92] = True
    assert mask_boxes([mask, mask]) == ((40.0, 10.0, 60.0, 30.0), (0.0, 50.0, 30.0, 70.0))
    assert mask_boxes([np.zeros((5, 5), dtype=bool)]) == mask_boxes([]) == ()
