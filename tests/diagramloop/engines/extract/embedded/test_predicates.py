"""Main clauses that no mention covers."""

from __future__ import annotations

import pytest

from diagramloop.engines.extract.embedded.predicates import with_unmarked
from diagramloop.engines.extract.embedded.segmentation import sentences
from diagramloop.engines.extract.embedded.tagger import Mention, MentionKind


def told(text: str, *marked: str) -> list[str]:
    """The actions of a sentence, of which the tagger has ``marked`` some words."""
    (sentence,) = sentences(text)
    words = [token.text for token in sentence.tokens]
    found = []
    for said in marked:
        size = len(said.split())
        start = next(at for at in range(len(words)) if words[at : at + size] == said.split())
        found.append(Mention(MentionKind.ACTION, start, start + size, sentence.tokens[start : start + size]))
    return [" ".join(token.text for token in mention.tokens) for mention in with_unmarked(sentence, found)]


@pytest.mark.parametrize(
    ("text", "marked", "expected"),
    [
        ("The manager approves it.", [], ["approves it"]),
        ("A patient arrives.", [], ["A patient arrives"]),
        ("The clerk opens the letter and reads it.", ["reads it"], ["opens the letter", "reads it"]),
        ("The clerk checks the name, date and place.", [], ["checks the name , date and place"]),
        ("Open the box and print the label.", ["Open the box"], ["Open the box", "print the label"]),
        ("The clerk must sign the form.", [], ["sign the form"]),
    ],
)
def test_a_verb_in_no_mention_tells_a_step(text: str, marked: list[str], expected: list[str]) -> None:
    assert told(text, *marked) == expected


@pytest.mark.parametrize(
    ("marked", "expected"),
    [("book", "packs the book"), ("clerk packs", "clerk packs the book"), ("packs the book", "packs the book")],
)
def test_a_step_is_told_with_verb_and_object(marked: str, expected: str) -> None:
    assert told("The clerk packs the book.", marked) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "This marks the end of the process.",
        "The next step involves the manager.",
        "If the clerk signs the form, the process ends.",
        "After the clerk signs the form, the process continues.",
        'The step requires the data object "Form".',
        "It is important to note that the clerk signs the form.",
        "Orders for goods",
    ],
)
def test_what_tells_no_step_of_its_own_is_left_alone(text: str) -> None:
    assert told(text) == []
