"""Training of the judge of revisions: boosted trees of what leaving out a step, a join or a split gains.

Every revision of every graph that the embedded extractor builds of PAGED's documents is tried. Graphs are built with
taggers that have not seen the document, as the agent will meet them. A kind of revision is kept if it gains enough on
documents left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from diagramloop.engines.extract.semantic_agent._embedded import MARGIN
from diagramloop.engines.extract.semantic_agent._judge import DEPTH, Judge, Trees, numbers_of
from diagramloop.engines.extract.semantic_agent._revisions import RevisionKind
from diagramloop.engines.training.language.folds import FOLDS, Extracted, cross_validated, documents
from diagramloop.engines.training.language.learned import Learned
from diagramloop.engines.training.language.refined import refined
from diagramloop.engines.training.language.revision_trials import Trials, flows, fold_of, gathered, micro_f1
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.lineage import fingerprint

Worth = Mapping[RevisionKind, tuple[float, int]]
"""By kind of revision, the gain in flows on folds left out, and the number of revisions behind it."""


class JudgeSettings(BaseModel):
    """All that decides which weights come out, but the data.

    Attributes:
        trees: for each kind of revision.
        rate: at which each tree counts.
        least_leaf: trials behind a leaf.
        share: of the trials that each tree is grown on.
        seed: of the drawing of shares.
        least_seen: trials that have a feature, so that it is asked for.
        worthwhile: flows that a kind of revision must gain on documents left out, to be kept.
        judged: whether judges of four folds of five also refine the documents of the fifth, for the figures.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    trees: int = Field(80, ge=1)
    rate: float = Field(0.06, gt=0)
    least_leaf: int = Field(12, ge=1)
    share: float = Field(0.7, gt=0, le=1)
    seed: int = Field(0, ge=0)
    least_seen: int = Field(8, ge=1)
    worthwhile: float = Field(20.0, gt=0)
    judged: bool = True


def learn(folder: Path, settings: JudgeSettings) -> Learned:
    """Weights from PAGED in ``folder``: a minute on one core, and one more for the figures.

    Raises:
        DiagramloopError: no kind of revision gains enough (EMPTY).
    """
    built = list(cross_validated(documents(folder)))
    trials = gathered(built)
    gained = worth(trials, settings)
    judge = paying(trials, gained, settings)
    if not judge:
        message = f"judge: {folder}: no kind of revision gains {settings.worthwhile} flows on documents left out"
        raise DiagramloopError(message, reason=RejectionReason.EMPTY)
    figures = dict(told(gained)) | (refinement(built, trials, settings) if settings.judged else {})
    return Learned(numbers_of(judge), {"PAGED, public half": [fingerprint(one.text) for one, _ in built]}, figures)


def worth(trials: Trials, settings: JudgeSettings) -> Worth:
    """The worth of each kind of revision on folds left out."""
    return {kind: left_out(trials.of(kind), settings) for kind in RevisionKind}


def paying(trials: Trials, gained: Worth, settings: JudgeSettings) -> Judge:
    """Trees for the kinds of revisions that gain enough."""
    kept = [kind for kind, (gain, _) in gained.items() if gain >= settings.worthwhile]
    return {kind: fitted(trials.of(kind), settings) for kind in kept}


def left_out(trials: Trials, settings: JudgeSettings) -> tuple[float, int]:
    """Gain in flows, and number, of the revisions that are proposed on folds left out."""
    gain, count = 0.0, 0
    for fold in range(FOLDS):
        known, unknown = trials.without(fold), trials.only(fold)
        if len(known.all) > settings.trees and unknown.all:
            trees = fitted(known, settings)
            proposed = np.array([trees.expected(trial.features) > MARGIN for trial in unknown.all])
            gain, count = gain + float(unknown.gains()[proposed].sum()), count + int(proposed.sum())
    return gain, count


def fitted(trials: Trials, settings: JudgeSettings) -> Trees:
    """Trees for trials of one kind."""
    from sklearn.ensemble import GradientBoostingRegressor

    seen = Counter(name for trial in trials.all for name in trial.features)
    names = sorted(name for name, count in seen.items() if count >= settings.least_seen)
    told = np.array([[trial.features.get(name, 0.0) for name in names] for trial in trials.all], dtype=np.float32)
    model = GradientBoostingRegressor(
        n_estimators=settings.trees,
        learning_rate=settings.rate,
        max_depth=DEPTH,
        min_samples_leaf=settings.least_leaf,
        subsample=settings.share,
        random_state=settings.seed,
    ).fit(told, trials.gains())
    complete = [_complete(stage[0].tree_, settings.rate) for stage in model.estimators_]
    feature, threshold, value = (np.stack(part) for part in zip(*complete, strict=True))
    return Trees(tuple(names), float(model.init_.constant_.ravel()[0]), feature, threshold, value)


def _complete(tree: Any, rate: float) -> tuple[NDArray[np.int16], NDArray[np.float32], NDArray[np.float32]]:
    """A fitted tree as a complete one: below an early leaf everything goes left, to that leaf's value."""
    inner = 2**DEPTH - 1
    feature = np.zeros(inner, dtype=np.int16)
    threshold = np.full(inner, np.inf, dtype=np.float32)
    value = np.zeros(inner + 1, dtype=np.float32)
    open_ = [(0, 0)]
    while open_:
        place, node = open_.pop()
        if place >= inner:
            value[place - inner] = rate * tree.value[node].item()
        elif tree.children_left[node] < 0:
            open_ += [(2 * place + 1, node), (2 * place + 2, node)]
        else:
            feature[place], threshold[place] = tree.feature[node], tree.threshold[node]
            open_ += [(2 * place + 1, tree.children_left[node]), (2 * place + 2, tree.children_right[node])]
    return feature, threshold, value


def told(gained: Worth) -> Iterator[tuple[str, float]]:
    """The worth of each kind of revision as figures."""
    for kind, (gain, count) in gained.items():
        yield f"{kind.value}/flows_gained", gain
        yield f"{kind.value}/revisions", float(count)


def by_fold(trials: Trials, settings: JudgeSettings) -> list[Judge]:
    """For each fold a judge that has not seen it, of the kinds that pay among the others."""
    others = [trials.without(fold) for fold in range(FOLDS)]
    return [paying(known, worth(known, settings), settings) for known in others]


def refinement(built: Sequence[Extracted], trials: Trials, settings: JudgeSettings) -> dict[str, float]:
    """Micro F1 of flows, one to one, before and after the loop with judges that have not seen the documents."""
    judges = by_fold(trials, settings)
    after = ((document, refined(document.text, graph, judges[fold_of(document)]).graph) for document, graph in built)
    return {"strict/flow_f1_built": trials.f1, "strict/flow_f1_refined": flow_f1(after)}


def flow_f1(extracted: Iterable[Extracted]) -> float:
    """Micro F1 of flows, one to one."""
    return micro_f1(np.sum([flows(graph, document.graph) for document, graph in extracted], axis=0, dtype=np.float64))
