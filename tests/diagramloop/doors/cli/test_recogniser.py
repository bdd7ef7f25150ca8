"""``--recogniser``: what reads lines, and what is told where it is none, or where lines are not read."""

from __future__ import annotations

from pathlib import Path

import pytest

from diagramloop.engines.parse.text.recogniser import published
from diagramloop.graph import FlowGraph, Node
from diagramloop.models.pixels import png
from tests.diagramloop.doors.cli.command import run
from tests.diagramloop.engines.parse.text.test_scripts import chart

EMBEDDED = ("--parser", "hmas_embedded")


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "chart.png"
    path.write_bytes(png(chart("Check order", "Отправить ответ")))
    return path


def test_what_is_no_recogniser_is_told_in_a_line(picture: Path, tmp_path: Path) -> None:
    (tmp_path / "broken.onnx").write_bytes(b"no model")
    for name, why in (("nowhere.onnx", "missing: "), (tmp_path / "broken.onnx", "unreadable: "), ("nobody", "nobody")):
        result = run("parse", picture, *EMBEDDED, "--recogniser", name)
        assert result.exit_code == 1
        assert why in result.stderr
        assert result.stderr.count("\n") == 1


class Wordless:
    """A parser that reads no lines."""

    def parse(self, drawing: bytes) -> FlowGraph:
        return FlowGraph(nodes=(Node(id="a"),))


def test_a_parser_that_reads_no_lines_takes_no_recogniser(picture: Path) -> None:
    mine = ("--parser", f"{__name__}:Wordless")
    assert run("parse", picture, *mine).exit_code == 0
    result = run("parse", picture, *mine, "--recogniser", "lexicon")
    assert result.exit_code == 1
    assert "recogniser" in result.stderr


@pytest.mark.parametrize("name", ["lexicon", str(published())])
def test_lines_are_read_by_the_recogniser_and_others_are_counted(picture: Path, name: str) -> None:
    result = run("parse", picture, *EMBEDDED, "--recogniser", name)
    assert result.exit_code == 0
    assert '"Check order"' in result.stdout
    assert result.stdout.isascii()
    assert "lines of text unread: 1 script Cyrillic" in result.stderr


def test_a_line_that_is_not_read_is_a_loss_where_none_may_be(picture: Path) -> None:
    assert run("parse", picture, *EMBEDDED, "--strict").exit_code == 3
