"""Families of metrics with a text similarity of their own, and tests between what unlike ones measured."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from diagramloop.errors import ModelError
from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.scores import Comparison, Exact, Lexical, ScoreRow, compare, score_pair, summarise
from diagramloop.scores.families import family_of, score_by_family, similarities_named
from diagramloop.scores.similarity import first_at_hand, similarity_named

GOLD = FlowGraph(
    nodes=(Node(id="a", text="boil water"), Node(id="b", text="pour")), edges=(Edge(source="a", target="b"),)
)
READ = GOLD.replace(nodes=(Node(id="a", text="boil waters"), Node(id="b", text="pour")))
METRICS = ("sciflow/graph", "sciflow_official/graph", "text/node_f1", "edge_f1")


def rows(**families: str) -> list[ScoreRow]:
    made = similarities_named(families)
    return score_by_family(partial(Comparison, READ, GOLD), Lexical(), made, chart="tea", metrics=METRICS)


def test_without_families_of_their_own_all_is_as_ever() -> None:
    assert rows() == score_pair(READ, GOLD, chart="tea", metrics=METRICS, similarity=Lexical())


def test_a_pair_is_scored_by_the_similarity_that_each_metric_declares() -> None:
    own = {row.metric: row for row in score_pair(READ, GOLD, metrics=METRICS)}
    assert own["text/node_f1"].similarity == "lexical"
    assert own["sciflow/graph"].similarity == similarity_named("minilm").name


def test_a_family_is_measured_by_its_own_similarity_and_says_so() -> None:
    own = {made.metric: made for made in rows(sciflow_official="exact")}
    common = {made.metric: made for made in rows()}
    exact = {made.metric: made for made in score_pair(READ, GOLD, chart="tea", metrics=METRICS, similarity=Exact())}
    assert own["sciflow_official/graph"] == exact["sciflow_official/graph"] != common["sciflow_official/graph"]
    assert {name: own[name] for name in METRICS if name != "sciflow_official/graph"} == {
        name: common[name] for name in METRICS if name != "sciflow_official/graph"
    }
    measured = {summary.metric: summary.similarity for summary in summarise(own.values(), seed=0)}
    assert (measured["sciflow_official/graph"], measured["sciflow/graph"]) == ("exact", "lexical")


def test_a_name_without_a_slash_is_of_no_family() -> None:
    assert [family_of(name) for name in METRICS] == ["sciflow", "sciflow_official", "text", ""]


def test_systems_that_unlike_instruments_measured_are_not_tested_against_each_other() -> None:
    of = [row for row in rows() if row.metric in ("sciflow/graph", "sciflow_official/graph")]
    other = [replace(row, similarity="exact") if row.metric == "sciflow_official/graph" else row for row in of]
    tested = [(found.metric, found.first, found.second) for found in compare({"a": of, "b": other, "c": of}, seed=0)]
    assert tested == [
        *(("sciflow/graph", *pair) for pair in (("a", "b"), ("a", "c"), ("b", "c"))),
        ("sciflow_official/graph", "a", "c"),
    ]


def test_values_that_are_missing_do_not_say_what_measures() -> None:
    lacking = replace(rows()[0], missing="no weights", similarity="clip", chart="other")
    (summary,) = summarise([rows()[0], lacking], seed=0)
    assert summary.similarity == "lexical"


def test_the_first_similarity_that_is_there_is_taken() -> None:
    assert first_at_hand(["org/no-such-model", "lexical", "exact"]) == "lexical"
    assert first_at_hand(["/no/such/folder", "exact"]) == "exact"
    with pytest.raises(ModelError, match="org/no-such-model"):
        first_at_hand(["org/no-such-model"])
