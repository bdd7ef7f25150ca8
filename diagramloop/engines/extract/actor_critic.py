"""Actor-critic: an actor writes the graph, a critic rates it, and the actor remembers all it was told (Reflexion)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from diagramloop.engines.extract._metered import Metered, check_document
from diagramloop.engines.extract.feedback import Feedback
from diagramloop.engines.extract.graph_builder import ModelGraphBuilder, written
from diagramloop.engines.extract.prioritiser import MOST_SUGGESTIONS
from diagramloop.engines.extract.prompts import ExtractionPrompts
from diagramloop.engines.extract.refinement import MOST_ROUNDS, points, refine
from diagramloop.evaluation.contestants.extractors import Extraction
from diagramloop.graph import FlowGraph
from diagramloop.models.chat import ChatModel, model_of

BEST_RATING = 10.0
_RATING = re.compile(r"rating\W+(\d+(?:\.\d+)?)", re.IGNORECASE)


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
            prompts = self._prompts
            parts = {"rules": prompts.text("rules"), "document": prompts.fenced(text), "graph": written(graph)}
            answer = critic.ask("critic", **parts, most=str(self._most))
            rating = _RATING.search(answer)
            criticisms = points(answer, self._most)
            if not criticisms or (rating and float(rating[1]) >= BEST_RATING):
                return []
            memory.extend(Feedback(point, structural=False) for point in criticisms)
            return list(memory)

        return refine(text, ModelGraphBuilder(actor), examine, self._rounds, actor)
