"""Learners by name: what trains each shipped weight of the engines that read language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from diagramloop.engines.training.language import answerer, attributor, extractor, judge, relevance, stance
from diagramloop.engines.training.language.learned import Learned
from diagramloop.errors import DiagramloopError, RejectionReason

_Settings = TypeVar("_Settings", bound=BaseModel)


@dataclass(frozen=True)
class Learner(Generic[_Settings]):
    """A training: its settings, and what makes weights of the data in a folder."""

    settings: type[_Settings]
    learn: Callable[[Path, _Settings], Learned]

    def checked(self, node: Mapping[str, Any]) -> _Settings:
        """Settings from a configuration.

        Raises:
            DiagramloopError: there are others, or they are out of bounds (INVALID).
        """
        try:
            return self.settings.model_validate(node)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"]))
            raise DiagramloopError(f"settings of a learner: {place}: {first['msg']}") from error


LEARNERS: Mapping[str, Learner[Any]] = {
    "answerer": Learner(answerer.AnswererSettings, answerer.learn),
    "attributor": Learner(attributor.AttributorSettings, attributor.learn),
    "judge": Learner(judge.JudgeSettings, judge.learn),
    "relevance": Learner(relevance.RelevanceSettings, relevance.learn),
    "stance": Learner(stance.StanceSettings, stance.learn),
    "tagger": Learner(extractor.ExtractorSettings, extractor.learn),
}


def learner(name: str) -> Learner[Any]:
    """The learner of that name.

    Raises:
        DiagramloopError: there is none (MISSING).
    """
    if name not in LEARNERS:
        message = f"no learner {name!r}; there are: {', '.join(sorted(LEARNERS))}"
        raise DiagramloopError(message, reason=RejectionReason.MISSING)
    return LEARNERS[name]
