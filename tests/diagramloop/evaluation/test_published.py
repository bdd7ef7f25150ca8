"""Published tables are checked when read, claims are judged by arithmetic alone, and unlike values are refused."""

from __future__ import annotations

from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.errors import DiagramloopError, FormatError, RejectionReason
from diagramloop.evaluation.published.beside import beside
from diagramloop.evaluation.published.book import Book, published, read_book
from diagramloop.evaluation.published.intervals import Interval, exactly, harmonic_mean, printed, weighted_mean
from diagramloop.evaluation.published.replication import replicate
from diagramloop.evaluation.published.rules import Judgement, Verdict
from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.scores import METRICS

UNLIKE = "not of the same items"
SHARES = st.decimals(min_value=0, max_value=1, places=6)
HELD, UNTOLD, AMISS = Verdict.HOLDS, Verdict.CANNOT_BE_TOLD, Verdict.CONTRADICTED


def judged(says: str, source: str = "") -> Judgement:
    (claim,) = (one for one in published().claims if one.says == says and source in one.source)
    return claim.judged(published().tables)


def amiss(judgement: Judgement) -> list[tuple[str, str]]:
    return [(cell.row, cell.column) for cell in judgement.cells if not cell.agrees]


# The arithmetic


@given(SHARES, st.integers(0, 5), st.sampled_from([ROUND_HALF_UP, ROUND_DOWN]))
def test_a_printed_number_stands_for_what_was_rounded_or_cut_off(value: Decimal, places: int, how: str) -> None:
    text = str(value.quantize(Decimal(1).scaleb(-places), how)) if places else str(value.quantize(Decimal("0.1"), how))
    assert printed(text).low <= Fraction(value) <= printed(text).high


@given(SHARES, SHARES)
def test_the_f1_of_rounded_values_lies_where_it_is_permitted(a: Decimal, b: Decimal) -> None:
    f1 = 2 * a * b / (a + b) if a + b else Decimal(0)
    texts = [str(value.quantize(Decimal("0.01"), ROUND_HALF_UP)) for value in (a, b, f1)]
    assert printed(texts[2]).meets(harmonic_mean(printed(texts[0]), printed(texts[1])))


@given(st.lists(st.tuples(SHARES, SHARES), min_size=1, max_size=8))
def test_a_mean_f1_is_within_the_bounds_of_the_mean_precision_and_recall(items: list[tuple[Decimal, Decimal]]) -> None:
    pairs = [(Fraction(a), Fraction(b)) for a, b in items]
    f1 = mean([2 * a * b / (a + b) if a + b else Fraction(0) for a, b in pairs])
    precision, recall = mean([a for a, _ in pairs]), mean([b for _, b in pairs])
    assert max(Fraction(0), precision + recall - 1) <= f1 <= harmonic_mean(exactly(precision), exactly(recall)).high


@given(st.lists(st.tuples(SHARES, st.integers(1, 500)), min_size=1, max_size=6))
def test_a_weighted_mean_of_exact_numbers_is_exact(items: list[tuple[Decimal, int]]) -> None:
    values, weights = [Fraction(value) for value, _ in items], [weight for _, weight in items]
    expected = sum((value * weight for value, weight in zip(values, weights, strict=True)), Fraction(0)) / sum(weights)
    assert weighted_mean(list(map(exactly, values)), list(map(exactly, weights))) == exactly(expected)


@given(SHARES, SHARES, st.decimals(min_value=1, max_value=9, places=3), st.decimals(min_value=1, max_value=9, places=3))
def test_a_mean_by_uncertain_weights_holds_that_by_any_of_them(a: Decimal, b: Decimal, v: Decimal, w: Decimal) -> None:
    weights = [printed(str(weight.quantize(Decimal("0.1"), ROUND_HALF_UP))) for weight in (v, w)]
    truth = exactly((Fraction(a) * Fraction(v) + Fraction(b) * Fraction(w)) / (Fraction(v) + Fraction(w)))
    assert weighted_mean([exactly(Fraction(a)), exactly(Fraction(b))], weights).meets(truth)


@pytest.mark.parametrize("text", ["", "nan", "inf", "-1", "1e999999999", "1e-999999999", "0,5", "9" * 25, "½", "-"])
def test_what_is_no_printed_number_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        printed(text)


# What falls out of the papers


def test_one_parser_has_two_recalls_of_edges_in_sciflow_bench() -> None:
    same = judged("the whole parser has one score on the figures that people verified")
    assert (same.verdict, amiss(same)) == (AMISS, [("Overall", "edge R"), ("Overall", "edge F1")])
    assert judged("GPT-4o, the judge, is none of those that draw").verdict is AMISS
    assert judged("overall is .4 graph, .3 text, .3 image").verdict is HELD


def test_follow_the_flows_margin_and_f1s() -> None:
    assert judged("10 to 14 % better than strong baselines").verdict is AMISS
    assert judged("6 points better than the nearest baseline").verdict is HELD
    by_hand = judged("F1 is micro, of the printed P and R", "Table 7")
    assert [row for row, _ in amiss(by_hand)] == ["Kosmos-2", "LISA", "SA2VA"]
    assert judged("Table 3's bins and Table 2 are one evaluation").verdict is UNTOLD
    assert amiss(judged("overall recall is micro over the three parts, by their questions and mean paths")) == [
        ("VisProg", "R"),
        ("FlowPathAgent", "R"),
    ]


def test_flocas_overall_is_the_mean_of_two_columns_and_its_dialogues_are_483() -> None:
    assert judged("overall INGA is computed on all samples").verdict is AMISS
    assert judged("overall INGA is the mean of two columns").verdict is HELD
    assert judged("TNGA is a share of 484 dialogues").verdict is AMISS
    assert judged("TNGA is a share of 483 dialogues").verdict is HELD
    assert judged("GPT-5 with retrieval is a run of its own").verdict is UNTOLD
    assert judged("GPT-5 is the best of FloCA's models by TNGA").verdict is UNTOLD


def test_text2flows_tokens_do_not_hold_its_prompt() -> None:
    few_shot = judged("few-shot's tokens hold its prompt and a document, a token a word at least")
    assert few_shot.verdict is AMISS
    assert few_shot.why == "1 of its calls: 1397 tokens at least; printed for all: 1256"


def test_most_that_can_be_recomputed_agrees() -> None:
    cells = [cell for claim in published().claims for cell in claim.judged(published().tables).cells]
    assert len(cells) > 250
    assert {claim.judged(published().tables).verdict for claim in published().claims} == set(Verdict)


# Verdicts turn with the values


def book(rows: dict[str, str], **claim: object) -> Book:
    names = ["x", "y", "z"][: len(next(iter(rows.values())).split())]
    table = {"source": "1", "about": "a", "data": "d", "split": "s", "harness": "h", "columns": names, "rows": rows}
    whole = {"paper": "p", "source": "1", "says": "so", "table": "t", **claim}
    papers = {"p": {"name": "P", "title": "P"}}
    return Book.model_validate({"papers": papers, "tables": {"t": table}, "claims": [whole]})


def verdict(made: Book) -> Verdict:
    return made.claims[0].judged(made.tables).verdict


@pytest.mark.parametrize(
    ("f1", "micro", "outcome"),
    [("0.46", True, HELD), ("0.44", True, AMISS), ("0.44", False, HELD), ("0.48", False, AMISS)],
)
def test_a_mean_may_be_less_than_its_precision_and_recall_make_and_no_f1_more(
    f1: str, micro: bool, outcome: Verdict
) -> None:
    made = book({"a": f"0.38 0.57 {f1}"}, rule="f1", triples=[["x", "y", "z"]], micro=micro)
    assert verdict(made) is outcome


@pytest.mark.parametrize(("better", "outcome"), [("0.99", HELD), ("0.51", UNTOLD), ("0.01", AMISS)])
def test_rates_tell_only_what_every_pairing_tells(better: str, outcome: Verdict) -> None:
    made = book({"a": better, "b": "0.50"}, rule="rates", column="x", better="a", worse="b", of=100)
    assert verdict(made) is outcome


@pytest.mark.parametrize(("first", "outcome"), [("0.5", UNTOLD), ("0.4", UNTOLD), ("0.2", AMISS)])
def test_an_order_without_items_is_never_told_and_may_be_contradicted(first: str, outcome: Verdict) -> None:
    made = book({"a": first, "b": "0.4"}, rule="above", column="x", better="a", worse="b")
    assert verdict(made) is outcome


@given(st.integers(0, 37))
def test_a_share_of_all_items_passes(count: int) -> None:
    text = str((Decimal(count) / 37).quantize(Decimal("0.0001"), ROUND_HALF_UP))
    assert verdict(book({"a": text}, rule="share", columns=["x"], of=37)) is HELD


# The file


TABLE = "{source: a, about: b, data: c, split: d, harness: e, columns: [x], rows: {a: CELLS}}"
CLAIM = "{paper: p, source: a, says: b, rule: absent, table: t, name: c}"
PAPER = "papers: {p: {name: P, title: P}}"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("papers: [", RejectionReason.SYNTAX),
        ("[]", RejectionReason.INVALID),
        ("{papers: {}, tables: {}, claims: [{rule: none}]}", RejectionReason.INVALID),
        (f"{{{PAPER}, tables: {{t: {TABLE.replace('CELLS', '1 2')}}}, claims: []}}", RejectionReason.INVALID),
        (f"{{{PAPER}, tables: {{t: {TABLE.replace('CELLS', 'many')}}}, claims: []}}", RejectionReason.INVALID),
        (f"{{{PAPER}, tables: {{}}, claims: [{CLAIM}]}}", RejectionReason.INVALID),
        (f"{{papers: {{}}, tables: {{t: {TABLE.replace('CELLS', '1')}}}, claims: [{CLAIM}]}}", RejectionReason.INVALID),
    ],
)
def test_what_is_not_in_its_form_is_refused_with_a_type(text: str, reason: RejectionReason) -> None:
    with pytest.raises(DiagramloopError) as refusal:
        read_book(text)
    assert refusal.value.reason is reason


def test_every_value_has_a_source_and_whose_program_measured_it() -> None:
    for table in published().tables.values():
        assert all((table.source, table.harness, table.split))
        assert len({len(cells) for cells in table.cells.values()}) == 1


def test_columns_of_ours_are_metrics() -> None:
    named = {metric for table in published().tables.values() for ours in table.ours.values() for metric in ours}
    assert {metric for metric in named if metric is not None and metric not in METRICS} == set()


# Beside ours


def test_the_same_items_are_set_beside() -> None:
    same = beside("attribution", "flowexplainbench/pixels", 1238)
    values = {published_row.system: published_row.values for published_row in same.rows}
    assert values["FlowPathAgent"]["attribution/f1"] == 0.772
    assert (same.best("attribution/f1"), same.unlike, same.refused) == ("0.772", (), ())
    assert beside("dialogue", "flodial/s-flo", 484).best("dialogue/nsr_paper_budget") == "0.002"


@pytest.mark.parametrize(
    ("task", "data", "items", "reason"),
    [
        ("attribution", "flowexplainbench/graph", 1238, "pixels there, graph here"),
        ("attribution", "flowexplainbench/pixels", 619, "1238 items there (all of it), 619 here"),
        ("parsing", "hdbpmn", 24, "how many items is not said there (a split of their own)"),
        (
            "parsing",
            "fc_b",
            50,
            "whole 0.786 (Arrow R-CNN, as a review of the field quotes it): no column here is that",
        ),
    ],
)
def test_another_split_is_refused_with_its_reason(task: str, data: str, items: int, reason: str) -> None:
    other = beside(task, data, items)
    assert other.rows == ()
    assert {words.partition(", ")[2] for words in map(other.best, ("edge_f1", "attribution/f1"))} <= {"", UNLIKE}
    assert any(reason in line for line in other.refused)


def test_another_quantity_or_data_set_is_not_spoken_of() -> None:
    same = beside("attribution", "flowexplainbench/pixels", 1238)
    assert (same.best("attribution/exact"), same.best("feb_official/f1")) == ("", "0.772")
    assert beside("attribution", "corpus/pixels", 1238).rows == beside("parsing", "flodial", 484).rows == ()


# Replicated


def row(system: str, metric: str, value: float, **further: object) -> LeaderboardRow:
    about = {"low": value - 0.1, "high": value + 0.1, "n": 9, "items": 9, "scored": 9}
    return LeaderboardRow(task="extraction", data="paged", system=system, metric=metric, value=value, **about | further)  # type: ignore[arg-type]


def test_ours_stand_in_their_column_by_all_readings_and_what_is_missing_is_said() -> None:
    rows = [
        row("text2flow@m", "strict/xor_f1", 0.5),
        row("text2flow@m", "paged_official/xor_f1", 0.4),
        row("gold", "strict/xor_f1", 1.0, control=True),
    ]
    (replication,) = replicate("text2flow", rows)
    first = replication.tables[0]
    (ours,) = first.ours
    assert (ours.system, ours.column) == ("text2flow@m", "XOR")
    assert [reading and reading.value for reading in ours.readings] == [None, 0.4, 0.5]
    assert ours.refused
    assert first.needs == ("needs a model: few_shot, self_refine, actor_critic",)


def test_without_a_board_every_table_of_ours_needs_data() -> None:
    for replication in replicate("all", []):
        for here in replication.tables:
            assert bool(here.table.ours) == any(need.startswith("needs data") for need in here.needs)


def test_an_unknown_paper_is_refused_with_the_names() -> None:
    with pytest.raises(DiagramloopError, match=r"sciflow-bench, .*all"):
        replicate("gpt", [])


def test_intervals_multiply_over_signs() -> None:
    product = Interval(Fraction(-1), Fraction(2)) * Interval(Fraction(-3), Fraction(1))
    assert product == Interval(Fraction(-6), Fraction(3))
