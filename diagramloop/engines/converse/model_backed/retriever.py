"""Retrieval of domain knowledge by a chat model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from diagramloop.engines.converse.model_backed._asking import ModelRole, ask, named, quoted
from diagramloop.evaluation.contestants.agents import Found, Grounding
from diagramloop.models.answers import Choice

if TYPE_CHECKING:
    from diagramloop.data.sources import FAQ


class ModelRetriever(ModelRole):
    """Asks the model which FAQ answers a question (FloCA, Section 4.4); the model never words the answer."""

    def find(self, question: str, grounding: Grounding, faqs: Sequence[FAQ]) -> Found:
        """The FAQ that answers ``question``; without FAQs the model is not asked.

        Raises:
            ModelError: the model was not reached.
        """
        if not faqs:
            return Found(None)
        entries = named((quoted(faq.question) for faq in faqs), "K")
        case = {"step": quoted(grounding.text), "entries": entries, "message": quoted(question)}
        heard = ask(self._model, "retriever", case, Choice("entry", entries), self._prompts)
        entry = heard.value.key if heard.value else ""
        return Found(dict(zip(entries, faqs, strict=True)).get(entry), heard.usage)
