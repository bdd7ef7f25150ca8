"""``diagramloop read``: the files it leaves, its pages, its exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from diagramloop.graph import formats
from tests.diagramloop.doors.cli.command import run

MERMAID = "# Tea\n\n```mermaid\nflowchart LR\n a[Boil] --> b[Pour]\n```\n\n![](https://example.org/a.png)\n"
DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="260" height="60"><rect x="10" y="10" width="80" height="40"'
    ' fill="#eee"/><text x="30" y="34">Boil</text><rect x="160" y="10" width="80" height="40" fill="#eee"/>'
    '<text x="180" y="34">Pour</text><path d="M90 30 H148" stroke="#000"/><path d="M148 26 L158 30 L148 34 Z"/></svg>'
)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    path = tmp_path / "in" / "tea.md"
    path.write_text(MERMAID, encoding="utf-8")
    return path


def test_a_document_leaves_markdown_a_list_and_each_diagram(page: Path, tmp_path: Path) -> None:
    result = run("read", page, "-o", tmp_path / "out", "-f", "mermaid", "-f", "json", "-f", "drawio")
    assert result.exit_code == 0, result.stderr
    assert "1 diagram, 1 left out" in result.stderr
    out = tmp_path / "out"
    assert sorted(one.name for one in out.iterdir()) == [
        "tea.1.drawio",
        "tea.1.json",
        "tea.1.mmd",
        "tea.json",
        "tea.md",
    ]
    listed = json.loads((out / "tea.json").read_text())
    assert [one["kind"] for one in listed["diagrams"]] == ["flowchart"]
    assert [one["reason"] for one in listed["rejections"]] == ["unsafe"]
    for name, format in (("tea.1.mmd", "mermaid"), ("tea.1.json", "json"), ("tea.1.drawio", "drawio")):
        assert len(formats.read((out / name).read_text(), format).edges) == 1
    assert (out / "tea.md").read_text() == MERMAID


def test_a_drawing_leaves_the_drawing_that_was_read(tmp_path: Path) -> None:
    (tmp_path / "tea.html").write_text(DRAWING)
    assert run("read", tmp_path / "tea.html", "-o", tmp_path / "out", "-f", "excalidraw").exit_code == 0
    assert (tmp_path / "out" / "tea.1.svg").read_text().startswith("<svg")
    scene = formats.read((tmp_path / "out" / "tea.1.excalidraw").read_text(), "excalidraw")
    assert [node.fill for node in scene.nodes] == ["#eeeeee", "#eeeeee"]  # with the colours of the drawing


def test_a_folder_goes_on_after_a_document_that_is_none(page: Path, tmp_path: Path) -> None:
    (page.parent / "broken.pdf").write_bytes(b"nothing")
    (page.parent / "notes.txt").write_text("not a document that is read")
    result = run("read", page.parent, "-o", tmp_path / "out")
    assert result.exit_code == 1
    assert "not a PDF file" in result.stderr
    assert (tmp_path / "out" / "tea.1.mmd").is_file()


def test_results_never_go_over_what_is_read(page: Path) -> None:
    result = run("read", page, "-o", page.parent)
    assert result.exit_code == 1
    assert page.read_text() == MERMAID


@pytest.mark.parametrize("pages", ["0", "x", "3-1", "1-", "1--2", "1-99999999"])
def test_pages_that_are_none_are_told(page: Path, tmp_path: Path, pages: str) -> None:
    assert run("read", page, "-o", tmp_path / "out", "--pages", pages).exit_code == 2


def test_pages_of_what_flows_are_told(page: Path, tmp_path: Path) -> None:
    result = run("read", page, "-o", tmp_path / "out", "--pages", "1,3-4")
    assert (result.exit_code, "no page 1: there are none" in result.stderr) == (1, True)


def test_a_format_that_is_only_read_is_refused(page: Path, tmp_path: Path) -> None:
    assert run("read", page, "-o", tmp_path / "out", "-f", "visio").exit_code == 2
    assert run("read", page, "-o", tmp_path / "out", "-f", "nothing").exit_code == 2


def test_the_command_knows_the_suffixes_that_the_library_reads() -> None:
    from diagramloop.doors.cli.read import SUFFIXES as OF_THE_COMMAND
    from diagramloop.engines.documents import SUFFIXES

    assert OF_THE_COMMAND == SUFFIXES  # two lists, for the library is slow to import
