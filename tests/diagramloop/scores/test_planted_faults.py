"""A metric falls when it must: what each declares to see, held against the committed measurement of all of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from diagramloop.graph import FlowGraph, Node
from diagramloop.scores import METRICS, Compared, Comparison, metric_names
from diagramloop.scores.extraction import ExtractionComparison
from diagramloop.scores.extraction_metrics import EXTRACTION_METRICS
from diagramloop.scores.faults import WHOLE, Fault
from diagramloop.scores.parts import Part
from diagramloop.scores.planted_faults import (
    GRAPH_FAULTS,
    TASKS,
    MetricAnswer,
    Table,
    answers,
    flowchart,
    planted,
    process,
    read_table,
    write_table,
)

FILE = Path(__file__).parents[3] / "docs" / "reference" / "planted_faults.json"
TASK_OF = {metric.name: name for name, task in TASKS.items() for metric in task.metrics}
PUBLISHED = [name for name in METRICS if "_official/" in name or name.startswith("paged_printed/")]
OWN = [name for name in METRICS if name not in PUBLISHED]
ASKED_AGAIN = {  # what a test can afford to measure anew, all at the least size
    "graph": TASKS["graph"].faults,
    "extraction": (Fault.ACTOR_WRONG, Fault.NO_EDGES),
    "attribution": TASKS["attribution"].faults,
    "answer": TASKS["answer"].faults,
    "dialogue": (Fault.STEP_MISSING, Fault.WORDS_REPEATED),
}


@cache
def table() -> Table:
    return read_table(FILE.read_text("utf-8"))


def of(metric: str) -> dict[Fault, list[MetricAnswer]]:
    """The answers of one metric by fault, one for each size of items."""
    task = TASK_OF[metric]
    return {fault: [table()[task, fault, size][metric] for size in TASKS[task].sizes] for fault in TASKS[task].faults}


def test_every_metric_says_what_it_sees_and_is_measured_once() -> None:
    assert [name for name, metric in METRICS.items() if metric.sees is None] == []
    assert sorted(TASK_OF) == sorted(METRICS)
    assert sum(len(task.metrics) for task in TASKS.values()) == len(METRICS)


@pytest.mark.parametrize("name", list(METRICS))
def test_it_falls_with_the_number_of_every_fault_that_it_declares_to_see(name: str) -> None:
    measured, sees = of(name), METRICS[name].sees or frozenset()
    assert sees <= measured.keys()
    assert {fault: measured[fault] for fault in sees if not all(answer.falls for answer in measured[fault])} == {}


@pytest.mark.parametrize("name", list(METRICS))
def test_no_fault_makes_it_better_but_those_that_it_declares(name: str) -> None:
    rises = {fault for fault, found in of(name).items() if any(answer.rises for answer in found)}
    assert rises <= METRICS[name].rewards
    if name in OWN:
        assert rises == METRICS[name].rewards


@pytest.mark.parametrize("name", OWN)
def test_it_declares_all_that_it_sees(name: str) -> None:
    falls = {fault for fault, found in of(name).items() if all(answer.falls for answer in found)}
    assert falls == METRICS[name].sees


def test_no_score_of_ours_that_holds_an_answer_against_its_reference_rewards_a_fault() -> None:
    families = ("node_", "edge_", "group_", "text/", "sciflow/", "strict/", "attribution/", "embedded/alignment")
    rewarding = [name for name, metric in METRICS.items() if name.startswith(families) and metric.rewards]
    assert rewarding == ["text/path_f1"]  # of edges alone: a step that both sides pass over has none that are wrong


@pytest.mark.parametrize(("task", "fault"), [(task, fault) for task in TASKS for fault in ASKED_AGAIN[task]])
def test_the_committed_table_is_what_is_measured(task: str, fault: Fault) -> None:
    size = TASKS[task].sizes[0]
    assert answers(TASKS[task], fault, size=size) == table()[task, fault, size]


def test_the_committed_table_is_as_it_was_written_and_lacks_nothing() -> None:
    assert write_table(table()) == FILE.read_text("utf-8")
    wanted = {(name, fault, size) for name, task in TASKS.items() for fault in task.faults for size in task.sizes}
    assert table().keys() == wanted


@pytest.mark.parametrize("fault", GRAPH_FAULTS)
def test_faults_are_planted_one_by_one_and_alike_each_time(fault: Fault) -> None:
    gold = process(3, 24) if fault is Fault.ACTOR_WRONG else flowchart(3, 24)
    made = planted(gold, fault, 3, 3)
    assert made == planted(gold, fault, 3, 3)
    assert len(set(made)) == len(made) == (2 if fault in WHOLE else 4)
    assert made[0] == gold


CHARTS = {
    "unlike": flowchart(5, 16),
    "repeated": flowchart(5, 16).replace(
        nodes=tuple(
            node.model_copy(update={"text": "the same again" if at % 5 == 2 else node.text})
            for at, node in enumerate(flowchart(5, 16).nodes)
        )
    ),
}


def relisted(graph: FlowGraph, seed: int) -> FlowGraph:
    """The same graph with other ids, its elements in another order."""
    chance = Random(seed)
    name = {element.id: f"{chance.random():.9f}" for element in (*graph.nodes, *graph.groups)}
    nodes = [n.model_copy(update={"id": name[n.id], "group": n.group and name[n.group]}) for n in graph.nodes]
    groups = [g.model_copy(update={"id": name[g.id], "parent": g.parent and name[g.parent]}) for g in graph.groups]
    ends = [{"source": name[e.source], "target": name[e.target]} for e in graph.edges]
    edges = [edge.model_copy(update=changed) for edge, changed in zip(graph.edges, ends, strict=True)]
    for side in (nodes, groups, edges):
        chance.shuffle(side)
    return graph.replace(nodes=tuple(nodes), edges=tuple(edges), groups=tuple(groups))


def restyled(graph: FlowGraph) -> FlowGraph:
    """The same graph with other lines, and read from left to right."""
    edges = tuple(edge.model_copy(update={"line": "dotted", "length": 3, "id": "e"}) for edge in graph.edges)
    return graph.replace(edges=edges, direction="LR", title="another")


def moved(node: Node) -> Node:
    box = node.box and (2 * node.box[1] + 40.0, 2 * node.box[0], 2 * node.box[3] + 40.0, 2 * node.box[2])
    return node.model_copy(update={"box": box})


def laid_out_anew(graph: FlowGraph) -> FlowGraph:
    return graph.replace(nodes=tuple(map(moved, graph.nodes)), size=None)


def drawn_values(pred: FlowGraph, gold: FlowGraph, names: list[str]) -> dict[str, object]:
    parts = {part: Part(0.5, "scripted") for name in names for part in METRICS[name].parts}
    comparison = Comparison(pred, gold, asked=gold, parts=parts)
    return {name: count(comparison) for name in names if (count := METRICS[name].count) is not None}


@pytest.mark.parametrize("fault", [fault for fault in GRAPH_FAULTS if fault is not Fault.ACTOR_WRONG])
@pytest.mark.parametrize("chart", list(CHARTS))
def test_neither_order_nor_ids_nor_style_nor_layout_matter(chart: str, fault: Fault) -> None:
    """The published program credits the first pair in node order where labels repeat, and is left out there."""
    gold = CHARTS[chart]
    of_drawing = "embedded/visual_flow"  # it marks the layout itself
    names = [
        name
        for name in metric_names(Compared.GRAPH, Compared.PROMPT)
        if name != of_drawing and not (chart == "repeated" and name in PUBLISHED)
    ]
    for pred in planted(gold, fault, 1, 3)[1:]:
        wanted = drawn_values(pred, gold, names)
        assert drawn_values(relisted(pred, 1), relisted(gold, 2), names) == wanted
        assert drawn_values(restyled(pred), gold, names) == wanted
        assert drawn_values(laid_out_anew(pred), laid_out_anew(gold), names) == wanted
        by_text = [name for name in names if METRICS[name].by_text]
        alone = drawn_values(laid_out_anew(pred), gold, by_text)
        assert alone == {name: wanted[name] for name in by_text}
        assert drawn_values(relisted(pred, 3), gold, [of_drawing]) == drawn_values(pred, gold, [of_drawing])


@pytest.mark.parametrize("fault", [Fault.EDGE_MISSING, Fault.NODE_MERGED, Fault.NODE_DUPLICATED, Fault.LABEL_WRONG])
def test_strict_scores_take_no_notice_of_order_ids_and_style(fault: Fault) -> None:
    gold = process(2, 24)
    pred = planted(gold, fault, 2, 3)[-1]
    strict = [m for m in EXTRACTION_METRICS if m.name.startswith("strict/") and m.count is not None]

    def counts(one: FlowGraph, other: FlowGraph) -> list[object]:
        comparison = ExtractionComparison(one, other)
        return [metric.count(comparison) for metric in strict if metric.count is not None]

    assert counts(relisted(pred, 1), restyled(relisted(gold, 2))) == counts(pred, gold)
