"""``convert`` reaches every format: by name, by the suffix of the file to write, from folders, with losses told."""

from __future__ import annotations

from pathlib import Path

import pytest

from diagramloop.graph.formats import FORMATS, format_named, read
from diagramloop.graph.mermaid import read_mermaid
from tests.diagramloop.doors.cli.command import run

CHART = "flowchart LR\n  a([Start]) --> b{Ready?}\n  b -- yes --> c[Go]\n"


@pytest.fixture
def chart(tmp_path: Path) -> Path:
    path = tmp_path / "chart.mmd"
    path.write_text(CHART, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "name", [name for name in FORMATS if format_named(name).write and not format_named(name).partial]
)
def test_the_suffix_of_the_file_to_write_chooses_the_format(name: str, chart: Path, tmp_path: Path) -> None:
    target = tmp_path / f"out{format_named(name).result_suffix}"
    done = run("convert", chart, "-o", target)
    assert done.exit_code == 0, done.output
    found = read(target.read_bytes(), name)
    assert [node.text for node in found.nodes] == ["Start", "Ready?", "Go"]
    assert "nodes.box" not in done.stderr  # places that nobody asked for are no loss
    if format_named(name).placed:
        assert len({node.box for node in found.nodes}) == 3


def test_a_folder_stands_for_the_charts_in_it(chart: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no chart")
    done = run("convert", tmp_path, "--to", "drawio", "-o", tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["chart.drawio"]
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "no file in" in run("convert", empty, "--to", "dot").output


def test_a_long_suffix_goes_with_the_stem(chart: Path, tmp_path: Path) -> None:
    picture = tmp_path / "chart.drawio.svg"
    assert run("convert", chart, "-o", picture).exit_code == 0
    assert run("convert", picture, "--to", "mermaid", "-o", tmp_path / "out").exit_code == 0
    (made,) = (tmp_path / "out").iterdir()
    assert made.name == "chart.mmd"
    assert read_mermaid(made.read_text("utf-8")) == read_mermaid(CHART)


def test_several_files_do_not_go_into_one_and_no_format_is_no_guess(chart: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.mmd"
    other.write_text(CHART)
    several = run("convert", chart, other, "-o", tmp_path / "out.dot")
    assert several.exit_code == 2
    assert not (tmp_path / "out.dot").exists()
    assert run("convert", chart).exit_code == 2
    assert run("convert", chart, "--to", "visio").exit_code == 2


def test_a_broken_file_is_named_with_its_reason(tmp_path: Path) -> None:
    broken = tmp_path / "a.pptx"
    broken.write_bytes(b"no archive")
    done = run("convert", broken, "--to", "dot")
    assert done.exit_code == 1
    assert "a.pptx: unreadable" in done.stderr
