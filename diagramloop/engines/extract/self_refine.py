"""Self-Refine (Madaan et al., 2023): one model writes the graph, finds fault with it and writes it again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from diagramloop.engines.extract._metered import Metered, check_document
from diagramloop.engines.extract.feedback import Feedback
from diagramloop.engines.extract.graph_builder import ModelGraphBuilder
from diagramloop.engines.extract.prioritiser import MOST_SUGGESTIONS
from diagramloop.engines.extract.prompts import ExtractionPrompts
from diagramloop.engines.extract.refinement import MOST_ROUNDS, criticised, refine
from diagramloop.evaluation.contestants.extractors import Extraction
from diagramloop.graph import FlowGraph
from diagramloop.models.answers import Points
from diagramloop.models.chat import ChatModel, model_of


class SelfRefine:
    """Stops when the model finds nothing more to change.

    Args:
        model: or the configuration of one.
        rounds: refinements at most.
        suggestions: points a round at most.
        prompts: a folder of one's own; see :class:`diagramloop.models.prompts.Prompts`.
    """

    name = "self_refine"

    def __init__(
        self,
        model: ChatModel | Mapping[str, Any],
        *,
        rounds: int = MOST_ROUNDS,
        suggestions: int = MOST_SUGGESTIONS,
        prompts: str | None = None,
    ) -> None:
        self._model = model_of(model)
        self._prompts = ExtractionPrompts(prompts)
        self._rounds = rounds
        self._most = suggestions

    def extract(self, text: str) -> Extraction:
        """See :meth:`diagramloop.engines.extract.Extractor.extract`; ModelError with the model's reason."""
        check_document(text)
        model = Metered(self._model, self._prompts)

        def examine(graph: FlowGraph) -> list[Feedback]:
            return criticised(model, "self_feedback", text, graph, Points(self._most))

        return refine(text, ModelGraphBuilder(model), examine, self._rounds, model)
