"""FloCA's metrics by hand, and the ties between them over random conversations."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from diagramloop.data.sources import Conversation, Dialogue, DialogueTurn, FloDial, Turn, TurnKind
from diagramloop.models.chat import Usage
from diagramloop.scores import METRICS, ScoreRow, score_comparison, summarise
from diagramloop.scores.coverage_relations import CoverageRelation, coverage_relation
from diagramloop.scores.dialogue import DialogueComparison, is_subsequence
from diagramloop.scores.dialogue_metrics import DIALOGUE_METRICS
from diagramloop.scores.missing import MissingPartError
from diagramloop.scores.parts import Part

NAMES = tuple(metric.name for metric in DIALOGUE_METRICS)
PATHS = st.lists(st.sampled_from("abcdef"), max_size=7).map(tuple)


def reference(*path: str, background: tuple[str, ...] = ()) -> Dialogue:
    opening = DialogueTurn("user", "Help!", None, None, TurnKind.OPENING)
    blanks = ("yes",) * (len(path) - 1)
    return Dialogue("d", "s", "c", "CC0-1.0", (opening,), path, blanks, background, ("no",) * len(background))


def held(*steps: str, ended: str = "terminal") -> Conversation:
    """Steps are ``node`` or ``node:action``; the user says a word before each."""
    turns: list[Turn] = []
    for step in steps:
        node, _, action = step.partition(":")
        turns += [Turn("user", f"about {node}", None, "answer"), Turn("agent", "so", node, action or "node")]
    path = tuple(node for node, _ in groupby(turn.node for turn in turns if turn.node))
    return Conversation("d", tuple(turns), path, ended)  # type: ignore[arg-type]


def asked(turns: int, *path: str, background: tuple[str, ...] = ()) -> Dialogue:
    """A reference with so many of the user's turns."""
    said = (DialogueTurn("user", "Help!", None, None, TurnKind.OPENING),) * turns
    return replace(reference(*path, background=background), turns=said)


def test_what_is_said_beyond_the_papers_budget_is_cut_off() -> None:
    late, dialogue = held("a", "a", "b", "b", "c"), asked(2, "a", "b", "c")
    scored = values(late, dialogue)
    cut = values(held("a", "a", "b", "b", ended="budget"), dialogue)
    for name in ("tnga", "pca", "nsr", "tr"):
        assert scored[f"{name}_paper_budget"] == cut[name] == cut[f"{name}_paper_budget"]
    assert (scored["tnga"], scored["tr"], scored["tnga_paper_budget"], scored["tr_paper_budget"]) == (1, 0, 0, 1)


@given(PATHS, st.integers(1, 5))
def test_within_the_papers_budget_both_budgets_are_one(path: tuple[str, ...], turns: int) -> None:
    scored = values(held(*path, ended="terminal" if path else "stuck"), asked(turns, "a", "b"))
    if len(path) <= 2 * turns:
        assert all(scored[f"{name}_paper_budget"] == scored[name] for name in ("tnga", "pca", "nsr", "tr"))


def test_a_conversation_broken_off_before_the_papers_budget_has_no_score_under_it() -> None:
    scored = values(held("a", "b", ended="budget"), asked(2, "a", "b", "c"))
    assert (scored["tr"], scored["tr_paper_budget"], scored["tnga_paper_budget"]) == (1, None, None)


def test_asking_once_more_and_wrong_guesses_are_shares_of_the_agents_turns() -> None:
    actions = (("a", "node"), ("a", "clarify"), ("b", "assume"), ("b", "help"), ("x", "assume"))
    turns = [
        turn
        for node, action in actions
        for turn in (Turn("user", "so", None, "answer"), Turn("agent", "so", node, action))
    ]
    scored = values(replace(held("a", "b", "x"), turns=tuple(turns)), reference("a", "b", "c"))
    assert (scored["asked_again"], scored["wrong_guesses"]) == (0.4, 0.2)


def test_costs_are_the_agents_and_missing_where_nobody_counted() -> None:
    used = replace(held("a"), usage=Usage(30, 12, 1.5, 4), user_usage=Usage(1000, 1000, 9.0, 9))
    scored = values(used, reference("a"))
    assert (scored["tokens"], scored["calls"], scored["seconds"]) == (42, 4, 1.5)
    assert values(held("a"), reference("a"))["tokens"] is None


def values(conversation: Conversation, dialogue: Dialogue) -> dict[str, float | None]:
    rows = score_comparison(DialogueComparison(conversation, dialogue), chart="d", metrics=NAMES)
    return {row.metric.removeprefix("dialogue/"): row.value for row in rows}


@given(PATHS.filter(bool))
def test_the_exact_path_has_everything_right(path: tuple[str, ...]) -> None:
    path = tuple(node for node, _ in groupby(path))
    scored = values(held(*path), reference(*path))
    assert {scored[name] for name in ("inga", "tnga", "pca", "coverage_exact")} == {1.0}
    assert {scored[name] for name in ("nsr", "nsr_with_faqs", "tr", "coverage_partial")} == {0.0}


@given(PATHS.filter(lambda path: len(path) > 1))
def test_a_path_cut_short_covers_nothing(path: tuple[str, ...]) -> None:
    path = tuple(dict.fromkeys(path))
    assume(len(path) > 1)
    scored = values(held(*path[:-1], ended="budget"), reference(*path))
    assert (scored["tnga"], scored["pca"], scored["tr"], scored["coverage_contained"]) == (0, 0, 1, 1)


@given(PATHS, PATHS.filter(bool))
def test_metrics_are_tied_together(predicted: tuple[str, ...], gold: tuple[str, ...]) -> None:
    comparison = DialogueComparison(held(*predicted), reference(*gold))
    relation = comparison.relation
    if comparison.path_covered:
        assert relation in {CoverageRelation.EXACT, CoverageRelation.COVERS}
    if relation is CoverageRelation.EXACT:
        assert comparison.path_covered
        assert comparison.initial_node_right
        assert comparison.terminal_node_right
    if relation is CoverageRelation.DISJOINT:
        assert not comparison.initial_node_right
        assert not comparison.terminal_node_right
    scored = values(comparison.conversation, comparison.reference)  # type: ignore[arg-type]
    assert not {"inga_both"} & scored.keys()  # follows from its parts
    assert sum(scored[f"coverage_{one.value}"] or 0 for one in CoverageRelation) == 1
    assert all(0 <= (scored[name] or 0) <= 1 for name in NAMES if name in scored and METRICS[name].bounded)


@given(PATHS, PATHS)
def test_subsequences_against_striking_out(part: tuple[str, ...], whole: tuple[str, ...]) -> None:
    def struck_out(part: tuple[str, ...], whole: tuple[str, ...]) -> bool:
        if not part:
            return True
        if not whole:
            return False
        return struck_out(part, whole[1:]) or (part[0] == whole[0] and struck_out(part[1:], whole[1:]))

    assert is_subsequence(part, whole) == struck_out(part, whole)


@pytest.mark.parametrize(
    ("predicted", "relation"),
    [
        ("abc", "exact"),
        ("xabc", "covers"),
        ("cba", "covers"),
        ("ab", "contained"),
        ("abx", "partial"),
        ("xy", "disjoint"),
    ],
)
def test_the_five_relations(predicted: str, relation: str) -> None:
    assert coverage_relation(predicted, "abc") == relation
    assert coverage_relation("", "abc") is CoverageRelation.DISJOINT


@pytest.mark.parametrize(
    ("steps", "ended", "nsr", "with_faqs"),
    [
        (["a", "b", "c"], "terminal", 0, 0),
        (["a", "a:clarify", "b", "c"], "terminal", 1 / 3, 1 / 3),
        (["a", "a:faq", "a:faq", "b", "c"], "terminal", 0, 2 / 4),
        (["a", "a:clarify", "a:faq", "b", "c", "c:faq"], "terminal", 1 / 3, 2 / 4),
        (["a", "a:clarify", "a:clarify"], "budget", 2 / 3, 2 / 3),
        (["a:faq", "a", "b"], "terminal", 0, 1 / 2),
        (["c"], "terminal", 0, 0),
        ([], "stuck", 0, 0),
    ],
)
def test_turns_spent_on_the_spot(steps: list[str], ended: str, nsr: float, with_faqs: float) -> None:
    comparison = DialogueComparison(held(*steps, ended=ended), reference("a", "b", "c"))
    assert comparison.node_stay_redundancy() == pytest.approx(nsr)
    assert comparison.node_stay_redundancy(with_faqs=True) == pytest.approx(with_faqs)


@given(st.lists(st.sampled_from(["a", "a:clarify", "b", "b:faq", "c:clarify"]), max_size=12), st.sampled_from("abc"))
def test_one_more_clarification_never_helps(steps: list[str], extra: str) -> None:
    gold = reference("a", "b", "c")
    before = DialogueComparison(held(*steps, f"{extra}:clarify", ended="budget"), gold)
    after = DialogueComparison(held(*steps, f"{extra}:clarify", f"{extra}:clarify", ended="budget"), gold)
    assert after.node_stay_redundancy() > before.node_stay_redundancy() or not steps
    assert 0 <= before.node_stay_redundancy(with_faqs=True) < 1


def test_next_hops_after_questions() -> None:
    gold = reference("a", "b", "c", background=("r",))
    steps = ["r", "r:faq", "a", "a:faq", "a:faq", "x", "x:faq", "b", "b:faq", "c", "c:faq"]
    comparison = DialogueComparison(held(*steps), gold)
    single, multi = comparison.local_accuracy(multi=False), comparison.local_accuracy(multi=True)
    assert (single.correct, single.predicted) == (2, 2)  # r and b; x is off the way, c leads nowhere
    assert (multi.correct, multi.predicted) == (0, 1)
    stuck = DialogueComparison(held("a", "a:faq", ended="budget"), gold).local_accuracy(multi=False)
    assert (stuck.correct, stuck.predicted) == (0, 1)


def test_silent_nodes_are_no_stops() -> None:
    comparison = DialogueComparison(held("s", "a", "b"), reference("a", "b"), silent=frozenset({"s"}))
    assert comparison.relation is CoverageRelation.EXACT
    assert DialogueComparison(held("a"), reference("a", background=("s",)), frozenset({"s"})).root_init


def test_initial_nodes_by_kind() -> None:
    pairs = [(held("a"), reference("a"))] * 3 + [(held("r", "a"), reference("a", background=("r",)))]
    rows: list[ScoreRow] = []
    for number, (conversation, dialogue) in enumerate(pairs):
        rows += score_comparison(DialogueComparison(conversation, dialogue), chart=str(number), metrics=NAMES)
    found = {one.metric.removeprefix("dialogue/"): one for one in summarise(rows, seed=0)}
    assert [found[name].value for name in ("inga", "inga_root", "inga_middle", "inga_both")] == [0.75, 1, 0, 0.5]
    assert found["local_accuracy_multi"].missing == "nothing to count"
    assert "not judged" in found["faithfulness"].missing
    low, value, high = found["inga"].low, found["inga"].value, found["inga"].high
    assert low is not None
    assert value is not None
    assert high is not None
    assert low <= value <= high
    only_roots = [row for row in rows if row.chart != "3"]
    assert {one.value for one in summarise(only_roots, seed=0) if one.metric == "dialogue/inga_both"} == {1.0}


def test_a_part_is_taken_as_it_was_judged() -> None:
    conversation, gold = held("a"), reference("a")
    assert DialogueComparison(conversation, gold, parts={"faithfulness": Part(0.0)}).part("faithfulness") == 0
    with pytest.raises(MissingPartError, match="not judged"):
        DialogueComparison(conversation, gold).part("faithfulness")
    with pytest.raises(MissingPartError, match="it hung up"):
        DialogueComparison(conversation, gold, parts={"faithfulness": Part(None, missing="it hung up")}).part(
            "faithfulness"
        )


def test_lower_is_better_for_what_is_lost() -> None:
    lower = {metric.name for metric in DIALOGUE_METRICS if not metric.higher_is_better}
    assert {"dialogue/nsr", "dialogue/tr"} <= lower
    assert "dialogue/tnga" not in lower


def test_real_dialogues_score_full_marks_against_themselves(real_data) -> None:
    rows: list[ScoreRow] = []
    for dialogue in FloDial(real_data / "flodial").dialogues():
        assert isinstance(dialogue, Dialogue)
        comparison = DialogueComparison(held(*dialogue.path), dialogue)
        rows += score_comparison(comparison, chart=dialogue.id, metrics=NAMES[:9])
    found = {one.metric.removeprefix("dialogue/"): one.value for one in summarise(rows, seed=0)}
    assert {found[name] for name in ("inga", "inga_root", "inga_middle", "inga_both", "tnga", "pca")} == {1.0}
    assert {found[name] for name in ("nsr", "nsr_with_faqs", "tr")} == {0.0}
