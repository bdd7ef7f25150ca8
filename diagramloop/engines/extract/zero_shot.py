"""Zero-shot: the model is told the notation and nothing else (text2flow, Section 5.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from diagramloop.engines.extract._metered import Metered, check_document
from diagramloop.engines.extract.graph_builder import ModelGraphBuilder
from diagramloop.engines.extract.prompts import ExtractionPrompts
from diagramloop.evaluation.contestants.extractors import Extraction
from diagramloop.models.chat import ChatModel, model_of


class ZeroShot:
    """Asks a model once, without examples.

    Args:
        model: or the configuration of one.
        prompts: a folder of one's own; see :class:`diagramloop.models.prompts.Prompts`.
    """

    name = "zero_shot"
    _examples = False

    def __init__(self, model: ChatModel | Mapping[str, Any], *, prompts: str | None = None) -> None:
        self._model = model_of(model)
        self._prompts = ExtractionPrompts(prompts)

    def extract(self, text: str) -> Extraction:
        """See :meth:`diagramloop.engines.extract.Extractor.extract`; ModelError with the model's reason."""
        check_document(text)
        model = Metered(self._model, self._prompts)
        built = ModelGraphBuilder(model, examples=self._examples).build(text)
        return Extraction(built.graph, usage=model.usage, text=built.text)
