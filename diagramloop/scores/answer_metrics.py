"""The metrics of answers, declared. All count one question of an :class:`AnswerComparison`."""

from __future__ import annotations

from diagramloop.scores.answers import AnswerComparison
from diagramloop.scores.counts import Counts
from diagramloop.scores.faults import Fault
from diagramloop.scores.metric import Compared, Metric, MetricFamily, chart_mean

_SQUAD = "SQuAD's evaluator (Rajpurkar et al., 2016), number words as VQA's (Antol et al., 2015)"
_WRONG = frozenset({Fault.ANSWER_WRONG, Fault.ANSWER_MISSING, Fault.ANSWER_WORDY})


def _exact(comparison: AnswerComparison) -> Counts:
    return Counts.rate(comparison.exact, 1)


def _lenient(comparison: AnswerComparison) -> Counts:
    return Counts.rate(comparison.lenient, 1)


ANSWER_METRICS: tuple[Metric, ...] = (
    Metric(
        "answer/exact",
        _exact,
        "questions with the very text of an accepted answer, share",
        "diagramloop",
        sees=_WRONG | {Fault.ANSWER_STYLED},
        verdict=True,
    ),
    Metric(
        "answer/lenient",
        _lenient,
        "questions with an accepted answer in normal form, share",
        _SQUAD,
        sees=_WRONG,
        verdict=True,
    ),
    chart_mean(
        "answer/f1",
        lambda comparison: comparison.f1,
        "words of the answer, F1 against the nearest accepted one",
        "SQuAD's evaluator (Rajpurkar et al., 2016)",
        sees=_WRONG,
    ),
)

FAMILY = MetricFamily(Compared.ANSWER, ANSWER_METRICS)
