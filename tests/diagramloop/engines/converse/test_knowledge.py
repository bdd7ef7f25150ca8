"""FAQs that a user brings along."""

from __future__ import annotations

import json

import pytest

from diagramloop.data.sources import FAQ
from diagramloop.engines.converse.knowledge import read_faqs
from diagramloop.errors import RejectionReason, SourceError


def test_a_list_or_a_knowledge_source() -> None:
    entries = [{"question": "Where?", "answer": "There."}]
    source = {"supporting_faqs": [{"id": "9", "q": "Where?", "a": "There."}]}
    assert read_faqs(json.dumps(entries)) == read_faqs(json.dumps(source)) == (FAQ("1", "Where?", "There."),)


@pytest.mark.parametrize(
    "text", ["", "{", "3", "{}", '[{"question": "Where?"}]', '[{"q": " ", "a": "x"}]', "[" * 99_999]
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(SourceError) as caught:
        read_faqs(text)
    assert caught.value.reason is RejectionReason.INVALID
