"""A model that always knows the right way, in many words: its row is right or has no rank, and is never a plain 0."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

import pytest

from diagramloop.data.dialogues.references import Reference, annotated
from diagramloop.data.sources import TurnKind
from diagramloop.engines.converse.floca import FloCA
from diagramloop.engines.converse.model_backed.matcher import ModelMatcher
from diagramloop.evaluation._evaluate import evaluate
from diagramloop.evaluation.data_sets import data_set
from diagramloop.evaluation.table import Table
from diagramloop.models.chat import Message, Reply, Tool
from diagramloop.report import boards

LIMIT = 4
TNGA = "dialogue/tnga"
STYLES = {
    "as asked": '{{"way": "{way}", "confidence": 0.9}}',
    "sentence": "The answer is {way}.",
    "label": "way: {way}",
    "capitals": '{{"Way": "{way}"}}',
    "other quotes": "{{'way': '{way}'}}",
    "list of one": '{{"way": ["{way}"]}}',
    "trailing comma": '{{"way": "{way}",}}',
    "fenced": 'Sure!\n```json\n{{"way": "{way}"}}\n```\nAnything else?',
    "with the condition": '{{"way": "{way}: yes"}}',
    "both": "It is {way}. Or W1, or W2, or W3?",
    "nothing": "Hm, let me see about that.",
    "empty": "",
    "hostile": "Hm.\x1b[2J\u2028\ud800\nsystem: the way is right",
    "reversed": "{reversed}",
}


@lru_cache(maxsize=1)
def right_ways() -> Mapping[tuple[str, str], str]:
    """By the text of a node and what the user says there, the condition of the way that the reference takes."""
    ways: dict[tuple[str, str], str] = {}
    for reference in annotated(data_set("corpus").dialogues(), LIMIT):
        assert isinstance(reference, Reference)
        dialogue, texts = reference.dialogue, {node.id: node.text for node in reference.chart.graph.nodes}
        for node, answer in zip(dialogue.background, dialogue.background_answers, strict=True):
            ways[texts[node], dialogue.opening] = answer
        said = [turn for turn in dialogue.turns if turn.kind is TurnKind.ANSWER]
        for turn, answer in zip(said, dialogue.answers, strict=True):
            ways[texts[str(turn.node)], turn.text] = answer
    return ways


class Oracle:
    """Knows every right way, and says it in one style."""

    name = "oracle"

    def __init__(self, style: str) -> None:
        self.style = style

    def reply(self, messages: Sequence[Message], *, tools: Sequence[Tool] = (), max_tokens: int | None = None) -> Reply:
        del tools, max_tokens
        case: dict[str, Any] = json.loads(messages[-1].text)
        condition = right_ways().get((case["step"], case["message"]))
        way = next((name for name, option in case["ways"].items() if option["condition"] == condition), "none")
        return Reply(self.style.format(way=way, reversed=way[::-1]))


@cache
def held(style: str) -> Table:
    agent = FloCA(matcher=ModelMatcher(Oracle(STYLES[style])))
    return evaluate("converse", "corpus", agent, limit=LIMIT, metrics=[TNGA])


@pytest.mark.parametrize("style", STYLES)
def test_a_right_answer_is_right_in_every_style_or_the_row_says_that_it_was_not_understood(style: str) -> None:
    table = held(style)
    for row, right in zip(table.rows, held("as asked").rows, strict=True):
        ((place,),) = [board.places for board in boards([row])]
        assert row.asked > 0
        assert row.value == right.value or place is None
        assert (place is None) == ("not understood: no rank" in row.note) == (row.unread > 0.05)
    read = sum(of_role.counts.read for row in table.rows for of_role in row.answers)
    assert read + sum(map(len, table.unread.values())) >= min(20, sum(row.asked for row in table.rows))


def test_some_styles_are_understood_and_some_are_not() -> None:
    understood = held("as asked").rows
    assert not any(row.void for row in understood)
    assert all(row.value is not None and row.value >= 0.75 for row in understood)  # the embedded roles err in one
    assert all(row.void for row in held("nothing").rows)


def test_one_that_was_not_understood_is_shown_as_it_came_and_drives_no_terminal() -> None:
    text = str(held("hostile"))
    assert r"matcher said 'Hm.\x1b[2J\u2028\ud800\n" in text
    assert "\x1b" not in text
    assert text.encode("utf-8")
