"""Training of relevance: how strongly each kind of evidence counts for an utterance to answer a step at all.

From texts written for diagramloop alone, in two languages. Figures are of topics that were left out and of real charts,
on which nothing is trained: of answers all ought to pass, of what answers nothing none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from diagramloop.data.sources import Corpus, FloDial
from diagramloop.engines.converse.embedded import relevance
from diagramloop.engines.converse.embedded.relevance_model import ENOUGH, ENOUGH_WITH_MEANING
from diagramloop.engines.training.language.learned import Learned
from diagramloop.engines.training.language.logistic import Matrix, fit, left_out_scores
from diagramloop.engines.training.language.relevance_cases import LANGUAGES, Amounts, Case, written_cases
from diagramloop.engines.training.language.relevance_charts import PARTS, cases, of_dialogues
from diagramloop.engines.training.language.seed_texts import WRITTEN, entries
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.models.weight_file import TrainedNumbers

DIGITS = 3  # of a weight


class RelevanceSettings(BaseModel):
    """All that decides which weights come out, but the seeds.

    Attributes:
        foreign: answers to steps of other topics that are said at each step.
        irrelevant: utterances of each other kind of what answers nothing, said at each step.
        noise: how many such utterances are keys hit at random.
        seed: of the drawing of all of these.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    foreign: int = Field(8, ge=1)
    irrelevant: int = Field(2, ge=0)
    noise: int = Field(40, ge=0)
    seed: int = Field(0, ge=0)

    @property
    def amounts(self) -> Amounts:
        """The numbers of utterances that answer nothing."""
        return Amounts(self.foreign, self.irrelevant, self.noise)


def learn(folder: Path, settings: RelevanceSettings) -> Learned:
    """Weights from the seeds, judged on the charts of FloDial in ``folder`` and of the shipped corpus; a minute."""
    written = written_cases(settings.amounts, settings.seed)
    weights, with_meaning = fitted(written), fitted_with_meaning(written)
    charts = [*of_dialogues("flodial", FloDial(folder)), *of_dialogues("corpus", Corpus(shipped_corpus()))]
    figures = left_out(written)
    for part in PARTS:
        met = cases(charts, part)
        figures |= passed(part, met, evidence_of(met) @ weights - ENOUGH)
        english = [case for case in met if case.language == "english"]
        scores = evidence_with_meaning_of(english) @ with_meaning - ENOUGH_WITH_MEANING
        figures |= passed(f"{part}, with meaning", english, scores)
    return Learned(numbers(weights, with_meaning), {WRITTEN: list(entries())}, figures)


def numbers(weights: Matrix, with_meaning: Matrix) -> TrainedNumbers:
    """The weights as they are kept."""
    facts = {"features": list(relevance.FEATURES), "with_meaning": list(relevance.WITH_MEANING)}
    return TrainedNumbers({"weights": weights, "with_meaning": with_meaning}, facts)


def fitted(found: Sequence[Case]) -> Matrix:
    """The weight of each feature, shape (features,)."""
    return np.round(fit(evidence_of(found), np.array([case.answers for case in found])), DIGITS)


def fitted_with_meaning(found: Sequence[Case]) -> Matrix:
    """The weight of each feature where likeness of meaning counts, from the English cases, shape (features + 1,)."""
    english = [case for case in found if case.language == "english"]
    answers = np.array([case.answers for case in english])
    return np.round(fit(evidence_with_meaning_of(english), answers), DIGITS)


def evidence_with_meaning_of(found: Sequence[Case]) -> Matrix:
    """Shape (cases, features + 1)."""
    return np.array([relevance.evidence_with_meaning(case.utterance, case.grounding) for case in found])


def evidence_of(found: Sequence[Case]) -> Matrix:
    """Shape (cases, features)."""
    return np.array([relevance.evidence(case.utterance, case.grounding) for case in found])


def left_out(found: Sequence[Case]) -> dict[str, float]:
    """The shares that pass on topics that the weights behind them have not seen, by language."""
    answers, groups = np.array([case.answers for case in found]), np.array([case.group for case in found])
    scores = left_out_scores(evidence_of(found), answers, groups)
    figures: dict[str, float] = {}
    for language in LANGUAGES:
        own = np.array([case.language == language for case in found])
        if own.any():
            cases_of_it = [case for case in found if case.language == language]
            figures |= passed(f"seeds, {language}", cases_of_it, scores[own] - ENOUGH)
    return figures


def passed(name: str, found: Sequence[Case], scores: Matrix) -> dict[str, float]:
    """Shares of cases with a score of 0 or more: of answers, and the mean of the kinds that answer nothing."""
    by_kind: dict[str, list[bool]] = defaultdict(list)
    for case, score in zip(found, scores, strict=True):
        by_kind[case.kind].append(bool(score >= 0))
    shares = {kind: float(np.mean(several)) for kind, several in by_kind.items()}
    answers = shares.pop("answer", None)
    figures = {} if answers is None else {f"{name}/answers_passed": answers}
    return figures | ({f"{name}/irrelevant_passed": float(np.mean(list(shares.values())))} if shares else {})
