"""The ceiling of people, from the log of their choices to the board, its page and the last lines in the terminal."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from whole_plan import run_plan

from diagramloop.data.sources import Chart, Document, Question, sample
from diagramloop.evaluation.data_sets import data_set
from diagramloop.graph import FlowGraph
from diagramloop.report import LeaderboardRow, closing_lines, read_rows
from diagramloop.scores.annotation import AnnotationStore, Rubric

CHARTS = 6
ODD = {"Ada": 4, "Bo": 7}  # one of so many choices is another than the gold
OTHERS = ("parser", "generator", "answerer", "agent")


def log_of_people(path: Path) -> str:
    """Two people's choices, saved as the annotation page saves them."""
    source = data_set("corpus").charts()
    charts = {chart.id: chart.graph for chart in sample(source.charts(), CHARTS) if isinstance(chart, Chart)}
    asked = [one for one in source.questions() if isinstance(one, Question) and one.chart in charts]
    store = AnnotationStore(path, {one.id: list(charts[one.chart].node_by_id) for one in asked})
    for who, odd in ODD.items():
        for at, one in enumerate(asked):
            other = next(id for id in charts[one.chart].node_by_id if id not in one.attribution)
            nodes = (*one.attribution[:-1], other) if at % odd == odd - 1 else one.attribution
            store.save(who, one.id, nodes, Rubric(2, 2, 2))
    return str(path)


@cache
def _described() -> dict[str, FlowGraph]:
    documents = sample(data_set("corpus").documents().documents(), CHARTS)
    return {one.text: one.graph for one in documents if isinstance(one, Document)}


def second_reference(text: str) -> FlowGraph:
    """The graph that somebody else wrote down of a text: the same, but for the last edge."""
    graph = _described()[text]
    return graph.replace(edges=graph.edges[:-1])


def person(log: str, who: str) -> dict[str, Any]:
    return {"make": "annotator", "options": {"log": log, "annotator": who}, "note": "a person", "ceiling": True}


def plain(make: str, **more: Any) -> dict[str, Any]:
    return {"make": make, "options": {}, "note": "", **more}


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The folders of the stages."""
    folder = tmp_path_factory.mktemp("board")
    log = log_of_people(folder / "annotations.jsonl")
    chosen = ["experiment=quick", "attribute.views=[graph]", *(f"{kind}=[]" for kind in OTHERS)]
    systems = {
        "attributors": {"lexical": plain("lexical"), "ada": person(log, "Ada"), "bo": person(log, "Bo")},
        "extractors": {"embedded": plain("embedded"), "second": plain(f"{__name__}:second_reference", ceiling=True)},
    }
    made = run_plan(chosen, folder / "made", changes=systems)
    return {stage: out for stage, (out, _) in made.items()}


@pytest.fixture(scope="module")
def rows(board: dict[str, Path]) -> list[LeaderboardRow]:
    return list(read_rows((board["leaderboard"] / "leaderboard.json").read_text()))


def of(rows: list[LeaderboardRow], task: str, metric: str) -> dict[str, LeaderboardRow]:
    return {row.system: row for row in rows if (row.task, row.metric) == (task, metric)}


@pytest.mark.long
def test_every_row_of_a_board_has_what_the_better_of_two_people_reaches(rows: list[LeaderboardRow]) -> None:
    found = of(rows, "attribution", "attribution/exact")
    ada, bo = found["ada"], found["bo"]
    assert 0 < ada.value < bo.value < 1  # type: ignore[operator]
    assert {row.ceiling for row in found.values()} == {bo.value}
    assert ada.complete
    assert ada.control
    assert not found["lexical"].control


@pytest.mark.long
def test_a_second_reference_is_a_ceiling_too(rows: list[LeaderboardRow]) -> None:
    found = of(rows, "extraction", "strict/flow_f1")
    assert 0 < found["second"].value < 1  # type: ignore[operator]
    assert found["embedded"].ceiling == found["second"].value


@pytest.mark.long
def test_the_page_and_the_last_lines_say_it(board: dict[str, Path], rows: list[LeaderboardRow]) -> None:
    people = of(rows, "attribution", "attribution/f1")["bo"].value
    page = (board["report"] / "index.html").read_text()
    assert "People reach" in page
    assert f"{people:.3f} (" in page
    differences = json.loads((board["leaderboard"] / "differences.json").read_text())
    lines = closing_lines(rows, differences, None, [], {})
    assert any(line.startswith("attribution: lexical") and f"people reach {people:.3f}" in line for line in lines)
