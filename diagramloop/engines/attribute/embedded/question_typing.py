"""Question typing: which of the four types a question is of, by the cues in its words (softmax regression)."""

from __future__ import annotations

import numpy as np

from diagramloop.data.sources import QuestionType
from diagramloop.engines.attribute.embedded.features import task_features
from diagramloop.engines.attribute.embedded.term_index import Matrix, Vector
from diagramloop.evaluation.contestants.attributors import AttributionTask


def cue_vector(task: AttributionTask) -> Vector:
    """(1 + task features,), the first one constant."""
    return np.array([1.0, *task_features(task).values()])


def question_type(task: AttributionTask, weights: Matrix) -> QuestionType:
    """The type with the highest log-odds under ``weights`` (4, 1 + task features)."""
    return list(QuestionType)[int((weights @ cue_vector(task)).argmax())]
