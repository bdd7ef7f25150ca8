"""Sentences to events."""

from __future__ import annotations

import pytest

from diagramloop.engines.extract.embedded.events import Event, EventKind, SentenceReading
from diagramloop.engines.extract.embedded.reading import read
from diagramloop.engines.extract.embedded.segmentation import sentences
from diagramloop.engines.extract.embedded.tagger import Mention, MentionKind


def reading(text: str, **mentions: str) -> SentenceReading:
    """The reading of a sentence with the given mentions: kind=words."""
    (sentence,) = sentences(text)
    words = [token.text for token in sentence.tokens]
    found = []
    for kind, said in mentions.items():
        size = len(said.split())
        start = next(at for at in range(len(words)) if words[at : at + size] == said.split())
        found.append(Mention(MentionKind[kind], start, start + size, sentence.tokens[start : start + size]))
    (told,) = read([sentence], [sorted(found, key=lambda mention: mention.start)])
    return told


def said(events: tuple[Event, ...]) -> list[tuple[str, str]]:
    return [(event.kind.value, event.text) for event in events]


def test_a_condition_and_what_follows() -> None:
    found = reading("If the order is valid, ship it.", CONDITION="valid", ACTION="ship it")
    assert said(found.events) == [("condition", "valid"), ("step", "ship order")]


def test_a_condition_after_its_consequence_comes_first() -> None:
    found = reading("Ship the order if it is valid.", ACTION="Ship the order", CONDITION="valid")
    assert said(found.events) == [("condition", "valid"), ("step", "Ship order")]


def test_a_number_is_told_with_what_it_is_compared_by() -> None:
    found = reading("If the sum is less than 100 or above 500, ask.", CONDITION="100", ACTION="ask")
    assert said(found.events)[0] == ("condition", "less than 100")


def test_conditions_joined_by_or_are_two() -> None:
    found = reading("If it is new or old, the process continues.")
    assert said(found.events) == [("condition", "new or old"), ("proceed", "")]


def test_a_clause_without_its_negation_gets_it() -> None:
    found = reading("If the order is not really valid, ship it.", CONDITION="valid", ACTION="ship it")
    assert said(found.events)[0] == ("condition", "not valid")


def test_what_is_quoted_with_a_question_mark_is_a_question() -> None:
    found = reading('Then check the "Stock sufficient?" of the item.')
    assert ("question", "Stock sufficient?") in said(found.events)


def test_whether_is_a_question_and_no_condition() -> None:
    found = reading("Check if the order is valid.")
    assert said(found.events) == [("question", "order valid?")]
    assert not found.conditional


def test_a_temporal_clause_refers_back() -> None:
    found = reading("After checking the order, ship it.", ACTION="ship it")
    assert said(found.events) == [("reference", "check order"), ("step", "ship it")]


def test_a_mention_over_the_end_of_a_temporal_clause_is_two() -> None:
    found = reading("Once the order is checked, ship it.", ACTION="order is checked , ship it")
    assert said(found.events) == [("reference", "check order"), ("step", "ship order")]


@pytest.mark.parametrize(
    ("text", "flag"),
    [
        ("However, ship it.", "contrast"),
        ("At the same time, ship it.", "parallel"),
        ("Finally, ship it.", "concludes"),
        ("Ship it again.", "returns"),
        ("Do one or more of these.", "inclusive"),
    ],
)
def test_cues(text: str, flag: str) -> None:
    assert getattr(reading(text), flag)
    assert not getattr(reading("Ship it."), flag)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("The process begins.", EventKind.BEGIN),
        ("The process comes to an end.", EventKind.FINISH),
        ("The process continues.", EventKind.PROCEED),
    ],
)
def test_what_the_process_does(text: str, kind: EventKind) -> None:
    assert [event.kind for event in reading(text).events] == [kind]


def test_cues_in_quotation_marks_are_none() -> None:
    assert (
        reading('Press "if the process ends" now.', ACTION="Press").events
        == reading('Press "or the window shuts" now.', ACTION="Press").events
    )


def test_a_list_after_a_colon() -> None:
    found = reading("At the same time, complete these steps: check the stock, print the bill and call the van.")
    assert [event.text for event in found.events if event.kind is EventKind.STEP] == [
        "check stock",
        "print bill",
        "call van",
    ]


def test_a_statement_about_data_names_its_step() -> None:
    found = reading('The step of checking the order requires accessing the data objects "List" and "Plan".')
    assert said(found.events) == [("reference", "check order"), ("data", "List"), ("data", "Plan")]
    assert not any(event.produced for event in found.events)


def test_data_produced() -> None:
    found = reading('This step produces a data object called "List".')
    assert [(event.text, event.produced) for event in found.events] == [("List", True)]


def test_a_notice_is_one_annotation() -> None:
    found = reading('For the step "Ship it", it is important to note that the van leaves at ten.', ACTION="leaves")
    assert said(found.events) == [("reference", "Ship it"), ("annotation", "van leaves at ten")]
