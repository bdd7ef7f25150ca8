from __future__ import annotations

import numpy as np
import pytest

from diagramloop.graph import FlowGraph
from diagramloop.graph.triples import read_triples
from diagramloop.scores import METRICS, ScoreRow, compare, score_comparison, score_extraction, summarise
from diagramloop.scores.counts import f1
from diagramloop.scores.extraction_metrics import EXTRACTION_METRICS
from diagramloop.scores.metric import mean_metric
from diagramloop.scores.paged_official import _tokens

pytest.importorskip("spacy")

COLUMNS = ("actor", "action", "data", "text", "xor", "or", "and", "sequence", "condition", "constraint")
NAMES = [metric.name for metric in EXTRACTION_METRICS]
GOLD = read_triples(
    "For a:\nStart -> receive it\nreceive it -> XOR1\nXOR1 -> (ok) pay\nXOR1 -> (bad) reject\n"
    "pay -> DataObject(bill)\npay -> End\nreject -> End"
)
HALF = read_triples("For a:\nStart -> receive it\nreceive it -> XOR1\nXOR1 -> (ok) fly")


def _rows(pred: FlowGraph, chart: str = "d1") -> list[ScoreRow]:
    return score_comparison(score_extraction(pred, GOLD), chart=chart, metrics=NAMES)


def _values(rows: list[ScoreRow]) -> dict[str, float | None]:
    return {summary.metric: summary.value for summary in summarise(rows, seed=0)}


def test_every_column_of_the_papers_table_by_both_evaluators() -> None:
    for family in ("paged_official", "strict"):
        for column in (*COLUMNS, "macro"):
            assert {f"{family}/{column}_{of}" for of in ("f1", "precision", "recall")} <= set(NAMES)
    assert "strict/flow_f1" in NAMES
    assert len(NAMES) == len(set(NAMES))
    assert set(NAMES) <= set(METRICS)


def test_gold_is_one_and_nothing_is_nought() -> None:
    values = _values(_rows(GOLD))
    for column in ("actor", "action", "data", "xor", "sequence", "condition", "constraint", "macro", "flow"):
        assert values[f"strict/{column}_f1"] == 1
    assert values["strict/or_f1"] is None  # nothing to count
    empty = _values(_rows(FlowGraph()))
    assert empty["strict/macro_f1"] == empty["strict/flow_f1"] == 0
    assert empty["paged_official/macro_f1"] == empty["paged_official/action_f1"] == 0


def test_macro_is_the_mean_of_the_columns_that_count_something() -> None:
    values = _values([*_rows(HALF), *_rows(GOLD, "d2")])
    for family in ("strict", "paged_official"):
        for of in ("f1", "precision", "recall"):
            parts = [values[f"{family}/{column}_{of}"] for column in ("actor", "action", "data", "xor")]
            parts += [values[f"{family}/{column}_{of}"] for column in ("sequence", "condition", "constraint")]
            assert values[f"{family}/macro_{of}"] == pytest.approx(np.mean(parts))


def test_a_mean_has_an_interval_and_no_rows() -> None:
    rows = [*_rows(HALF), *_rows(GOLD, "d2"), *_rows(FlowGraph(), "d3")]
    assert not any("macro" in row.metric for row in rows)
    (macro,) = [summary for summary in summarise(rows, seed=0) if summary.metric == "strict/macro_f1"]
    assert macro.low is not None
    assert macro.low <= macro.value <= macro.high
    assert (macro.n, macro.low < macro.high) == (3, True)
    assert summarise(rows, seed=0) == summarise(rows, seed=0)


def test_a_mean_with_a_missing_part_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "spacy.lang.en", None)
    _tokens._tokenizer.cache_clear()
    _tokens.tokens.cache_clear()
    for memory in (_tokens.lexical, _tokens.bleu1, _tokens._vocabulary, _tokens._content):
        memory.cache_clear()
    summaries = {summary.metric: summary for summary in summarise(_rows(GOLD), seed=0)}
    _tokens._tokenizer.cache_clear()
    for name in ("paged_official/macro_f1", "paged_official/action_f1"):
        assert summaries[name].value is None
        assert "spacy" in summaries[name].missing
    assert summaries["strict/macro_f1"].value == 1


def test_systems_are_compared_on_means_as_well() -> None:
    found = compare({"gold": [*_rows(GOLD), *_rows(GOLD, "d2")], "half": [*_rows(HALF), *_rows(HALF, "d2")]}, seed=0)
    by_metric = {difference.metric: difference for difference in found}
    gold, half = _values(_rows(GOLD)), _values(_rows(HALF))
    macro = by_metric["strict/macro_f1"]
    assert macro.difference == pytest.approx(gold["strict/macro_f1"] - half["strict/macro_f1"])
    assert macro.n == 2


def test_the_mean_leaves_out_what_counts_nothing() -> None:
    mean = mean_metric("m", of=("a", "b", "c"), description="", source="", statistic=f1)
    counts = np.array([[1.0, 1, 1, 1], [0, 0, 0, 0], [0, 2, 0, 2]])
    assert mean.statistic(counts) == 0.5
    assert mean.statistic(np.zeros((3, 4))) == 0
    assert mean.statistic(np.stack([counts, np.zeros((3, 4))])).tolist() == [0.5, 0]
    assert mean.count is None
