"""Who answers with the gold that is stored is marked and has no rank; who reads what it is given is not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from whole_plan import run_plan

from assets._canaries import SHOWN, made_up, tells, texts, with_false_texts
from assets._graphs import from_cell, to_cell
from assets._scores import read_cells
from assets.machinery import Rows, read_canary
from diagramloop.asking import GOLD_READ
from diagramloop.engines.answer import Answer, AnswerTask
from diagramloop.engines.attribute import Attribution, AttributionTask
from diagramloop.engines.extract import Extraction
from diagramloop.engines.parse import parse
from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.graph import FlowGraph
from diagramloop.report import boards, read_rows

artifacts: list[Path] = []  # where a cheater finds them: a process that is not sealed reads what it likes


def looked_up(stage: str, column: str, value: Any) -> dict[str, Any] | None:
    """The gold of the row of an artifact that has this value, as the files have it."""
    for shard in artifacts[0].glob(f"{stage}/*/part-*.parquet"):
        for row in pq.read_table(shard).to_pylist():
            if row[column] == value:
                (gold,) = (
                    gold
                    for of_gold in shard.parent.glob("gold/part-*.parquet")
                    for gold in pq.read_table(of_gold).to_pylist()
                    if gold["id"] == row["id"]
                )
                return dict(gold)
    return None


def finder(picture: bytes) -> FlowGraph:
    for shard in artifacts[0].glob("styled_figures/*/part-*.parquet"):
        for row in pq.read_table(shard).to_pylist():
            if row["picture"]["bytes"] == picture:
                gold = looked_up("styled_figures", "id", row["id"])
                assert gold is not None
                return from_cell(gold["graph"])
    return FlowGraph()


def reader(picture: bytes) -> FlowGraph:
    return parse(picture).graph


def text_finder(text: str) -> Extraction:
    gold = looked_up("documents", "text", text)
    return Extraction(from_cell(gold["graph"]) if gold else FlowGraph())


def answer_finder(task: AnswerTask) -> Answer:
    gold = looked_up("questions", "id", task.id)
    return Answer(gold["answers"][0] if gold else "")


def node_finder(task: AttributionTask) -> Attribution:
    gold = looked_up("questions", "id", task.id)
    return Attribution(tuple(gold["attribution"]) if gold else ())


def rows_by(make: str, **honest: dict[str, Any]) -> dict[str, Any]:
    return {"cheat": {"make": f"{__name__}:{make}", "options": {}, "note": ""}, **honest}


def own(make: str) -> dict[str, Any]:
    return {"make": make, "options": {}, "note": ""}


CHANGES = {
    "parsers": rows_by("finder", reader=own(f"{__name__}:reader")),
    "extractors": rows_by("text_finder", embedded=own("embedded"), gold=own("gold")),
    "answerers": rows_by("answer_finder", solver=own("solver")),
    "attributors": rows_by("node_finder", embedded=own("embedded"), lexical=own("lexical")),
}


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, tuple[LeaderboardRow, ...]]:
    folder = tmp_path_factory.mktemp("plan")
    artifacts[:] = [folder / "artifacts"]
    settings = ["source=[corpus]", "sources.corpus.limit=2", "sources.corpus.use=[figures,questions,documents]"]
    views = ["render.styles=[mono]", "answer.views=[graph]", "attribute.views=[graph]", "score.similarity=lexical"]
    steps = run_plan([*settings, *views, "generator=[]", "agent=[]"], folder, ["report"], CHANGES)
    (leaderboard,) = (out for name, (out, _) in steps.items() if name == "leaderboard")
    return folder, read_rows((leaderboard / "leaderboard.json").read_text("utf-8"))


TASKS = ("parsing", "extraction", "answers", "attribution")


@pytest.mark.parametrize("task", TASKS)
def test_who_looks_the_gold_up_is_marked_and_has_no_rank_though_every_item_is_right(
    task: str, board: tuple[Path, tuple[LeaderboardRow, ...]]
) -> None:
    (found,) = boards(row for row in board[1] if row.task == task)
    places = dict(zip((name for name, _ in found.systems), found.places, strict=True))
    cells = dict(found.systems)
    assert cells["cheat"][found.headline].value == 1.0
    assert places.pop("cheat") is None
    assert found.notes[GOLD_READ] == ("cheat",)
    honest = [place for name, place in places.items() if name not in found.controls]
    assert None not in honest
    assert "gold read" in {cell.of_items for cell in cells["cheat"].values()}


def test_the_canary_is_no_item_of_any_row(board: tuple[Path, tuple[LeaderboardRow, ...]]) -> None:
    for stage in ("styled_figures", "documents", "questions"):
        (place,) = (artifacts[0] / stage).iterdir()
        canary = read_canary(place)
        assert canary is not None
        assert canary["id"] not in {row["id"] for row in Rows(place)}
        assert json.loads((place / "report.json").read_text())["items"] >= len(Rows(place))
    for scores in artifacts[0].glob("*_scores/*/*"):
        if scores.is_dir() and (scores / "scores.json").is_file():
            assert all(cell.items <= 40 for cell in read_cells(scores))
            assert not {row["id"] for row in Rows(scores)} & set(made_up("corpus", 1))


@given(st.text(min_size=1), st.integers(1, 9))
def test_false_words_are_not_those_of_the_item(source: str, count: int) -> None:
    words = made_up(source, count)
    assert words == made_up(source, count)
    assert not tells([node.text for node in SHOWN.nodes], words)
    false = with_false_texts(SHOWN, source)
    assert tells(texts(to_cell(false)), [node.text for node in false.nodes])
    assert not tells(texts(to_cell(SHOWN)), [node.text for node in false.nodes])
    assert [edge.arcs() for edge in false.edges] == [edge.arcs() for edge in SHOWN.edges]
