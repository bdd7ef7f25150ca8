"""Passages by how much they say of the method."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from processor_time import within

from diagramloop.engines.generate.planning import PlanningError, methodologist
from diagramloop.errors import RejectionReason
from tests.diagramloop.engines.generate.planning.invented_papers import HOSTILE, KETTLE, paper


def method(of: object, **options: int) -> str:
    return methodologist("embedded", **options).method(of)  # type: ignore[arg-type]


def test_the_method_and_nothing_else_in_the_order_of_the_paper() -> None:
    found = method(KETTLE).split("\n\n")
    assert [text.split()[0] for text in found] == ["A", "When"]


def test_the_passage_that_refers_to_the_figure_counts() -> None:
    said = "In Figure 2 the loom feeds the needle."
    of = paper([("Loom", said), ("Needle", "The needle is long."), ("Results", "All is well.")], mentions=(said,))
    assert method(of).split("\n\n")[0] == said


def test_words_of_the_caption_count() -> None:
    of = paper(
        [("One", "Cats sleep on mats all day."), ("Two", "A turbine and its gearbox stand on a shaft.")],
        caption="The turbine, the gearbox and the shaft.",
    )
    assert method(of, characters=10).startswith("A turbine")


def test_no_longer_than_asked_for() -> None:
    of = paper([("Method", f"The mill number {i} feeds the sieve with flour and grain.") for i in range(100)])
    assert len(method(of, characters=400)) <= 420


def test_citations_go_and_words_stay() -> None:
    of = paper([("Method", "The press [1, 3–5] (Smith et al., 2020) squeezes\x00 the ﬁg (see Figure 2).")])
    assert method(of) == "The press squeezes the fig."


def test_the_abstract_where_there_is_nothing_else() -> None:
    assert method(paper([], abstract="The pump feeds the tank.")) == "The pump feeds the tank."
    with pytest.raises(PlanningError) as error:
        method(paper([("Method", " \x00 ")], abstract=""))
    assert error.value.reason is RejectionReason.EMPTY


def test_hostile_papers_take_no_time() -> None:
    with within(5.0):
        for text in (HOSTILE, "(" * 100_000, "a" * 100_000, "a " * 50_000, "A. " * 30_000, "(x 2020" * 20_000):
            method(paper([("Method", text)]))
    assert len(method(paper([("Method", "The a feeds the b. " * 50)] * 300))) < 7_000


@given(st.lists(st.tuples(st.text(max_size=30), st.text(max_size=200)), max_size=6), st.text(max_size=100))
def test_any_text_gives_a_description_or_a_reason(passages: list[tuple[str, str]], caption: str) -> None:
    with suppress(PlanningError):
        found = method(paper(passages, caption=caption))
        assert found.strip() == found != ""


def test_sections_that_were_added_after_misses_can_be_left_out() -> None:
    said = "The mill feeds the sieve."
    of = paper([("Statistics", said), ("Mill", "The clock is old.")])
    assert method(of, characters=10) != said
    assert methodologist("embedded", characters=10, word_lists={"without": ["miss papers dev"]}).method(of) == said
