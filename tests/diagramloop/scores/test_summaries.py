"""Sums, intervals and comparisons over the rows of metrics; what a total lacks."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.scores import (
    METRICS,
    Compared,
    Comparison,
    Part,
    ScoreRow,
    Summary,
    compare,
    metric_names,
    score_comparison,
    summarise,
)
from tests.diagramloop.scores.scored_charts import BY_PLACE, BY_TEXT, box, row

MEASURED = {
    "alignment": Part(0.5, by="judge"),
    "semantic_consistency": Part(1.0, by="clip"),
    "perceptual_similarity": Part(1.0, by="lpips"),
    "visual_flow": Part(1.0, by="judge"),
    "clipscore_text": Part(0.25, by="siglip"),
    "clipscore_image": Part(0.75, by="siglip"),
}


def drawn_as_asked() -> FlowGraph:
    nodes = (Node(id="a", text="encoder", box=box(0)), Node(id="b", text="loss", box=box(1)))
    return FlowGraph(nodes=nodes, edges=(Edge(source="a", target="b"),))


def prompt_rows(comparison: Comparison) -> dict[str, ScoreRow]:
    return {row.metric: row for row in score_comparison(comparison, chart="c", metrics=metric_names(Compared.PROMPT))}


def test_parts_of_the_sciflow_overall_score() -> None:
    gold = drawn_as_asked()
    rows = prompt_rows(Comparison(gold, gold, asked=gold, parts=MEASURED))
    assert {name: row.value for name, row in rows.items()} == pytest.approx(
        {
            "sciflow/coverage": 1.0,
            "sciflow/faithfulness": 1.0,
            "sciflow/alignment": 0.5,
            "sciflow/text": 0.8,
            "sciflow/semantic_consistency": 1.0,
            "sciflow/perceptual_similarity": 1.0,
            "sciflow/visual_flow": 1.0,
            "sciflow/image": 1.0,
            "sciflow/overall": 0.94,
            "embedded/alignment": 1.0,
            "embedded/visual_flow": 1.0,
            "diagrameval/clipscore_text": 0.25,
            "diagrameval/clipscore_image": 0.75,
        }
    )
    assert rows["sciflow/image"].similarity == "clip, lpips, judge"
    assert rows["sciflow/overall"].similarity == "lexical, judge, clip, lpips"
    assert rows["embedded/visual_flow"].similarity == ""


def test_a_total_names_everything_it_lacks_and_why() -> None:
    gold = drawn_as_asked()
    lacking = {**MEASURED, "visual_flow": Part(None, missing="no judge"), "alignment": Part(None, missing="no judge")}
    del lacking["perceptual_similarity"]
    rows = prompt_rows(Comparison(gold, gold, asked=gold, parts=lacking))
    assert rows["sciflow/text"].missing == "no value for alignment (no judge)"
    assert rows["sciflow/image"].missing == "no value for perceptual_similarity (not measured), visual_flow (no judge)"
    assert rows["sciflow/overall"].missing == (
        "no value for alignment (no judge), perceptual_similarity (not measured), visual_flow (no judge)"
    )
    assert rows["sciflow/coverage"].value == rows["embedded/alignment"].value == 1.0


def test_without_a_prompt_nothing_is_held_against_it() -> None:
    assert all(row.missing for row in prompt_rows(Comparison(drawn_as_asked(), drawn_as_asked())).values())


def test_summary_is_micro_and_clustered_by_chart() -> None:
    rows = [row("a", 1, 1), row("b", 0, 3), row("a", 2, 2), row("c", 0, 0, "no picture")]
    (summary,) = summarise(rows, seed=0)
    assert (summary.metric, summary.value, summary.n) == ("node_f1", 0.5, 2)
    assert (summary.low, summary.high) == (0.0, 1.0)
    assert summary.missing == "1 of 4 items: no picture"
    assert summarise(rows[::-1], seed=0) == [summary]


def test_summaries_without_a_value() -> None:
    assert summarise([], seed=0) == []
    assert summarise([row("a", 0, 0)], seed=0) == [Summary("node_f1", None, None, None, 1, "nothing to count")]
    assert summarise([row("a", 0, 0, "no boxes")], seed=0) == [
        Summary("node_f1", None, None, None, 0, "1 of 1 items: no boxes")
    ]


@settings(max_examples=20)
@given(st.lists(st.tuples(st.sampled_from("abcde"), st.integers(0, 5)), min_size=1))
def test_intervals_hold_the_value(items: list[tuple[str, int]]) -> None:
    (summary,) = summarise([row(chart, hits, 5) for chart, hits in items], seed=1)
    assert summary.low <= summary.value + 1e-12  # type: ignore[operator]
    assert summary.value <= summary.high + 1e-12  # type: ignore[operator]


def test_compare() -> None:
    systems = {
        "good": [row(str(i), 9, 10) for i in range(12)],
        "bad": [row(str(i), 2 + i % 3, 10) for i in range(12)],
        "also good": [row(str(i), 9, 10) for i in range(11)] + [row("x", 0, 0, "failed")],
    }
    first, same, second = compare(systems, seed=0)
    assert (first.first, first.second, first.n) == ("good", "bad", 12)
    assert first.difference == pytest.approx(0.6)
    assert first.p_value == pytest.approx(3 * 2 / 2**12)
    assert (same.difference, same.p_value, same.n) == (0.0, 1.0, 11)
    assert second.difference == pytest.approx(-0.6, abs=0.01)
    assert compare({"one": systems["good"], "none": []}, seed=0) == []


def test_the_registry_is_whole() -> None:
    assert {"node_f1", "edge_f1", "node_text", "edge_label", "edge_set", "group_f1"} <= set(BY_PLACE)
    assert {"sciflow/graph", "sciflow_official/graph", "diagrameval/node_f1", "diagrameval/path_f1"} <= set(BY_TEXT)
    for name, metric in METRICS.items():
        assert metric.name == name
        assert metric.description
        assert metric.source
    assert [field.name for field in dataclasses.fields(ScoreRow)][:2] == ["chart", "metric"]


def test_controls_are_held_beside_systems_alone_and_weaken_no_test_of_theirs() -> None:
    def rows(correct: int) -> list[ScoreRow]:
        return [ScoreRow(f"c{i}", "node_f1", correct + i % 2, 10, 10, 10) for i in range(8)]

    systems = {"good": rows(9), "bad": rows(2)}
    with_controls = {**systems, "noise": rows(0), "gold": rows(10)}
    (alone,) = compare(systems, seed=0)
    found = compare(with_controls, seed=0, controls={"noise", "gold"})
    assert found[0] == alone
    pairs = [(made.first, made.second) for made in found[1:]]
    assert pairs == [("good", "noise"), ("good", "gold"), ("bad", "noise"), ("bad", "gold")]
    assert compare(with_controls, seed=0)[0].p_value > alone.p_value
