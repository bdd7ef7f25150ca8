"""Pronouns and the nouns that they stand for."""

from __future__ import annotations

import pytest

from diagramloop.engines.extract.embedded import phrases
from diagramloop.engines.extract.embedded.anaphora import resolved
from diagramloop.engines.extract.embedded.segmentation import sentences
from diagramloop.engines.extract.embedded.tagger import Mention, MentionKind

COMMON = {"A": MentionKind.ACTION, "C": MentionKind.CONDITION, "D": MentionKind.DATA, "R": MentionKind.REFERENCE}


def steps(text: str, *mentions: tuple[str, str]) -> list[str]:
    """The texts of a document's steps; mentions are kind and words, one for each sentence or for several."""
    document = sentences(text)
    found: list[list[Mention]] = [[] for _ in document]
    for kind, said in mentions:
        words = said.split()
        number, start = next(
            (number, at)
            for number, sentence in enumerate(document)
            for at in range(len(sentence.tokens))
            if [token.text for token in sentence.tokens[at : at + len(words)]] == words
        )
        tokens = document[number].tokens[start : start + len(words)]
        found[number].append(Mention(COMMON[kind], start, start + len(words), tokens))
    told = [mention for row in resolved(document, found) for mention in row]
    return [phrases.instruction(mention.tokens) for mention in told if mention.kind is MentionKind.ACTION]


@pytest.mark.parametrize(
    ("text", "mentions", "expected"),
    [
        ("Receive the form. Check it for errors.", [("A", "Receive the form"), ("A", "Check it for errors")], "form"),
        ("Receive the form. Check it.", [("A", "Receive the form"), ("A", "Check")], "form"),
        ("Buy a stake. Tie the tree to it.", [("A", "Buy a stake"), ("A", "Tie the tree to")], "tree to stake"),
        ("The tax form is received. Check it.", [("A", "tax form is received"), ("A", "Check it")], "tax form"),
        ("After filling out the form, sign it.", [("R", "filling out the form"), ("A", "sign it")], "form"),
        ("If the loan is risky, refuse it.", [("C", "risky"), ("A", "refuse it")], "loan"),
        ('It makes the data object "Bill". Send it.', [("D", "Bill"), ("A", "Send it")], "Bill"),
        ("Sort the bills by date. Pay them.", [("A", "Sort the bills by date"), ("A", "Pay them")], "bills"),
        ("Open the door and close it.", [("A", "Open the door and close it")], "door"),
    ],
)
def test_a_pronoun_takes_the_name_of_what_it_stands_for(
    text: str, mentions: list[tuple[str, str]], expected: str
) -> None:
    assert expected in steps(text, *mentions)[-1].split(" ", 1)[1]
    assert "it" not in steps(text, *mentions)[-1].split()


def test_the_subject_of_a_passive_clause_is_resolved_too() -> None:
    told = steps("Write the letter. It is then sent to Bob.", ("A", "Write the letter"), ("A", "sent to Bob"))
    assert told[-1] == "send letter to Bob"


def test_number_decides_between_two_things() -> None:
    text = "Collect the forms. Open the file. Put them away."
    assert steps(text, ("A", "Collect the forms"), ("A", "Open the file"), ("A", "Put them away"))[-1] == (
        "Put forms away"
    )


def test_a_thing_that_the_clause_names_itself_is_not_meant() -> None:
    text = "Write the report. Call the client. Send it to the client."
    told = steps(text, ("A", "Write the report"), ("A", "Call the client"), ("A", "Send it to the client"))
    assert told[-1] == "Send report to client"


def test_a_thing_without_a_name_of_its_own_is_none() -> None:
    assert steps("Open the can. Check it.", ("A", "Open the can"), ("A", "Check it"))[-1] == "Check it"


@pytest.mark.parametrize("text", ["Check it.", "Ask IT.", "It works."])
def test_what_stands_for_nothing_stays(text: str) -> None:
    said = text.rstrip(".")
    assert steps(text, ("A", said)) == [phrases.instruction(sentences(said)[0].tokens)]


def test_names_do_not_grow_from_pronoun_to_pronoun() -> None:
    document = sentences("Open the box. " + "Turn it lid left. Turn it key right. " * 200)
    found = [[Mention(MentionKind.ACTION, 0, len(sentence.tokens) - 1, sentence.tokens[:-1])] for sentence in document]
    assert all(len(mention.tokens) == 4 for (mention,) in list(resolved(document, found))[1:])
    assert max(len(token.text) for row in resolved(document, found) for token in row[0].tokens) < 10
