"""Learning of language: the embedded engines' weights, made from data as they are shipped."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from assets.machinery import StageReport, StageRun, stage
from diagramloop.engines.training.language.learned import release
from diagramloop.engines.training.language.learners import learner
from diagramloop.models.checkpoints import require


@stage(
    group="training",
    data="data/{learner}",
    matrix={"learner": "learners"},
    params=("learners.{learner}.learns", "learners.{learner}.settings"),
    model="{learner}.json",
)
def learned_weights(run: StageRun) -> StageReport:
    """The weights of an engine that reads language, with lineage, and a record with figures on what was left out."""
    require("learning", "sklearn")
    learns, given = run.param("learners.{learner}.learns"), run.param("learners.{learner}.settings")
    chosen = learner(learns)
    settings = chosen.checked(given)
    if run.data is None:
        raise RuntimeError("the stage declares its data")
    learned = chosen.learn(run.data, settings)
    release(learned, run.out, run.key["learner"], settings.model_dump(mode="json"), run.items.code_hash)
    return StageReport(1, 1, figures=dict(learned.figures))


def check_learner(node: Mapping[str, Any]) -> BaseModel:
    """Read a node of the configuration; raises as the learner does."""
    return learner(node["learns"]).checked(node["settings"])


MADE_BY = {"learners.*": check_learner}
