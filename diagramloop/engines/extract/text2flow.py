"""text2flow: a graph builder, an evaluation sandbox around its graphs, and what matters most told to it again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from diagramloop.engines.extract._metered import Metered, check_document
from diagramloop.engines.extract.graph_builder import EmbeddedGraphBuilder, GraphBuilder, ModelGraphBuilder
from diagramloop.engines.extract.prioritiser import MOST_SUGGESTIONS, TOKEN_BUDGET, Prioritiser
from diagramloop.engines.extract.prompts import ExtractionPrompts
from diagramloop.engines.extract.refinement import MOST_ROUNDS, refine
from diagramloop.engines.extract.sandbox import Sandbox
from diagramloop.engines.extract.semantic_agent import EmbeddedSemanticAgent, ModelSemanticAgent, SemanticAgent
from diagramloop.engines.extract.simulation_agent import TRIALS
from diagramloop.engines.extract.structural_agent import EmbeddedStructuralAgent, ModelStructuralAgent, StructuralAgent
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.contestants.extractors import Extraction, extractor
from diagramloop.models.chat import ChatModel, model_of

EMBEDDED = "embedded"
MODEL = "model"
LINEAGE = (
    "diagramloop.engines.extract.embedded:tagger.lineage.json",
    "diagramloop.engines.extract.semantic_agent:judge.lineage.json",
)


@dataclass(frozen=True)
class _Team:
    """The agents at work on one document."""

    builder: GraphBuilder
    structural: StructuralAgent
    semantic: SemanticAgent
    model: Metered | None


class Text2Flow:
    """The framework of the paper, and its ablations.

    Args:
        model: a chat model or the configuration of one; None for the embedded engine alone.
        builder: ``model``, or the name of an extractor that needs none; the model if there is one, else ``embedded``.
        critics: ``model`` or ``embedded``, likewise. The embedded builder needs embedded critics, whose
            suggestions it can carry out.
        rounds: refinements at most; it stops earlier when the sandbox has nothing to say.
        suggestions: a round at most.
        budget: B, tokens of a round's suggestions.
        trials: runs of a simulation.
        sandbox, simulator, semantic, prioritising: False for the paper's ablations (Figure 2).
        prompts: a folder of one's own; see :class:`diagramloop.models.prompts.Prompts`.

    The name tells which parts are missing: ``text2flow``, ``text2flow_no_simulator``, ...

    Raises:
        DiagramloopError: a part asks for a model and there is none, or the parts do not go together.
    """

    def __init__(
        self,
        model: ChatModel | Mapping[str, Any] | None = None,
        *,
        builder: str | None = None,
        critics: str | None = None,
        rounds: int = MOST_ROUNDS,
        suggestions: int = MOST_SUGGESTIONS,
        budget: int = TOKEN_BUDGET,
        trials: int = TRIALS,
        sandbox: bool = True,
        simulator: bool = True,
        semantic: bool = True,
        prioritising: bool = True,
        prompts: str | None = None,
    ) -> None:
        there = {"sandbox": sandbox, "simulator": simulator, "semantic": semantic, "prioritising": prioritising}
        self.name = "".join(["text2flow", *(f"_no_{part}" for part, here in there.items() if not here)])
        self._model = model_of(model) if model is not None else None
        self._prompts = ExtractionPrompts(prompts)
        usual = EMBEDDED if model is None else MODEL
        self._builder, self._critics = builder or usual, critics or usual
        self._check_parts()
        self._extractor = extractor(self._builder) if self._builder != MODEL else None
        self._rounds = rounds if sandbox else 0
        self._simulator, self._semantic, self._trials = simulator, semantic, trials
        self._prioritiser = Prioritiser(budget, suggestions) if prioritising else None

    @staticmethod
    def lineage(options: Mapping[str, Any]) -> tuple[str, ...] | None:
        """Training data of the embedded engine's weights; of a model they are not known."""
        return LINEAGE if options.get("model") is None else None

    def extract(self, text: str) -> Extraction:
        """See :meth:`diagramloop.engines.extract.Extractor.extract`; ModelError with the model's reason."""
        check_document(text)
        team = self._team()
        sandbox = Sandbox(
            text,
            team.structural if self._simulator else None,
            team.semantic if self._semantic else None,
            self._prioritiser,
            self._trials,
        )
        return refine(text, team.builder, sandbox.examine, self._rounds, team.model)

    def _check_parts(self) -> None:
        if self._critics not in {EMBEDDED, MODEL}:
            raise DiagramloopError(f"critics are {EMBEDDED!r} or {MODEL!r}, not {self._critics!r}")
        if MODEL in {self._builder, self._critics} and self._model is None:
            raise DiagramloopError("text2flow on a model needs one: give model")
        if self._builder != MODEL and self._critics == MODEL:
            raise DiagramloopError("a model's suggestions are words, which only a model as builder can follow")

    def _team(self) -> _Team:
        model = Metered(self._model, self._prompts) if self._model is not None else None
        builder: GraphBuilder
        if self._extractor is not None:
            builder = EmbeddedGraphBuilder(self._extractor)
        else:
            builder = ModelGraphBuilder(_present(model))
        if self._critics == EMBEDDED:
            return _Team(builder, EmbeddedStructuralAgent(), EmbeddedSemanticAgent(), model)
        return _Team(builder, ModelStructuralAgent(_present(model)), ModelSemanticAgent(_present(model)), model)


def _present(model: Metered | None) -> Metered:
    assert model is not None  # _check_parts saw to it
    return model
