"""The site: complete, inert, the same bytes every time."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.report import LeaderboardRow, Reading, write_site
from diagramloop.report._data import script

ROWS = [
    LeaderboardRow("parsing", "corpus/mono", "embedded", "edge_f1", 0.5, 0.4, 0.6, 9),
    LeaderboardRow("parsing", "corpus/mono", "gold", "edge_f1", 1.0, 1.0, 1.0, 9),
    LeaderboardRow("parsing", "corpus/mono", "embedded", "image/clip", None, None, None, 0, "open_clip <is> missing"),
]


def pages(folder: Path) -> dict[str, bytes]:
    return {str(f.relative_to(folder)): f.read_bytes() for f in sorted(folder.rglob("*")) if f.is_file()}


def received(text: str) -> Any:
    """Return the value that a script hands to the page."""
    return json.loads("[" + re.fullmatch(r"diagramloop\.receive\((.*)\);\n", text, re.DOTALL)[1] + "]")[1]


def test_tables_hold_values_intervals_and_reasons(tmp_path: Path, reading: Reading) -> None:
    page = write_site(tmp_path, ROWS, [reading.sample()], {"data": "md5:1"}).read_text()
    assert "image/clip of embedded: open_clip &lt;is&gt; missing (corpus/mono)" in page
    (board,) = received((tmp_path / "boards.js").read_text())
    assert board["metrics"] == ["edge_f1", "image/clip"]
    (part,) = board["parts"]
    assert part["systems"][0] == [
        "gold",
        [[1.0, 1.0, 1.0, 9, "", 0, 0, 1], [None, None, None, 0, "not measured", 0, 0, 0]],
    ]
    assert part["systems"][1][1][0] == [0.5, 0.4, 0.6, 9, "", 0, 0, 1]


def test_an_absence_is_said_once(tmp_path: Path) -> None:
    rows = [dataclasses.replace(ROWS[2], system=who, data=data) for data in ("c", "d") for who in ("a", "b")]
    page = write_site(tmp_path, [*rows, *rows[:1]], [], {}).read_text()
    assert page.count("open_clip") == 1
    assert "image/clip of a, b: open_clip &lt;is&gt; missing (c, d)" in page


def test_what_lacks_items_says_so_once_and_notes_stand_only_by_rows_there_are(tmp_path: Path) -> None:
    failed = dataclasses.replace(ROWS[2], items=9, failed=9, reason="0 of 9 items; 9 failed: timed out")
    noted = dataclasses.replace(ROWS[0], note="in-sample: 3 of 9 items")
    alone = dataclasses.replace(ROWS[1], data="other", control=True, note="never shown")
    page = write_site(
        tmp_path, [noted, failed, dataclasses.replace(failed, metric="edge_f1", system="x"), alone], [], {}
    )
    text = page.read_text()
    assert text.count("9 failed: timed out") == 2  # of two systems
    assert "parsing on other: no system" in text
    assert "never shown" not in text
    (board,) = received((tmp_path / "boards.js").read_text())
    assert (board["data"], board["notes"]) == ("corpus/mono", {"in-sample: 3 of 9 items": ["embedded"]})


def test_parts_of_a_board_come_from_easy_to_hard(tmp_path: Path) -> None:
    stratum = {"task": "parsing", "data": "corpus/mono", "system": "embedded", "metric": "edge_f1", "value": 0.25}
    labels = {"domain": ("b", "a"), "difficulty": ("hard", "easy", "medium")}
    strata = [
        {**stratum, "axis": axis, "stratum": name, "low": None, "high": None, "n": 2, "reason": ""}
        for axis, names in labels.items()
        for name in names
    ]
    write_site(tmp_path, ROWS, [], {}, strata=strata)
    (board,) = received((tmp_path / "boards.js").read_text())
    assert [part["label"] for part in board["parts"]] == [
        *("all items", "difficulty: easy", "difficulty: medium", "difficulty: hard", "domain: a", "domain: b")
    ]


def test_strata_and_tests_stand_beside_their_board(tmp_path: Path) -> None:
    stratum = {"task": "parsing", "data": "corpus/mono", "system": "embedded", "metric": "edge_f1", "value": 0.25}
    strata = [{**stratum, "axis": "difficulty", "stratum": "hard", "low": None, "high": None, "n": 2, "reason": ""}]
    test = {"task": "parsing", "data": "corpus/mono", "metric": "edge_f1", "first": "a", "second": "b"}
    tested = {**test, "difference": 0.1, "p_value": 0.04, "items": 8}
    write_site(tmp_path, ROWS, [], {}, strata=strata, differences=[tested])
    (board,) = received((tmp_path / "boards.js").read_text())
    assert [part["label"] for part in board["parts"]] == ["all items", "difficulty: hard"]
    assert board["parts"][1]["systems"][0][1][0] == [0.25, None, None, 2, "", 0, 0, 1]
    assert board["tests"] == [["edge_f1", "a", "b", 0.1, 0.04, 8]]


def test_an_item_holds_every_system_and_every_fault(tmp_path: Path, reading: Reading) -> None:
    nothing = dataclasses.replace(
        reading, system="broken", predicted=None, alignment=None, score=None, reason="timeout"
    )
    write_site(tmp_path, ROWS, [reading.sample(), nothing.sample()], {})
    (item,) = received((tmp_path / "items.js").read_text())
    assert [sample[0] for sample in item["samples"]] == ["broken", "embedded"]
    broken, embedded = received((tmp_path / "items" / f"{item['file']}.js").read_text())["samples"]
    assert broken["reason"] == "timeout"
    assert len(embedded["faults"]) == 4
    assert [panel["caption"] for panel in embedded["panels"]] == ["gold", "read by embedded"]


def test_items_come_worst_first(tmp_path: Path, reading: Reading) -> None:
    better = dataclasses.replace(reading, chart="better", score=0.9)
    write_site(tmp_path, [], [better.sample(), reading.sample()], {})
    assert [item["name"] for item in received((tmp_path / "items.js").read_text())] == [reading.chart, "better"]


def test_controls_do_not_decide_how_bad_an_item_is(tmp_path: Path, reading: Reading) -> None:
    row = dataclasses.replace(ROWS[0], task=reading.task, system="noise", control=True)
    better = dataclasses.replace(reading, chart="better", score=0.9)
    noise = dataclasses.replace(better, system="noise", score=None)
    write_site(tmp_path, [row], [better.sample(), noise.sample(), reading.sample()], {})
    listed = received((tmp_path / "items.js").read_text())
    assert [item["name"] for item in listed] == [reading.chart, "better"]
    assert [(sample[0], sample[5]) for sample in listed[1]["samples"]] == [("embedded", 0), ("noise", 1)]


def test_nothing_from_outside_is_markup(tmp_path: Path, reading: Reading) -> None:
    write_site(tmp_path, ROWS, [reading.sample()], {"<b>": "<i>"}, notes=["<u>"])
    for name, content in pages(tmp_path).items():
        if not name.startswith(("static", "pictures")):
            assert not re.search(rb"<script>alert|chart<1>|<i>|<u>", content), name


@given(st.text())
def test_a_script_hands_over_any_text_and_cannot_be_ended(text: str) -> None:
    made = script("name", [text])
    assert received(made) == [text]
    assert "<" not in made


def test_halves_of_characters_are_written(tmp_path: Path, reading: Reading) -> None:
    write_site(tmp_path, ROWS, [dataclasses.replace(reading, chart="\ud800").sample()], {"\ud800": "x"})
    assert received((tmp_path / "items.js").read_text())[0]["name"] == "?"


def test_same_input_same_bytes(tmp_path: Path, reading: Reading) -> None:
    for name in ("one", "two"):
        write_site(tmp_path / name, ROWS, [reading.sample()], {})
    assert pages(tmp_path / "one") == pages(tmp_path / "two")


def test_equal_pictures_are_kept_once(tmp_path: Path, reading: Reading) -> None:
    write_site(tmp_path, ROWS, [reading.sample()] * 2, {})
    assert len(list((tmp_path / "pictures").iterdir())) == 1


def test_what_all_systems_share_of_an_item_is_kept_once(tmp_path: Path, reading: Reading) -> None:
    one, other = reading.sample(), dataclasses.replace(reading, system="other").sample()
    write_site(tmp_path, ROWS, [one, other], {})
    (item,) = received((tmp_path / "items.js").read_text())
    shown = received((tmp_path / "items" / f"{item['file']}.js").read_text())
    assert len({tuple(shape) for shape in shown["shapes"]}) == len(shown["shapes"])
    first, second = ([panel["marks"] for panel in sample["panels"]] for sample in shown["samples"])
    assert first == second
    placed = [mark for panel in one.panels for mark in panel.marks if mark.points]
    assert [[status, *shown["shapes"][at]] for marks in first for status, at in marks] == [
        [mark.status, mark.tag, mark.points, mark.title] for mark in placed
    ]


def test_it_is_said_how_many_of_all_items_are_shown(tmp_path: Path, reading: Reading) -> None:
    rows = [dataclasses.replace(ROWS[0], items=9)]
    other = [dataclasses.replace(reading, data="few", chart=name).sample() for name in "ab"]
    page = write_site(tmp_path, rows, [reading.sample(), *other], {}).read_text()
    assert "parsing on corpus/mono: the worst 1 of 9; parsing on few: all 2." in page


@pytest.mark.parametrize("rows", [[], ROWS])
def test_no_readings_is_still_a_page(tmp_path: Path, rows: list[LeaderboardRow]) -> None:
    assert "0 samples" in write_site(tmp_path, rows, [], {}).read_text()
