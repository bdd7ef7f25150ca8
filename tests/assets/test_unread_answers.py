"""Answers that nobody understood are counted beside the item, on the row, on every board; and take the row's rank."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from whole_plan import run_plan

from assets.machinery import ItemHeard, read_heard, read_rejected
from diagramloop.engines.extract import Extraction
from diagramloop.engines.extract.embedded import Embedded
from diagramloop.evaluation.rows import OF_ANSWERS, LeaderboardRow
from diagramloop.models.answers import Choice, ask
from diagramloop.models.chat import Message, Reply, Tool
from diagramloop.report import Board, boards, read_rows

HOSTILE = "</script><img src=x onerror='window.owned=1'> \u2028 \ud800 \x1b[2J"
ROLE = "logic_check"
WANTED = Choice("status", {"real": "", "false": ""}, optional=False)


class Scripted:
    """A model that says one thing."""

    name = "scripted"

    def __init__(self, answer: str) -> None:
        self.answer = answer

    def reply(self, messages: Sequence[Message], *, tools: Sequence[Tool] = (), max_tokens: int | None = None) -> Reply:
        del messages, tools, max_tokens
        return Reply(self.answer)


def answered(text: str, answer: str) -> Extraction:
    """The graph that the embedded extractor makes of a text, once a model has said that it is real."""
    verdict = ask(Scripted(answer), ROLE, [Message("user", text)], WANTED)
    del verdict
    extraction: Extraction = Embedded().extract(text)
    return extraction


def understood(text: str) -> Extraction:
    return answered(text, '{"status": "real"}')


def repaired(text: str) -> Extraction:
    return answered(text, "Status: real")


def mumbles(text: str) -> Extraction:
    return answered(text, f"Hm. {HOSTILE}")


def gives_up(text: str) -> Extraction:
    ask(Scripted("Hm."), ROLE, [Message("user", text)], WANTED).needed()
    raise AssertionError("nothing was understood")


def own(make: str) -> dict[str, Any]:
    return {"make": make, "options": {}, "note": ""}


SYSTEMS = {name: own(f"{__name__}:{name}") for name in ("understood", "repaired", "mumbles", "gives_up")}
SETTINGS = ("source=[corpus]", "sources.corpus.limit=2", "sources.corpus.use=[documents]", "score.similarity=lexical")
NOTE = f"100 % of the {ROLE}'s answers were not understood: no rank"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """By the name of each step, its artifact."""
    changes = {"extractors": {**SYSTEMS, "embedded": own("embedded")}}
    steps = run_plan([*SETTINGS, "generator=[]", "agent=[]"], tmp_path_factory.mktemp("plan"), changes=changes)
    return {name: out for name, (out, _) in steps.items()}


@pytest.fixture(scope="module")
def board(made: dict[str, Path]) -> Board:
    rows = read_rows((made["leaderboard"] / "leaderboard.json").read_text("utf-8"))
    (found,) = boards(row for row in rows if row.task == "extraction")
    return found


def heard(made: dict[str, Path], system: str) -> list[ItemHeard]:
    (folder,) = (out for name, out in made.items() if name.startswith("procedural_graphs") and system in name)
    return read_heard(folder)


def cell(board: Board, system: str) -> LeaderboardRow:
    return dict(board.systems)[system][board.headline]


def test_who_is_not_understood_has_no_rank_whatever_its_values(board: Board) -> None:
    places = dict(zip((name for name, _ in board.systems), board.places, strict=True))
    assert (places["mumbles"], places["gives_up"]) == (None, None)
    assert None not in (places["understood"], places["repaired"], places["embedded"])
    assert cell(board, "mumbles").value == cell(board, "embedded").value
    assert cell(board, "gives_up").value == 0.0
    assert set(board.notes[NOTE]) == {"mumbles", "gives_up"}
    assert cell(board, "gives_up").of_items == cell(board, "mumbles").of_items == "100 % unread"


@pytest.mark.parametrize(
    ("system", "repaired", "unread"), [("understood", 0, 0), ("repaired", 1, 0), ("mumbles", 0, 1)]
)
def test_the_counts_of_a_row_are_those_of_its_items(
    system: str, repaired: int, unread: int, board: Board, made: dict[str, Path]
) -> None:
    items, row = heard(made, system), cell(board, system)
    (of_role,) = row.answers
    assert of_role.counts.asked == row.asked == row.items == sum(item.roles[ROLE].asked for item in items)
    assert of_role.counts.read + of_role.counts.unread == of_role.counts.asked
    assert (of_role.counts.repaired, of_role.counts.unread) == (repaired * row.asked, unread * row.asked)
    assert row.unread == float(unread)


def test_the_answers_of_items_that_failed_count(board: Board, made: dict[str, Path]) -> None:
    (folder,) = (out for name, out in made.items() if name.startswith("procedural_graphs") and "gives_up" in name)
    items = read_heard(folder)
    assert {item.id for item in items} == {row["id"] for row in read_rejected(folder)}
    assert cell(board, "gives_up").asked == len(items) > 0
    assert all(answer.text == "Hm." and answer.role == ROLE for item in items for answer in item.unread)


def test_a_row_without_a_model_is_written_as_ever(made: dict[str, Path]) -> None:
    rows = json.loads((made["leaderboard"] / "leaderboard.json").read_text("utf-8"))
    written = {row["system"]: row.keys() for row in rows}
    assert not written["embedded"] & set(OF_ANSWERS)
    assert written["mumbles"] - written["embedded"] == set(OF_ANSWERS)
    assert heard(made, "embedded") == []


def test_the_page_shows_what_was_not_understood_and_nothing_of_it_is_run(made: dict[str, Path]) -> None:
    page = "".join(
        path.read_text("utf-8") for path in sorted(made["report"].rglob("*")) if path.suffix in {".js", ".html"}
    )
    assert "answers that were not understood" in page
    assert "window.owned=1" in page
    assert NOTE.replace("'", "&#39;") in page or NOTE in page
    assert "</script><img" not in page
    assert "\x1b" not in page
