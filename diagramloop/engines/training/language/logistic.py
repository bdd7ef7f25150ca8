"""Ridge logistic regression of evidence, which the matcher and relevance share, and its scores of what was left out."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy
from numpy.typing import NDArray

RIDGE = 0.5  # of the squared weights, against the sum of log losses

Matrix = NDArray[np.float64]


def fit(evidence: Matrix, affirms: NDArray[np.bool_], counts: Matrix | None = None) -> Matrix:
    """Ridge logistic regression; both answers count alike, however many there are. Shape (features,).

    Args:
        evidence: (n, features).
        affirms: (n,).
        counts: (n,) how often each example is taken; once if None.
    """
    taken = np.ones(len(affirms)) if counts is None else counts
    signs = np.where(affirms, 1.0, -1.0)
    affirmed = float(taken[affirms].sum() / taken.sum())
    share = taken * np.where(affirms, 0.5 / affirmed, 0.5 / (1 - affirmed))

    def loss(weights: Matrix) -> tuple[float, Matrix]:
        margins = signs * (evidence @ weights)
        slope = -share * signs / (1 + np.exp(margins))
        return float(share @ np.logaddexp(0, -margins) + RIDGE * weights @ weights), (
            slope @ evidence + 2 * RIDGE * weights
        )

    return np.asarray(scipy.optimize.minimize(loss, np.zeros(evidence.shape[1]), jac=True, method="L-BFGS-B").x)


def left_out_scores(
    evidence: Matrix, affirms: NDArray[np.bool_], groups: NDArray[Any], counts: Matrix | None = None
) -> Matrix:
    """Log-odds of each example by the weights of all other groups, shape (n,).

    Args:
        evidence, affirms, counts: as for :func:`fit`.
        groups: (n,) what is left out at once.
    """
    taken = np.ones(len(affirms)) if counts is None else counts
    scores = np.zeros(len(affirms))
    for group in dict.fromkeys(groups.tolist()):
        own = groups == group
        scores[own] = evidence[own] @ fit(evidence[~own], affirms[~own], taken[~own])
    return scores
