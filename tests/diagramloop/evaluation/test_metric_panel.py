"""The panel: who ranks, or is shown first, orders the readings of a thing as any reader would."""

from __future__ import annotations

import pytest

from diagramloop.doors.serve.agent_tools import METRICS as SERVED
from diagramloop.evaluation.metric_panel import corpus_panel, skipped_steps
from diagramloop.report._columns import COLUMNS
from diagramloop.scores import similarity_named
from diagramloop.scores.planted_faults import Finding, Panel

TASK_OF = {
    "parsing": "graph",
    "generation": "graph",
    "extraction": "extraction",
    "attribution": "attribution",
    "answers": "answer",
    "dialogue": "dialogue",
    "conversion": "graph",
}
FIRST = dict.fromkeys([(TASK_OF[task], shown[0]) for task, shown in COLUMNS.items()] + [("graph", m) for m in SERVED])
SKIP = "node skipped and cut below node skipped and bridged"
TEXTS = {"text negated", "prohibition made a step", "number changed", "number ten times as large", "entities swapped"}
BLIND = {  # columns that are not first, and why
    "strict/flow_f1": TEXTS | {"polarity swapped", SKIP},
    "dialogue/tnga": {"next node named", "wrong branch walked"},
}


def test_every_board_is_asked_of() -> None:
    assert COLUMNS.keys() == TASK_OF.keys()
    assert not BLIND.keys() & {name for _, name in FIRST}


@pytest.mark.parametrize(
    ("task", "similarity"), [("graph", "minilm"), *((task, "lexical") for task in dict.fromkeys(TASK_OF.values()))]
)
def test_what_ranks_or_is_shown_first_passes_the_panel_of_its_task(task: str, similarity: str) -> None:
    first = [metric for of_task, metric in FIRST if of_task == task]
    verdicts = corpus_panel(task, first, similarity_named(similarity))
    assert all(len(verdicts[metric]) >= 4 for metric in first)
    assert failed(verdicts) == {metric: set() for metric in first}


@pytest.mark.parametrize("metric", BLIND)
def test_what_is_shown_behind_it_fails_as_it_is_marked(metric: str) -> None:
    assert failed(corpus_panel(metric_task(metric), [metric])) == {metric: BLIND[metric]}


def failed(verdicts: Panel) -> dict[str, set[str]]:
    return {
        metric: {str(order) for order, verdict in of_metric.items() if verdict.finding is not Finding.PASSES}
        for metric, of_metric in verdicts.items()
    }


def metric_task(metric: str) -> str:
    return next(TASK_OF[task] for task, shown in COLUMNS.items() if metric in shown)


def test_paths_by_the_papers_formula_prefer_a_broken_flow_and_contracted_ones_a_bridged_one() -> None:
    table = skipped_steps(["diagrameval/path_f1", "edge_f1", "text/path_f1", "text/flow_f1"])
    paper, edges = table["diagrameval/path_f1"], table["edge_f1"]
    assert (paper.falls, paper.values[1]) == (0, 1.0)
    assert paper.rises > paper.items / 2
    assert (edges.falls, edges.rises) == (0, edges.items)
    contracted, flow = table["text/path_f1"], table["text/flow_f1"]
    assert (contracted.values[0], contracted.rises) == (1.0, 0)
    assert contracted.falls == contracted.items == flow.falls == flow.items > 70
