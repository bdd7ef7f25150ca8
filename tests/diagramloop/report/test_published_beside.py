"""Published values stand grey and unranked beside ours of the same items; of others it is said why they do not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from diagramloop.report import LeaderboardRow, write_site
from diagramloop.report._data import board_data


def rows(items: int, data: str = "flowexplainbench/pixels") -> list[LeaderboardRow]:
    about = {"n": 9, "items": items, "scored": items}
    cell = ("attribution", data, "mine")
    metrics = {"attribution/f1": 0.5, "attribution/exact": 0.4}
    return [LeaderboardRow(*cell, metric, value, None, None, **about) for metric, value in metrics.items()]


def test_of_the_same_items_they_are_beside_and_never_among_the_ranked() -> None:
    (board,) = board_data(rows(1238), [], [])
    assert board["refused"] == ()
    systems = {name: cells for name, _, cells in board["published"]}
    order = board["metrics"]
    assert systems["FlowPathAgent"][order.index("attribution/f1")] == 0.772
    assert systems["FlowPathAgent"][order.index("attribution/exact")] is None
    assert [name for name, _ in board["parts"][0]["systems"]] == ["mine"]


@pytest.mark.parametrize(("items", "data"), [(619, "flowexplainbench/pixels"), (1238, "flowexplainbench/graph")])
def test_of_another_split_they_are_refused_with_the_reason(items: int, data: str) -> None:
    (board,) = board_data(rows(items, data), [], [])
    assert board["published"] == []
    (line,) = board["refused"]
    assert "F1 0.772" in line
    assert "here" in line


def test_values_of_other_charts_by_hand_are_named_and_refused() -> None:
    (board,) = board_data(rows(350, "hdbpmn/pixels"), [], [])
    assert board["published"] == []
    (line,) = board["refused"]
    assert "P 0.651, R 0.682, F1 0.666" in line
    assert line.endswith("fc_b there (50 of FC_B's test charts, with questions that are not published), hdbpmn here")


def test_a_board_of_ours_alone_speaks_of_none() -> None:
    (board,) = board_data(rows(197, "corpus/pixels"), [], [])
    assert (board["published"], board["refused"]) == ([], ())


@pytest.mark.browser
def test_the_page_shows_them_below_ours_without_a_place(open_page: Any, tmp_path: Path) -> None:
    expect = pytest.importorskip("playwright.sync_api").expect
    page = open_page(write_site(tmp_path, rows(1238), [], {}).as_uri())
    expect(page.locator("#boards tbody tr")).to_have_count(8)
    expect(page.locator("#boards tr.published")).to_have_count(7)
    expect(page.locator("#boards tr.published").last).to_contain_text("FlowPathAgent")
    expect(page.locator("#boards tr.published td:first-child").last).to_have_text("–")
    expect(page.locator("#boards td.best")).to_contain_text(["0.500"])
    refused = open_page(write_site(tmp_path / "other", rows(619), [], {}).as_uri())
    expect(refused.locator("#boards")).to_contain_text("1238 items there (all of it), 619 here")
