"""Self-Refine (Madaan et al., 2023): one model writes the graph, finds fault with it and writes it again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flowbench.extract._extractor import Extraction
from flowbench.extract._metered import Metered, check_document
from flowbench.extract.feedback import Feedback
from flowbench.extract.graph_builder import ModelGraphBuilder, written
from flowbench.extract.prioritiser import MOST_SUGGESTIONS
from flowbench.extract.prompts import fenced, prompt
from flowbench.extract.refinement import MOST_ROUNDS, points, refine
from flowbench.graph import FlowGraph
from flowbench.models.chat import ChatModel, model_of


class SelfRefine:
    """Stops when the model finds nothing more to change.

    Args:
        model: or the configuration of one.
        rounds: refinements at most.
        suggestions: points a round at most.
    """

    name = "self_refine"

    def __init__(
        self,
        model: ChatModel | Mapping[str, Any],
        *,
        rounds: int = MOST_ROUNDS,
        suggestions: int = MOST_SUGGESTIONS,
    ) -> None:
        self._model = model_of(model)
        self._rounds = rounds
        self._most = suggestions

    def extract(self, text: str) -> Extraction:
        """See :meth:`flowbench.extract.Extractor.extract`; ModelError with the model's reason."""
        check_document(text)
        model = Metered(self._model)

        def examine(graph: FlowGraph) -> list[Feedback]:
            parts = {"rules": prompt("rules"), "document": fenced(text), "graph": written(graph)}
            answer = model.ask(prompt("self_feedback", **parts, most=str(self._most)))
            return [Feedback(point, structural=False) for point in points(answer, self._most)]

        return refine(text, ModelGraphBuilder(model), examine, self._rounds, model)
