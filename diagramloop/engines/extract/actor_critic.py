"""Actor-critic: an actor writes the graph, a critic rates it, and the actor remembers all it was told (Reflexion)."""

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


class ActorCritic:
    """Stops when the critic gives the best rating or has no point to make.

    Args:
        model: of the actor, or the configuration of one.
        critic: of the critic; the actor's if None.
        rounds: refinements at most.
        suggestions: points a round at most; the actor is told those of earlier rounds again (Shinn et al., 2023).
        prompts: a folder of one's own; see :class:`diagramloop.models.prompts.Prompts`.
    """

    name = "actor_critic"

    def __init__(
        self,
        model: ChatModel | Mapping[str, Any],
        *,
        critic: ChatModel | Mapping[str, Any] | None = None,
        rounds: int = MOST_ROUNDS,
        suggestions: int = MOST_SUGGESTIONS,
        prompts: str | None = None,
    ) -> None:
        self._prompts = ExtractionPrompts(prompts)
        self._actor = model_of(model)
        self._critic = model_of(critic) if critic is not None else self._actor
        self._rounds = rounds
        self._most = suggestions

    def extract(self, text: str) -> Extraction:
        """See :meth:`diagramloop.engines.extract.Extractor.extract`; ModelError with a model's reason."""
        check_document(text)
        actor = Metered(self._actor, self._prompts)
        critic = Metered(self._critic, self._prompts, account=actor)
        memory: list[Feedback] = []

        def examine(graph: FlowGraph) -> list[Feedback]:
            points = criticised(critic, "critic", text, graph, Points(self._most, rated=True))
            memory.extend(points)
            return list(memory) if points else []

        return refine(text, ModelGraphBuilder(actor), examine, self._rounds, actor)
