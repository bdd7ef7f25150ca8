"""Plain procedures in twelve kinds of sentences keep their meaning; no output loses a "not" or a figure."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from diagramloop.engines.extract.embedded import Embedded
from diagramloop.engines.extract.embedded.markdown import without_markup
from diagramloop.errors import DiagramloopError

sys.path.insert(0, str(Path(__file__).parent))
from checklists import Checklist
from soundness import defects

PROCEDURES = yaml.safe_load(Path(__file__).with_name("kinds_of_sentences.yaml").read_text("utf-8"))
LEAST_KEPT = 50
OPENINGS = ("", "If the lamp is red, ", "Otherwise, ", "The clerk must not ", "Never ", "After lunch, ")
ACTIONS = (
    "pay 1,000 euros",
    "open the red or the blue door",
    "wait 5 minutes",
    "call the guard unless the door is shut",
)


def faults(procedure: dict[str, Any]) -> list[str]:
    return Checklist(Embedded().extract(procedure["text"]).graph).faults(procedure)


def test_procedures_of_twelve_kinds_keep_their_meaning_and_none_is_inverted() -> None:
    of_text = {procedure["text"]: faults(procedure) for procedure in PROCEDURES}
    assert len(of_text) == 60
    assert [fault for each in of_text.values() for fault in each if fault.startswith("inverted")] == []
    wrong = {text: each for text, each in of_text.items() if each}
    assert len(of_text) - len(wrong) >= LEAST_KEPT, wrong


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(OPENINGS), st.sampled_from(ACTIONS)), min_size=1, max_size=4))
def test_negations_and_figures_of_sentences_are_in_what_is_made_of_them(parts: list[tuple[str, str]]) -> None:
    text = " ".join(f"{opening}{action}".capitalize() + "." for opening, action in parts)
    graph = Embedded().extract(text).graph
    written = " ".join([*(node.text for node in graph.nodes), *(edge.label for edge in graph.edges)]).lower()
    assert defects(graph) == []
    for opening, action in parts:
        assert all(figure in written for figure in ("1,000", "5 minutes") if figure in action)
        assert ("not" in opening or "Never" in opening) <= any(word in written for word in ("not", "never"))


def test_nodes_bear_the_place_of_their_sentence() -> None:
    text = "## Tea\n\n1. Boil the *water*.\n2. Do not touch the pot.\n"
    spans = {node.text: text[slice(*node.span)] for node in Embedded().extract(text).graph.nodes if node.span}
    assert spans["Do not touch pot"] == "Do not touch the pot."
    assert spans["Boil water"] == "Boil the *water*."


def test_sentences_without_a_node_are_counted() -> None:
    account = Embedded().extract("Open the box. Open the box. Close the box.").account
    assert account.line == "1 of 3 sentences have no node"
    assert [part.number for part in account.left_out] == [1]


@given(st.text(alphabet="a# *`[]()<>/li\n~-http:.", max_size=200))
def test_markup_goes_and_every_character_keeps_its_place(text: str) -> None:
    plain = without_markup(text)
    assert len(plain) == len(text)
    assert all(new in {old, " ", "\n", "-"} for old, new in zip(text, plain, strict=True))


def test_keys_in_angle_brackets_are_no_tags() -> None:
    assert without_markup("Press <Enter>.") == "Press <Enter>."


def test_a_document_without_a_process_stays_empty() -> None:
    with pytest.raises(DiagramloopError):
        Embedded().extract("Of the blue sky.")


LAPTOP = """\
1. Log in to the portal.
2. If the warranty has expired, go to step 5.
3. Print the label.
4. Send the parcel.
5. Ask for a quote. Meanwhile, back up your data.
6. If the price is more than 250 dollars, do not repair the laptop, else pay the bill.
"""


def test_a_branch_goes_to_a_step_that_is_told_later_and_no_branch_is_lost() -> None:
    graph = Embedded().extract(LAPTOP).graph
    text = {node.id: node.text or node.kind.value for node in graph.nodes}
    ways = {(text[edge.source], edge.label, text[edge.target]) for edge in graph.edges}
    assert ("xor", "warranty has expired", "and") in ways
    assert ("xor", "otherwise", "Print label") in ways
    assert not any("step 5" in name for name in text.values())
    assert any("not repair" in name for name in text.values())
    assert any("pay" in name for name in text.values())


def test_two_conditions_of_one_step_do_not_tell_it_twice() -> None:
    sentence = "If there is a fire, leave the building by the stairs unless they are blocked."
    graph = Embedded().extract(sentence).graph
    assert sum("leave building" in node.text for node in graph.nodes) == 1
    assert any("fire" in edge.label and "not" in edge.label for edge in graph.edges)
