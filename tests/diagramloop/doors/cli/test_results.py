"""``diagramloop results`` prints any board, whole or in part."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.report import write_rows
from tests.diagramloop.doors.cli.command import run

ROWS = [
    LeaderboardRow("parsing", "corpus/multi", "mine|other", "edge_f1", 0.5, 0.4, 0.6, 3, items=3, scored=3),
    LeaderboardRow("parsing", "corpus/mono", "mine", "edge_f1", None, None, None, 0, "no weights", items=3),
    LeaderboardRow("extraction", "corpusculum", "mine", "strict/flow_f1", 0.25, 0.2, 0.3, 3, items=3, scored=3),
]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    place = tmp_path / "artifacts" / "leaderboard"
    place.mkdir(parents=True)
    (place / "leaderboard.json").write_text(write_rows(ROWS))
    return tmp_path


@pytest.mark.parametrize("place", ["", "artifacts", "artifacts/leaderboard", "artifacts/leaderboard/leaderboard.json"])
def test_the_same_board_from_wherever_it_lies(checkout: Path, place: str) -> None:
    printed = run("results", checkout / place, "--format", "json")
    assert printed.stdout == write_rows(ROWS)


def test_filters_name_whole_parts(checkout: Path) -> None:
    def systems(*asked: object) -> list[str]:
        return [row["data"] for row in json.loads(run("results", checkout, "-f", "json", *asked).stdout)]

    assert systems("--data", "corpus") == ["corpus/multi", "corpus/mono"]
    assert systems("--data", "corpus/mono", "--task", "parsing") == ["corpus/mono"]
    assert systems("--system", "mine", "--metric", "strict/flow_f1") == ["corpusculum"]


def test_csv_and_markdown_hold_every_row(checkout: Path) -> None:
    read = list(csv.DictReader(io.StringIO(run("results", checkout, "-f", "csv").stdout)))
    assert [row["value"] for row in read] == ["0.5", "", "0.25"]
    lines = run("results", checkout, "-f", "markdown").stdout.splitlines()
    assert lines[2] == r"| parsing | corpus/multi | mine\|other | `edge_f1` | 0.5000 | 0.4000 to 0.6000 | 3 of 3 |"
    assert "| - |" in lines[3]


def test_what_was_not_understood_stands_in_every_form(checkout: Path) -> None:
    board = next(checkout.rglob("leaderboard.json"))
    rows = json.loads(board.read_text())
    counts = {"asked": 8, "read": 7, "repaired": 0, "unread": 1, "cut": 1, "decides": 8}
    rows[0] |= {"asked": 8, "unread": 0.125, "answers": [{"role": "matcher", "party": "system", "counts": counts}]}
    board.write_text(json.dumps(rows))
    first, *others = csv.DictReader(io.StringIO(run("results", checkout, "-f", "csv").stdout))
    assert (first["asked"], first["unread"], json.loads(first["answers"])) == ("8", "0.125", rows[0]["answers"])
    assert {(row["asked"], row["unread"], row["answers"]) for row in others} == {("", "", "")}
    lines = run("results", checkout, "-f", "markdown").stdout.splitlines()
    assert lines[2].endswith("| 12.5 %, no rank |")
    assert lines[3].endswith("|  |")
    assert "mine|other: answers understood: matcher 7 of 8 (1 cut)" in run("results", checkout).stdout
    assert "12.5 % unread" in run("results", checkout).stdout
    assert json.loads(run("results", checkout, "-f", "json").stdout)[0]["answers"] == rows[0]["answers"]


@pytest.mark.parametrize(
    "cell",
    [
        "",
        [],
        {"role": 1},
        {"role": "a", "party": "x", "counts": {}},
        {"role": "a", "party": "system", "counts": {"asked": "9"}},
        {"role": "a", "party": "judge", "counts": {"asked": -1}},
    ],
)
def test_answers_of_another_form_are_no_board(checkout: Path, cell: object) -> None:
    board = next(checkout.rglob("leaderboard.json"))
    rows = json.loads(board.read_text())
    board.write_text(json.dumps([{**rows[0], "answers": [cell]}]))
    done = run("results", checkout)
    assert (done.exit_code, "is no board" in done.stderr) == (1, True)


def test_tables_are_those_of_a_refresh(checkout: Path) -> None:
    assert "mine|other │ 0.500 ±0.100" in run("results", checkout).stdout


@pytest.mark.parametrize("text", ["", "{}", "[1]", '[{"task": 1}]', '{"rows": [{}]}', "[" * 100_000])
def test_what_is_no_board_is_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "leaderboard.json").write_text(text)
    done = run("results", tmp_path)
    assert (done.exit_code, done.stderr.count("\n")) == (1, 1)
    assert "is no board" in done.stderr


def test_nothing_there_and_nothing_left_are_told(checkout: Path) -> None:
    (checkout / "artifacts" / "elsewhere").mkdir()
    assert "no leaderboard.json in" in run("results", checkout / "artifacts" / "elsewhere").stderr
    assert "no board, day or revision" in run("results", checkout / "nowhere").stderr
    done = run("results", checkout, "--system", "nobody")
    assert (done.exit_code, "no row is of that kind" in done.stderr) == (1, True)
