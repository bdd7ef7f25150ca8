"""Zero-shot: the model is told the notation and nothing else (text2flow, Section 5.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from diagramloop.extract._extractor import Extraction
from diagramloop.extract._metered import Metered, check_document
from diagramloop.extract.graph_builder import ModelGraphBuilder
from diagramloop.models.chat import ChatModel, model_of


class ZeroShot:
    """Asks a model once, without examples."""

    name = "zero_shot"
    _examples = False

    def __init__(self, model: ChatModel | Mapping[str, Any]) -> None:
        self._model = model_of(model)

    def extract(self, text: str) -> Extraction:
        """See :meth:`diagramloop.extract.Extractor.extract`; ModelError with the model's reason."""
        check_document(text)
        model = Metered(self._model)
        return Extraction(ModelGraphBuilder(model, examples=self._examples).build(text), usage=model.usage)
