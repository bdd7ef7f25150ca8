"""Layout captions: a vision model says how a paper's figure is arranged, and the plan carries it."""

from __future__ import annotations

import pytest
from scripted_endpoint import ScriptedEndpoint

from diagramloop.engines.generate.planning import layout_captioner, methodologist, planned, visual_translator
from diagramloop.engines.generate.planning.layout_caption import MAX_LAYOUT
from tests.diagramloop.engines.generate.planning.invented_papers import KETTLE

pytest.importorskip("openai", reason="endpoints need diagramloop[chat]")


def test_the_layout_is_captioned_from_the_picture(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = ["<think>boxes</think> A is above B. " + "x" * 2 * MAX_LAYOUT]
    model = {"model": "m", "base_url": scripted_endpoint.base_url, "attempts": 1}
    said = layout_captioner("model", model=model).layout(b"\x89PNG")
    assert said.startswith("A is above B.")
    assert len(said) == MAX_LAYOUT
    assert "image_url" in str(scripted_endpoint.requests[0]["messages"][1])


def test_a_plan_carries_the_papers_own_words_and_the_layout_it_was_told(scripted_endpoint: ScriptedEndpoint) -> None:
    agents = methodologist("embedded"), visual_translator("embedded")
    silent = planned(KETTLE, *agents, layout_captioner("none")).prompt
    assert silent == planned(KETTLE, *agents).prompt
    assert silent.paper is not None
    assert silent.paper.text.startswith(f"{KETTLE.title}\n\n{KETTLE.abstract}")
    assert (silent.paper.caption, silent.paper.layout) == (KETTLE.caption, "")
    scripted_endpoint.script = ["A is above B."]
    model = {"model": "m", "base_url": scripted_endpoint.base_url, "attempts": 1}
    told = planned(KETTLE, *agents, layout_captioner("model", model=model))
    assert told.prompt.paper is not None
    assert told.prompt.paper.layout == "A is above B."
    assert told.usage.calls == 1
