"""``--min-estimate`` and ``--report``: good, doubtful and refused files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from diagramloop.graph import FlowGraph, Node
from diagramloop.graph.json_form import write_json
from tests.diagramloop.doors.cli.command import run


def written(folder: Path, **estimates: float | None) -> list[Path]:
    paths = []
    for name, estimate in estimates.items():
        path = folder / f"{name}.json"
        graph = FlowGraph(nodes=(Node(id="a", text=name),), estimated_f1=estimate)
        path.write_text(write_json(graph).text)
        paths.append(path)
    return paths


def test_doubtful_files_have_a_folder_a_line_and_an_exit_code(tmp_path: Path) -> None:
    files = written(tmp_path, sure=0.97, unsure=0.6, stated=None)
    out, report = tmp_path / "out", tmp_path / "report.json"
    result = run("convert", *files, "--to", "mermaid", "-o", out, "--min-estimate", "0.9", "--report", report)
    assert result.exit_code == 3
    assert result.stderr.splitlines()[-1] == "diagramloop convert: 2 good, 1 doubtful"
    assert (out / "doubtful" / "unsure.mmd").is_file()
    assert sorted(path.name for path in out.iterdir()) == ["doubtful", "stated.mmd", "sure.mmd"]
    told = json.loads(report.read_text())
    assert told["outcomes"] == {"good": 2, "doubtful": 1}
    assert [(row["outcome"], row["estimate"]) for row in told["files"]] == [
        ("good", 0.97),
        ("doubtful", 0.6),
        ("good", None),
    ]
    assert told["files"][1]["results"] == [str(out / "doubtful" / "unsure.mmd")]


def test_what_is_refused_goes_before_what_is_doubtful(tmp_path: Path) -> None:
    files = written(tmp_path, unsure=0.1)
    (tmp_path / "broken.json").write_text("{")
    report = tmp_path / "report.jsonl"
    result = run(
        "convert", *files, tmp_path / "broken.json", "--to", "dot", "-o", tmp_path / "out",
        "--min-estimate", "0.5", "--report", report,
    )  # fmt: skip
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1] == "diagramloop convert: 1 doubtful, 1 refused"
    rows = [json.loads(line) for line in report.read_text().splitlines()]
    assert [row["outcome"] for row in rows] == ["doubtful", "refused"]
    assert rows[1]["message"].startswith("syntax: ")


def test_an_empty_picture_is_counted_as_no_diagram(tmp_path: Path) -> None:
    from PIL import Image

    picture = tmp_path / "empty.png"
    Image.new("RGB", (300, 200), "white").save(picture)
    result = run("parse", picture, "--report", tmp_path / "report.json")
    assert result.exit_code == 1
    assert json.loads((tmp_path / "report.json").read_text())["outcomes"] == {"not a diagram": 1}


def test_a_report_is_written_over_no_file_that_was_read(tmp_path: Path) -> None:
    (file,) = written(tmp_path, sure=0.97)
    before = file.read_bytes()
    assert run("convert", file, "--to", "dot", "--report", file).exit_code == 1
    assert file.read_bytes() == before


@pytest.mark.parametrize("least", ["2", "-1", "much"])
def test_an_estimate_is_a_share(tmp_path: Path, least: str) -> None:
    (file,) = written(tmp_path, sure=0.97)
    assert run("convert", file, "--to", "dot", "--min-estimate", least).exit_code == 2
