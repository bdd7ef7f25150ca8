"""LISA through the real libraries: a tiny checkpoint with random weights under the published names."""

from __future__ import annotations

import json
from importlib.util import find_spec

import numpy as np
import pytest

from diagramloop.engines.attribute import AttributionError, AttributionTask
from diagramloop.engines.attribute.baselines.lisa import Lisa
from diagramloop.errors import ModelError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.models.pixels import png
from tests.tiny_lisa import save_tiny_lisa

INSTALLED = find_spec("torch") is not None and find_spec("transformers") is not None
needs_torch = pytest.mark.skipif(not INSTALLED, reason="needs torch and transformers: install diagramloop[models]")
PICTURE = np.random.default_rng(0).integers(0, 255, (60, 90, 3), dtype=np.uint8)
TASK = AttributionTask("q", FlowGraph(), "Where ?", "There", png(PICTURE))


@pytest.mark.skipif(INSTALLED, reason="torch is installed")
def test_without_torch_it_says_what_is_missing():
    with pytest.raises(ModelError, match="needs torch") as caught:
        Lisa()
    assert caught.value.reason is RejectionReason.MISSING


@pytest.fixture
def checkpoint(tmp_path):
    save_tiny_lisa(tmp_path)
    return tmp_path


def changed(checkpoint, name, change):
    """The checkpoint with one tensor changed, or left out where ``change`` gives None."""
    from safetensors.torch import load_file, save_file

    weights = load_file(checkpoint / "model.safetensors")
    made = change(weights.pop(name))
    save_file(weights if made is None else {**weights, name: made}, checkpoint / "model.safetensors")
    return str(checkpoint)


@needs_torch
def test_each_seg_that_is_said_is_a_mask_of_the_picture(checkpoint):
    system = Lisa(str(checkpoint), max_tokens=3)
    masks = system._segmenter.segment(PICTURE, "Where")
    assert [(mask.shape, mask.dtype) for mask in masks] == [((60, 90), np.dtype(bool))] * 3
    found = system.attribute(TASK)
    assert found.trace[0].result == {"masks": 3}
    assert all(0 <= x0 < x1 <= 90 and 0 <= y0 < y1 <= 60 for x0, y0, x1, y1 in found.regions)
    assert system.attribute(TASK).regions == found.regions
    with pytest.raises(AttributionError):
        system.attribute(AttributionTask("q", FlowGraph(), "?", ""))


@needs_torch
def test_what_is_painted_depends_on_what_is_said_about_what_is_seen(checkpoint):
    from PIL import Image

    network = Lisa(str(checkpoint), max_tokens=1)._segmenter
    image, other = Image.fromarray(PICTURE), Image.fromarray(255 - PICTURE)
    first = network._states(network._read(image, "There"))[0]
    assert not first.allclose(network._states(network._read(image, "Nowhere"))[0])
    assert not first.allclose(network._states(network._read(other, "There"))[0])
    assert network._read(image, "There").shape[1] - network._read(image, "").shape[1] == 1  # one word more
    blind = Lisa(changed(checkpoint, "model.text_hidden_fcs.0.2.weight", lambda w: 0 * w), max_tokens=2)._segmenter
    masks = blind.segment(PICTURE, "There")
    assert (masks[0] == masks[1]).all()


@needs_torch
@pytest.mark.parametrize(
    "name",
    [
        "model.norm.weight",
        "model.mm_projector.bias",
        "model.text_hidden_fcs.0.0.weight",
        "model.visual_model.mask_decoder.iou_token.weight",
        "model.visual_model.image_encoder.neck.0.weight",
    ],
)
def test_weights_that_are_missing(checkpoint, name):
    with pytest.raises(ModelError, match="cannot be loaded") as caught:
        Lisa(changed(checkpoint, name, lambda _: None))
    assert caught.value.reason is RejectionReason.MISSING


@needs_torch
def test_a_pickle_is_not_read(checkpoint):
    (checkpoint / "model.safetensors").rename(checkpoint / "pytorch_model.bin")
    with pytest.raises(ModelError, match="cannot be loaded"):
        Lisa(str(checkpoint))


@needs_torch
def test_words_without_seg(checkpoint):
    path = checkpoint / "tokenizer.json"
    words = json.loads(path.read_text())
    words["model"]["vocab"]["[MASK]"] = words["model"]["vocab"].pop("[SEG]")
    path.write_text(json.dumps(words))
    with pytest.raises(ModelError, match=r"no \[SEG\]"):
        Lisa(str(checkpoint))
