"""Intent, retriever and phrasing of the embedded kind."""

from __future__ import annotations

import pytest

from diagramloop.data.sources import FAQ
from diagramloop.engines.converse import Act, Grounding, Option, Purpose
from diagramloop.engines.converse.embedded import EmbeddedIntent, EmbeddedPhrasing, EmbeddedRetriever
from diagramloop.graph import NodeKind

HERE = Grounding("n", "Is the pilot flame lit?", NodeKind.DECISION, (Option("yes", "a"), Option("no", "b")))
FAQS = (
    FAQ("1", "What is a pilot flame?", "A small flame that lights the burner."),
    FAQ("2", "How do I light the pilot flame?", "Hold the button for a minute."),
    FAQ("3", "Where is the gas valve?", "Behind the cover."),
)


@pytest.mark.parametrize(
    ("utterance", "purpose"),
    [
        ("How do I see that?", Purpose.QUESTION),
        ("I don't know how to check that.", Purpose.QUESTION),
        ("I have no idea what that means", Purpose.QUESTION),
        ("Could you tell me where to look", Purpose.QUESTION),
        ("这个怎么检查", Purpose.QUESTION),
        ("It is lit.", Purpose.ANSWER),
        ("No.", Purpose.ANSWER),
        ("I'm not sure, but I don't think so.", Purpose.ANSWER),
        ("Done, what comes next?", Purpose.ANSWER),
        ("做完了，接下来呢？", Purpose.ANSWER),
        ("I don't know.", Purpose.ANSWER),
        ("", Purpose.OTHER),
        ("...", Purpose.OTHER),
    ],
)
def test_intent(utterance: str, purpose: Purpose) -> None:
    assert EmbeddedIntent().read(utterance, HERE).purpose is purpose


@pytest.mark.parametrize(
    ("question", "faq"),
    [
        ("What's a pilot flame?", "1"),
        ("I don't know how to light it", "2"),
        ("where can I find the valve for the gas", "3"),
        ("Who won the match?", None),
    ],
)
def test_retriever(question: str, faq: str | None) -> None:
    here = Grounding("n", "", NodeKind.DECISION, ()) if faq is None else HERE
    found = EmbeddedRetriever().find(question, here, FAQS).faq
    assert (found and found.id) == faq


def test_retriever_without_faqs() -> None:
    assert EmbeddedRetriever().find("What?", HERE, ()).faq is None


def test_phrasing_says_the_node_and_the_alternatives() -> None:
    phrasing = EmbeddedPhrasing()
    assert phrasing.phrase(Act.ASK, HERE).text == HERE.text
    clarified = phrasing.phrase(Act.CLARIFY, HERE).text
    assert clarified.endswith("1. yes\n2. no")
    assert phrasing.phrase(Act.INFORM, HERE, FAQS[1].answer).text.startswith("Hold the button")
    chinese = Grounding("n", "按下按钮", NodeKind.PROCESS, (Option("", "b"),))
    assert phrasing.phrase(Act.ASK, chinese).text.startswith("按下按钮。")


def test_braces_in_a_chart_are_text() -> None:
    odd = Grounding("n", "{node} {0} {knowledge}", NodeKind.DECISION, (Option("{x}", "{y}"), Option("b", "c")))
    assert "{node} {0} {knowledge}" in EmbeddedPhrasing().phrase(Act.CLARIFY, odd).text
