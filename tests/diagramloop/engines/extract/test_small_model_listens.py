"""A small language model does not say the warning behind the document again, which is how it heard of a fence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
from small_model import SmallModel, small_model

from diagramloop.errors import DiagramloopError
from diagramloop.models.chat import Reply
from tests.diagramloop.models.asked_systems import SYSTEMS, After

EXTRACTORS = ("few_shot", "self_refine", "actor_critic", "text2flow", "cis")


@pytest.fixture(scope="module")
def small() -> Iterator[SmallModel]:
    with small_model() as model:
        yield model


@dataclass
class Overheard:
    """Keeps what the model answers."""

    model: SmallModel
    answers: list[str] = field(default_factory=list)
    name: str = "small"

    def reply(self, messages: Any, *, tools: Any = (), max_tokens: int | None = None) -> Reply:
        """See :class:`diagramloop.models.ChatModel`."""
        reply: Reply = self.model.reply(messages, tools=tools, max_tokens=max_tokens)
        self.answers.append(reply.text)
        return reply


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", [name for name in SYSTEMS if name.split(",")[0] in EXTRACTORS])
def test_no_answer_repeats_the_warning(small: SmallModel, name: str) -> None:
    model = Overheard(small)
    with suppress(DiagramloopError):
        SYSTEMS[name].call(After(model, SYSTEMS[name].told))
    assert model.answers
    assert not [answer for answer in model.answers if "addressed to you" in answer]
