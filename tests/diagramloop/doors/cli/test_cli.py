"""The command as a shell user meets it: streams, folders, failures and exit codes."""

from __future__ import annotations

import errno
import json
import os
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from diagramloop.doors.cli import _batch
from diagramloop.graph import formats
from diagramloop.render import draw
from diagramloop.render.style import Style
from tests.diagramloop.doors.cli.command import CHART, run

ONCE = "hmas_embedded"  # the parser that looks once, and estimates nothing


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pictures") / "chart.png"
    path.write_bytes(draw(CHART, (Style.MONO,), engine="mermaidx")[Style.MONO].png)
    return path


@pytest.mark.parametrize("command", [(), ("render",), ("parse",), ("score",), ("convert",)])
def test_help_says_what_to_type(command: tuple[str, ...]) -> None:
    result = run(*command, "--help")
    assert result.exit_code == 0
    assert "Usage:" in result.stdout


def test_help_keeps_its_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert "[default: default]" in run("render", "--help").stdout
    assert "the exit code is then 1. The papers' licences" in run("papers", "fetch", "--help").stdout


def test_convert_one_file_to_standard_output(chart: Path) -> None:
    result = run("convert", chart, "--to", "json")
    assert result.exit_code == 0
    assert [node["id"] for node in json.loads(result.stdout)["nodes"]] == ["A", "B", "C"]


def test_convert_reads_standard_input(chart: Path) -> None:
    assert run("convert", "-", "--to", "json", stdin=CHART).stdout == run("convert", chart, "--to", "json").stdout


def test_several_files_need_a_folder(chart: Path) -> None:
    result = run("convert", chart, chart, "--to", "json")
    assert result.exit_code == 2
    assert "-o DIR" in result.stderr


def test_one_bad_file_is_reported_and_does_not_stop_the_rest(chart: Path, tmp_path: Path) -> None:
    bad, empty, out = tmp_path / "bad.mmd", tmp_path / "empty.mmd", tmp_path / "out"
    bad.write_text("flowchart TD\n  A[unclosed --> B\n")
    empty.write_bytes(b"")
    result = run("convert", bad, empty, tmp_path / "absent.mmd", chart, "--to", "json", "-o", out)
    assert result.exit_code == 1
    assert [f.name for f in out.iterdir()] == ["chart.json"]
    assert "bad.mmd: syntax: line 2, column 4" in result.stderr
    assert "empty.mmd: empty" in result.stderr
    assert "absent.mmd: No such file" in result.stderr


def test_equal_stems_do_not_overwrite_each_other(chart: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    twin = tmp_path / "other" / "chart.mmd"
    twin.write_text("flowchart TD\n X-->Y\n")
    result = run("convert", chart, twin, "--to", "json", "-o", tmp_path / "out")
    assert result.exit_code == 1
    assert "overwrite" in result.stderr
    assert '"A"' in (tmp_path / "out" / "chart.json").read_text()


def test_an_unknown_suffix_asks_for_the_format(tmp_path: Path) -> None:
    path = tmp_path / "chart.txt"
    path.write_text(CHART)
    assert "add --from" in run("convert", path, "--to", "json").stderr
    assert run("convert", path, "--to", "json", "--from", "mermaid").exit_code == 0


def test_bytes_that_are_no_text_are_an_error(tmp_path: Path) -> None:
    path = tmp_path / "chart.mmd"
    path.write_bytes(b"\xff\xfe\x00")
    result = run("convert", path, "--to", "json")
    assert result.exit_code == 1
    assert "not UTF-8" in result.stderr


def test_what_is_no_plain_file_is_refused_at_once(chart: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    os.mkfifo(tmp_path / "pipe.mmd")
    result = run("convert", tmp_path / "pipe.mmd", "/dev/zero", chart, "--to", "dot", "--from", "mermaid", "-o", out)
    assert result.exit_code == 1
    assert result.stderr.count("not a plain file") == 2
    assert (out / "chart.dot").is_file()


@pytest.mark.parametrize("option", ["--output", "--draw"])
def test_a_folder_that_cannot_be_is_named_in_one_line(option: str, picture: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for bad in (tmp_path / "file", tmp_path / "file" / "deeper"):
        result = run("parse", picture, picture, option, bad)
        assert result.exit_code == 1
        assert result.stderr.startswith(f"diagramloop parse: {bad}: ")
        assert result.stderr.count("\n") == 1


def test_a_file_that_cannot_be_written_is_named(picture: Path, tmp_path: Path) -> None:
    result = run("parse", picture, "--draw", tmp_path / "nowhere" / "over.png")
    assert f"{tmp_path / 'nowhere' / 'over.png'}: No such file or directory" in result.stderr


def test_too_many_bytes_are_not_read(monkeypatch: pytest.MonkeyPatch, chart: Path) -> None:
    monkeypatch.setattr(_batch, "MAX_TEXT_BYTES", 20)
    for given in (run("convert", chart, "--to", "dot"), run("convert", "-", "--to", "dot", stdin=CHART)):
        assert given.exit_code == 1
        assert "too_large: more than 20 bytes" in given.stderr


def test_names_neither_break_a_message_nor_drive_the_terminal(tmp_path: Path) -> None:
    result = run("convert", tmp_path / "a\nb\x1b[31m\u202e.mmd", "--to", "dot")
    assert result.exit_code == 1
    assert result.stderr.endswith(r"a\nb\x1b[31m\u202e.mmd: No such file or directory" + "\n")
    assert result.stderr.count("\n") == 1


def test_texts_do_not_drive_the_terminal(monkeypatch: pytest.MonkeyPatch, capfdbinary: Any) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    _batch.write_stdout(b"a\x1b[31m\tb\nc", ".txt")
    assert capfdbinary.readouterr().out == b"a[31m\tb\nc\n"


@pytest.mark.parametrize("command", [("convert", "--to", "json"), ("render",), ("simulate",), ("extract",)])
def test_what_is_larger_than_any_text_is_not_read(tmp_path: Path, command: tuple[str, ...]) -> None:
    with (tmp_path / "sparse.mmd").open("wb") as file:
        file.truncate(2**30)
    tracemalloc.start()
    try:
        result = run(command[0], tmp_path / "sparse.mmd", *command[1:], "-o", tmp_path / "out")
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert result.exit_code == 1
    assert "too_large: more than 10000000 bytes" in result.stderr
    assert most < 50_000_000


def test_a_file_that_is_not_there_is_told_as_such_whatever_its_suffix(tmp_path: Path) -> None:
    result = run("convert", tmp_path / "absent", "--to", "dot")
    assert (result.exit_code, "No such file" in result.stderr) == (1, True)


def test_render_names_results_after_stem_and_style(chart: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = run("render", chart, "-s", "multi", "-s", "mono", "-f", "png", "-f", "json", "-o", out)
    assert result.exit_code == 0, result.stderr
    assert sorted(f.name for f in out.iterdir()) == [
        f"chart.{style}.{kind}" for style in ("mono", "multi") for kind in ("json", "png")
    ]
    drawn = formats.read((out / "chart.mono.json").read_text(), "json")
    assert all(node.box and node.polygon for node in drawn.nodes)


def test_render_one_style_keeps_the_plain_stem(chart: Path, tmp_path: Path) -> None:
    assert run("render", chart, "--style", "multi", "-o", tmp_path / "out").exit_code == 0
    assert [f.name for f in (tmp_path / "out").iterdir()] == ["chart.png"]


@pytest.mark.parametrize("format", ["mermaid", "json", "dot"])
def test_parse_reads_the_drawing_back(picture: Path, format: str) -> None:
    result = run("parse", picture, "--format", format)
    assert result.exit_code == 0, result.stderr
    graph = formats.read(result.stdout, format)
    assert [node.text for node in graph.nodes] == ["Start", "Ready?", "Go"]
    assert sorted(edge.label for edge in graph.edges) == ["", "no", "yes"]


def test_parse_draws_over_the_picture(picture: Path, tmp_path: Path) -> None:
    over = tmp_path / "over.png"
    assert run("parse", picture, "--draw", over).exit_code == 0
    assert over.read_bytes().startswith(b"\x89PNG")
    assert run("parse", picture, "--draw", tmp_path / "over.jpg").exit_code == 1


def test_parse_asks_the_parser_that_is_named(picture: Path) -> None:
    graphs = [formats.read(run("parse", picture, "-f", "json", *named).stdout, "json") for named in ([], ["-p", ONCE])]
    assert [graph.estimated_edge_f1 is None for graph in graphs] == [False, True]
    assert len({tuple(node.text for node in graph.nodes) for graph in graphs}) == 1


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("hmas_cheked", "no parser 'hmas_cheked'; did you mean 'hmas_checked'?"),
        ("svg_reader", "the parser 'svg_reader' reads no pictures"),
    ],
)
def test_a_parser_that_reads_no_pictures_is_told(picture: Path, name: str, said: str) -> None:
    result = run("parse", picture, "--parser", name)
    assert result.exit_code == 1
    assert said in result.stderr


def test_parse_reads_vector_drawings(tmp_path: Path) -> None:
    drawing = tmp_path / "chart.svg"
    drawing.write_text(draw(CHART, (Style.MONO,), engine="graphviz")[Style.MONO].svg)
    result = run("parse", drawing, "--format", "json", "--draw", tmp_path / "over.png")
    assert result.exit_code == 0, result.stderr
    assert {node["text"] for node in json.loads(result.stdout)["nodes"]} == {"Start", "Ready?", "Go"}
    assert (tmp_path / "over.png").read_bytes().startswith(b"\x89PNG")
    assert run("parse", "-", stdin=drawing.read_bytes()).stdout == run("parse", drawing).stdout


def test_parse_refuses_a_drawing_with_entities(tmp_path: Path) -> None:
    drawing = tmp_path / "chart.svg"
    drawing.write_text('<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/hosts">]><svg>&a;</svg>')
    result = run("parse", drawing)
    assert result.exit_code == 1
    assert "unsafe" in result.stderr


def test_parse_rejects_what_is_no_picture(tmp_path: Path) -> None:
    empty, text = tmp_path / "empty.png", tmp_path / "text.png"
    empty.write_bytes(b"")
    text.write_text("I am a picture")
    result = run("parse", empty, text, "-o", tmp_path / "out")
    assert result.exit_code == 1
    assert "empty.png: empty" in result.stderr
    assert "text.png: unreadable" in result.stderr


def test_no_result_is_written_over_a_file_that_is_read(tmp_path: Path) -> None:
    gold, pred = tmp_path / "gold", tmp_path / "pred"
    for folder in (gold, pred):
        folder.mkdir()
        (folder / "chart.json").write_text(formats.write(formats.read(CHART, "mermaid"), "json").text)
    before = (pred / "chart.json").read_bytes()
    for command in (
        ("convert", pred / "chart.json", "--to", "json", "-o", pred / ".." / "pred"),
        ("score", "-p", pred, "-g", gold, "-o", pred),
        ("score", "-p", pred, "-g", gold, "-o", gold),
    ):
        result = run(*command)
        assert result.exit_code == 1
        assert "which is read" in result.stderr
    assert {(folder / "chart.json").read_bytes() for folder in (gold, pred)} == {before}


def test_no_drawing_is_made_over_the_picture_it_is_of(picture: Path, tmp_path: Path) -> None:
    pictures = tmp_path / "one.png", tmp_path / "two.png"
    for place in pictures:
        place.write_bytes(picture.read_bytes())
    (tmp_path / "link").symlink_to(tmp_path)
    for command in (
        ("parse", *pictures, "--draw", tmp_path / "link", "-o", tmp_path / "out"),
        ("parse", pictures[0], "--draw", pictures[0]),
        ("attribute", pictures[0], "-q", "Ready?", "--draw", pictures[0]),
    ):
        result = run(*command)
        assert (result.exit_code, "which is read" in result.stderr) == (1, True)
    assert {place.read_bytes() for place in pictures} == {picture.read_bytes()}


def test_links_that_lead_nowhere_stop_no_batch(chart: Path, tmp_path: Path) -> None:
    (tmp_path / "loop.mmd").symlink_to("loop.mmd")
    result = run("convert", tmp_path / "loop.mmd", chart, "--to", "dot", "-o", tmp_path / "out")
    assert (result.exit_code, "symbolic links" in result.stderr) == (1, True)
    assert (tmp_path / "out" / "chart.dot").exists()


def test_a_result_is_whole_or_not_there(chart: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    assert run("convert", chart, "--to", "dot", "-o", out).exit_code == 0
    before = (out / "chart.dot").read_bytes()

    def full(path: Path, content: bytes) -> None:
        with path.open("wb") as file:
            file.write(content[:10])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    result = run("convert", chart, "--to", "dot", "-o", out)
    assert (result.exit_code, "No space left" in result.stderr) == (1, True)
    assert [(file.name, file.read_bytes()) for file in out.iterdir()] == [("chart.dot", before)]
