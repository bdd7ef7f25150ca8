"""Training of question typing: softmax regression of the cues in a question's words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from diagramloop.data.sources import Question, QuestionType
from diagramloop.engines.attribute import AttributionTask
from diagramloop.engines.attribute.embedded.question_typing import cue_vector
from diagramloop.engines.training.grown_trees import Flags, Matrix

INVERSE_RIDGE = 0.3
ITERATIONS = 2000


def typing_weights(asked: Sequence[tuple[AttributionTask, Question, int]], folds: int) -> tuple[Matrix, float]:
    """(4, 1 + task features) log-odds, the scale of the cues folded in, and the cross-validated share of right types.

    Args:
        asked: tasks, their questions, and their folds.
    """
    rows = np.stack([cue_vector(task)[1:] for task, _, _ in asked])
    kinds = np.array([list(QuestionType).index(question.type) for _, question, _ in asked])
    fold = np.array([own for _, _, own in asked])
    constant = np.hstack([np.ones((len(rows), 1)), rows])
    right = sum(
        int(((constant[fold == at] @ _fitted(rows, kinds, fold != at).T).argmax(axis=1) == kinds[fold == at]).sum())
        for at in range(folds)
    )
    return _fitted(rows, kinds, np.ones(len(kinds), dtype=bool)), right / len(kinds)


def _fitted(rows: Matrix, kinds: np.ndarray[tuple[int], np.dtype[np.int64]], kept: Flags) -> Matrix:
    from sklearn.linear_model import LogisticRegression

    mean, scale = rows.mean(axis=0), np.maximum(rows.std(axis=0), 1e-6)
    model = LogisticRegression(C=INVERSE_RIDGE, max_iter=ITERATIONS).fit(((rows - mean) / scale)[kept], kinds[kept])
    slopes = model.coef_ / scale
    fitted: Matrix = np.hstack([(model.intercept_ - slopes @ mean)[:, None], slopes])
    return fitted
