"""Kosmos-2 through the real library: a tiny checkpoint with random weights, built, saved and loaded here."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest

from diagramloop.engines.attribute import AttributionError, AttributionTask
from diagramloop.engines.attribute.baselines.kosmos2 import Kosmos2
from diagramloop.errors import ModelError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.models.pixels import png

INSTALLED = find_spec("torch") is not None and find_spec("transformers") is not None
needs_torch = pytest.mark.skipif(not INSTALLED, reason="needs torch and transformers: install diagramloop[models]")
TASK = AttributionTask("q", FlowGraph(), "Where <object>?", "There.", png(np.full((60, 90, 3), 255, dtype=np.uint8)))


@pytest.mark.skipif(INSTALLED, reason="torch is installed")
def test_without_torch_it_says_what_is_missing():
    with pytest.raises(ModelError, match="needs torch") as caught:
        Kosmos2()
    assert caught.value.reason is RejectionReason.MISSING


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory):
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import (
        CLIPImageProcessor,
        Kosmos2Config,
        Kosmos2ForConditionalGeneration,
        Kosmos2Processor,
        PreTrainedTokenizerFast,
    )

    words = ["<s>", "<pad>", "</s>", "<unk>", *(f"<image_{n}>" for n in range(8)), "where", "there"]
    bare = Tokenizer(models.WordLevel({word: at for at, word in enumerate(words)}, unk_token="<unk>"))
    bare.pre_tokenizer, bare.decoder = pre_tokenizers.Whitespace(), decoders.Fuse()
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=bare, bos_token="<s>", eos_token="</s>", pad_token="<pad>", unk_token="<unk>"
    )
    images = CLIPImageProcessor(size={"shortest_edge": 28}, crop_size={"height": 28, "width": 28})
    processor = Kosmos2Processor(images, tokenizer)
    text = {
        "vocab_size": len(processor.tokenizer),
        "embed_dim": 16,
        "layers": 1,
        "ffn_dim": 16,
        "attention_heads": 2,
        "max_position_embeddings": 256,
    }
    vision = {
        "hidden_size": 16,
        "intermediate_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "image_size": 28,
        "patch_size": 14,
    }
    torch.manual_seed(0)
    model = Kosmos2ForConditionalGeneration(Kosmos2Config(text_config=text, vision_config=vision, latent_query_num=64))
    folder = tmp_path_factory.mktemp("kosmos2")
    model.save_pretrained(folder)
    processor.save_pretrained(folder)
    return folder


@needs_torch
def test_the_real_library_runs_it(checkpoint):
    system = Kosmos2(str(checkpoint), max_tokens=12)
    found = system.attribute(TASK)
    assert found.nodes == ()
    assert found.usage.completion_tokens <= 12
    assert found.usage.prompt_tokens > 64
    assert found.trace[0].arguments == {"statement": "Where  object ? There."}
    assert all(0 <= x0 < x1 <= 90 and 0 <= y0 < y1 <= 60 for x0, y0, x1, y1 in found.regions)
    assert system.attribute(TASK).trace[0].result == found.trace[0].result
    with pytest.raises(AttributionError):
        system.attribute(AttributionTask("q", FlowGraph(), "?", ""))


@needs_torch
def test_location_tokens_become_regions_of_the_picture(checkpoint, monkeypatch):
    system = Kosmos2(str(checkpoint))
    written = "<object><patch_index_0000><patch_index_0527></object>"
    ids = system._processor.tokenizer(written, add_special_tokens=False)["input_ids"]
    monkeypatch.setattr(system, "_written", lambda picture, prompt: (70, ids))
    ((x0, y0, x1, y1),) = system.attribute(TASK).regions
    assert (x0, y0) == pytest.approx((0.5 / 32 * 90, 0.5 / 32 * 60))
    assert (x1, y1) == pytest.approx((15.5 / 32 * 90, 16.5 / 32 * 60))


@needs_torch
def test_a_checkpoint_that_is_none(tmp_path):
    with pytest.raises(ModelError) as caught:
        Kosmos2(str(tmp_path))
    assert caught.value.reason is RejectionReason.MISSING
