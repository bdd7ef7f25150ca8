"""``diagramloop verify``: Table 1 in a terminal, and errors in one line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from diagramloop.doors.cli.verify import LOG, verify
from diagramloop.doors.serve import VerificationPage
from tests.diagramloop.doors.serve.verified_figures import figures

APP = typer.Typer()
APP.command()(verify)


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(APP, [str(argument) for argument in arguments])
    return result.exit_code, result.output


def test_table_1_of_what_is_finished(tmp_path: Path) -> None:
    page = VerificationPage(figures(tmp_path), tmp_path / LOG)
    for who, edits in (("Ada", [{"action": "exclude", "nodes": ["ghost"]}]), ("Bo", [])):
        for seen, edit in enumerate([*edits, {"action": "finish"}]):
            page.log.edit(who, "vision/net", edit, seen)
    code, printed = run(tmp_path, "--table")
    assert code == 0
    header, vision, overall, pair = printed.splitlines()
    assert header.split("\t")[:3] == ["domain", "figures", "node precision"]
    assert vision.split("\t") == ["vision", "1", "0.88", "1.00", "0.93", "0.75", "1.00", "0.83"]
    assert overall.split("\t")[1:] == vision.split("\t")[1:]
    assert pair == "Ada and Bo: kappa 0.000 on 6 elements of 1 figure"


def test_nothing_finished_is_a_table_without_rows(tmp_path: Path) -> None:
    code, printed = run(figures(tmp_path), "--table")
    assert (code, len(printed.splitlines())) == (0, 1)


def test_a_folder_without_pictures_is_told_in_one_line(tmp_path: Path) -> None:
    code, printed = run(tmp_path, "--table")
    assert code == 1
    assert "diagramloop verify: empty: no pictures in" in printed


def test_a_broken_log_says_its_line_and_no_table(tmp_path: Path) -> None:
    (tmp_path / "edits.jsonl").write_text("junk\n")
    code, printed = run(figures(tmp_path), "--table", "--log", str(tmp_path / "edits.jsonl"))
    assert code == 1
    assert printed.startswith("diagramloop verify: invalid: line 1 of edits.jsonl is no edit")


def test_a_log_that_is_no_plain_file_is_told_in_one_line(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for log in (tmp_path / "pipe", tmp_path, Path("/dev/null")):
        code, printed = run(figures(tmp_path / "figures"), "--table", "--log", str(log))
        assert (code, printed) == (1, f"diagramloop verify: invalid: {log.name} is no plain file\n")


def test_a_log_that_cannot_be_written_is_told_before_anybody_edits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("diagramloop.doors.serve.serve", lambda *_, **__: None)
    log = tmp_path / "absent" / "edits.jsonl"
    code, printed = run(figures(tmp_path / "figures"), "--log", log)
    assert (code, printed) == (1, f"diagramloop verify: {log}: No such file or directory\n")
