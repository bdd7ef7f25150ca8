"""Reading SA-FloNet's published outputs, in their form, out of order, and broken."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from diagramloop.engines.converse.flonet_replay import read_flonet
from diagramloop.errors import RejectionReason, SourceError
from diagramloop.scores.flonet_official import recall_at_1, success


def row(history: list[str], right: bool = True, gold: int = 3, chart: str = "kettle", **more: Any) -> dict[str, Any]:
    said = {"GT response": "Is it on?", "generated response": "Is it on?", "Idx": 1}
    return {"history": history, "GT index": gold, "Correct R1": right, "Flowchart": chart, **said, **more}


ROWS = [
    row(["help"]),
    row(["help", "Is it on?", "yes"], right=False),
    row(["help", "Is it on?", "yes", "Fine", "thanks"], right=False, gold=-1),
    row(["hello"], chart="lamp"),
]


def written(folder: Path, rows: object, name: str = "out.json") -> Path:
    path = folder / name
    path.write_text(json.dumps(rows))
    return path


def test_dialogues_are_told_apart_by_their_histories(tmp_path: Path) -> None:
    one, other = read_flonet(written(tmp_path, ROWS))
    assert (one.chart, other.chart) == ("kettle", "lamp")
    assert [(turn.grounded, turn.right) for turn in one.turns] == [(True, True), (True, False), (False, False)]
    assert one.turns[1].history == ("help", "Is it on?", "yes")


def test_the_official_scores_take_them(tmp_path: Path) -> None:
    one, other = read_flonet(written(tmp_path, ROWS))
    assert recall_at_1(one).correct == 1
    assert recall_at_1(one).predicted == 2
    assert (success(one).correct, success(other).correct) == (0, 1)


def test_a_csv_file_holds_the_same(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, ROWS[0])
        writer.writeheader()
        writer.writerows({**one, "history": json.dumps(one["history"])} for one in ROWS)
    assert read_flonet(path) == read_flonet(written(tmp_path, ROWS))


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([], RejectionReason.EMPTY),
        ({}, RejectionReason.SYNTAX),
        ([3], RejectionReason.INVALID),
        ([{"history": ["help"]}], RejectionReason.INVALID),
        ([row([])], RejectionReason.INVALID),
        ([row(["help"], gold=-2)], RejectionReason.INVALID),
        ([row(["help"], chart="")], RejectionReason.INVALID),
        ([row(["help", "a", "b"])], RejectionReason.INVALID),
        ([row(["help"]), row(["help", "a", "b"], chart="lamp")], RejectionReason.INVALID),
    ],
)
def test_what_is_not_in_that_form_is_refused_with_a_reason(
    tmp_path: Path, rows: object, reason: RejectionReason
) -> None:
    with pytest.raises(SourceError) as caught:
        read_flonet(written(tmp_path, rows))
    assert caught.value.reason is reason


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("out.txt", b"[]", RejectionReason.UNSUPPORTED),
        ("out.json", b"[", RejectionReason.SYNTAX),
        ("out.json", b"[" * 100_000, RejectionReason.SYNTAX),
        ("out.json", b"\xff\xfe", RejectionReason.SYNTAX),
        ("out.csv", b"history\n{", RejectionReason.SYNTAX),
        ("out.csv", b"a,b\n1,2\n", RejectionReason.INVALID),
    ],
)
def test_a_file_that_cannot_be_read_says_why(
    tmp_path: Path, name: str, content: bytes, reason: RejectionReason
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(SourceError) as caught:
        read_flonet(tmp_path / name)
    assert caught.value.reason is reason


def test_an_absent_file_is_missing(tmp_path: Path) -> None:
    with pytest.raises(SourceError) as caught:
        read_flonet(tmp_path / "out.json")
    assert caught.value.reason is RejectionReason.MISSING
