"""The retriever of FAQs by name: one and the same for every agent of a board, as FloCA has it (Section 4.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.contestants.agents import Retriever
from diagramloop.models.chat import ChatModel

EMBEDDED, MODEL = "embedded", "model"


def retriever_of(
    chosen: Retriever | str,
    model: ChatModel | None,
    prompts: str | None = None,
    word_lists: Mapping[str, Sequence[str]] | None = None,
) -> Retriever:
    """The retriever of that name, or the one that is given.

    Args:
        chosen: ``embedded``, ``model`` or a retriever.
        model: that picks the FAQ where ``model`` is chosen.
        prompts: a folder of one's own for it; see :class:`diagramloop.models.prompts.Prompts`.
        word_lists: of the embedded one, see :class:`diagramloop.base.text.word_lists.Choice`.

    Raises:
        DiagramloopError: there is none of that name, or no model for it.
    """
    if not isinstance(chosen, str):
        return chosen
    if chosen == EMBEDDED:
        from diagramloop.engines.converse.embedded import EmbeddedRetriever

        return EmbeddedRetriever(word_lists)
    if chosen == MODEL and model is not None:
        from diagramloop.engines.converse.model_backed import ModelRetriever

        return ModelRetriever(model, prompts)
    raise DiagramloopError(f"no retriever {chosen!r}; there are {EMBEDDED} and, of an agent with a model, {MODEL}")
