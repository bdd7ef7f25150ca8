"""Answers from pictures: what structure between is worth is a paired test of two rows of one board."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from whole_plan import run_plan

from assets.machinery import Rows
from diagramloop.engines.answer import Answer, AnswerTask
from diagramloop.errors import PictureError, RejectionReason
from diagramloop.evaluation._evaluate import evaluate
from diagramloop.evaluation.pictures import Drawing
from diagramloop.graph import FlowGraph, Node
from diagramloop.render import Style

LIMIT = 3
BOARD = ("answers", "corpus/pixels")
refused: list[bytes] = []


class Looker:
    """An answerer that sees the picture alone, and guesses."""

    name = "looker"

    def answer(self, task: AnswerTask) -> Answer:
        assert task.picture is not None
        assert task.picture.startswith(b"\x89PNG")
        return Answer("Yes")


def picky(picture: bytes) -> FlowGraph:
    """A parser that makes nothing out of the first picture, and little out of others."""
    if not refused:
        refused.append(picture)
    if picture in refused:
        raise PictureError("there is no diagram in it", reason=RejectionReason.NO_DIAGRAM)
    return FlowGraph(nodes=(Node(id="a", text="Start", box=(0, 0, 9, 9)),))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    answerers = {name: {"make": make, "options": {}, "note": ""} for name, make in MAKES.items()}
    parsers = {"picky": {"make": f"{__name__}:picky", "options": {}, "note": ""}}
    systems = ("parser", "generator", "extractor", "attributor", "agent")
    settings = ["answer.views=[pixels]", "answer.parser=picky", "answer.style=mono"]
    steps = run_plan(
        ["source=[corpus]", f"sources.corpus.limit={LIMIT}", "score.similarity=lexical", "render.styles=[mono]"]
        + [f"{group}=[]" for group in systems if group != "parser"]
        + settings,
        tmp_path_factory.mktemp("plan"),
        ["extraction_scores", "metric_profiles"],
        {"answerers": answerers, "parsers": parsers},
    )
    return {name: out for name, (out, _) in steps.items()}


MAKES = {"solver": "solver", "looker": f"{__name__}:Looker"}


def board(made: dict[str, Path], file: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads((made["leaderboard"] / file).read_text())
    return [row for row in rows if (row["task"], row["data"]) == BOARD]


def test_every_question_counts_for_every_answerer(made: dict[str, Path]) -> None:
    """A picture of which nothing was read is a fault of what reads, and no reason not to ask what looks."""
    rows = {row["system"]: row for row in board(made, "leaderboard.json") if row["metric"] == "answer/lenient"}
    assert rows.keys() == {"gold", "solver", "looker"}
    assert len({row["items"] for row in rows.values()}) == 1
    assert all(row["scored"] == row["items"] > 9 for row in rows.values())
    assert rows["gold"]["value"] == 1.0
    looked = list(Rows(made["answers@corpus-looker"]))
    assert len(looked) == rows["looker"]["items"]


def test_what_structure_between_is_worth_is_a_paired_test(made: dict[str, Path]) -> None:
    (found,) = (d for d in board(made, "differences.json") if d["metric"] == "answer/lenient")
    values = {r["system"]: r["value"] for r in board(made, "leaderboard.json") if r["metric"] == "answer/lenient"}
    assert {found["first"], found["second"]} == {"solver", "looker"}
    assert found["difference"] == pytest.approx(values[found["first"]] - values[found["second"]])
    assert 0 <= found["p_value"] <= 1


def test_the_page_shows_the_question_and_what_was_said(made: dict[str, Path]) -> None:
    items = "".join(file.read_text() for file in (made["report"] / "items").iterdir())
    assert '"Accepted"' in items
    assert '"Answer of looker", "Yes"' in items or '"Answer of looker","Yes"' in items
    assert "no graph was read of the picture" in items


@pytest.mark.parametrize("system", ["solver", "looker"])
def test_a_row_of_one_call_is_the_pipelines(made: dict[str, Path], system: str) -> None:
    drawing = Drawing(styles=("mono",))
    under = {"view": "pixels", "reader": f"{__name__}:picky", "style": Style.MONO, "drawing": drawing}
    table = evaluate("answer", "corpus", MAKES[system], limit=LIMIT, conditions=under)
    theirs = {row["metric"]: row for row in board(made, "leaderboard.json") if row["system"] == system}
    assert [row.metric for row in table.rows] == list(theirs)
    for row in table.rows:
        cell = theirs[row.metric]
        assert (row.data, row.value, row.low, row.high) == (cell["data"], cell["value"], cell["low"], cell["high"])
        assert (row.n, row.items, row.scored) == (cell["n"], cell["items"], cell["scored"])
