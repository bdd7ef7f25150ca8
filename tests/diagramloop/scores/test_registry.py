"""Declarations of the metrics: which way is better, and which leave [0, 1]."""

from __future__ import annotations

from diagramloop.scores import METRICS
from diagramloop.scores.answer_metrics import ANSWER_METRICS
from diagramloop.scores.attribution_metrics import ATTRIBUTION_METRICS
from diagramloop.scores.dialogue_metrics import DIALOGUE_METRICS
from diagramloop.scores.extraction_metrics import EXTRACTION_METRICS
from diagramloop.scores.generation_metrics import GENERATION_METRICS
from diagramloop.scores.metric import Compared
from diagramloop.scores.registry import metric_names

TASKS = (GENERATION_METRICS, EXTRACTION_METRICS, ATTRIBUTION_METRICS, ANSWER_METRICS, DIALOGUE_METRICS)


COSTS = ("tokens", "calls", "seconds")


def test_no_metric_hides_another_of_its_name() -> None:
    assert len(METRICS) == len(metric_names(Compared.GRAPH)) + sum(map(len, TASKS))
    assert all(metric.description and metric.source for metric in METRICS.values())


def test_less_is_better_where_turns_are_lost_or_paths_left() -> None:
    less = {name for name, metric in METRICS.items() if not metric.higher_is_better}
    lost = {
        "nsr",
        "nsr_with_faqs",
        "tr",
        "asked_again",
        "wrong_guesses",
        "irrelevant_moves",
        "coverage_contained",
        "coverage_partial",
        "coverage_disjoint",
        *("nsr_paper_budget", "tr_paper_budget"),
        *COSTS,
    }
    assert less == {f"dialogue/{name}" for name in lost}


def test_published_arithmetic_and_measures_of_words_leave_the_unit_interval() -> None:
    beyond = {name for name, metric in METRICS.items() if not metric.bounded}
    published = {name for name in METRICS if name.startswith(("sciflow_official/", "paged_official/"))}
    assert beyond == published | {f"dialogue/{name}" for name in ("se", "ce", "mtld", "hdd", *COSTS)}


def test_a_mean_is_of_metrics_that_are_there_and_has_no_rows_of_its_own() -> None:
    for metric in METRICS.values():
        assert (metric.count is None) == bool(metric.mean_of)
        assert METRICS.keys() >= set(metric.mean_of)
