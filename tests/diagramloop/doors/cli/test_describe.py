"""``diagramloop describe``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from diagramloop.graph.formats import read
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.render import Style, draw
from tests.diagramloop.doors.cli.command import run

CHART = "flowchart TD; a[Send the form] --> b{Complete?}; b -- yes --> c[File it]; b -- no --> a"


def test_a_long_description_is_read_back(tmp_path: Path) -> None:
    chart = tmp_path / "form.mmd"
    chart.write_text(CHART)
    assert run("describe", chart, "-o", tmp_path).exit_code == 0
    text = (tmp_path / "form.description.md").read_text()
    graph = read(text, "description")
    assert [node.text for node in graph.nodes] == ["Send the form", "Complete?", "File it"]
    assert [edge.label for edge in graph.edges] == ["", "yes", "no"]
    assert run("convert", tmp_path / "form.description.md", "--to", "mermaid").exit_code == 0


@pytest.mark.parametrize(("form", "part"), [("short", "1 decision, 1 way back."), ("table", "| 2 | Decision |")])
def test_the_other_forms(tmp_path: Path, form: str, part: str) -> None:
    chart = tmp_path / "form.mmd"
    chart.write_text(CHART)
    assert part in run("describe", "--as", form, chart).stdout


def test_of_a_picture_it_says_how_sure_it_is(tmp_path: Path) -> None:
    picture = tmp_path / "form.png"
    picture.write_bytes(draw(read_mermaid(CHART), (Style.MONO,), engine="mermaidx")[Style.MONO].png)
    described = json.loads(run("describe", "--as", "json", picture).stdout)
    assert described["origin"] == "pixels"
    assert 0 < described["estimated_f1"] <= 1
    long = run("describe", picture).stdout
    assert "likely right" in long.splitlines()[-1]
    assert len(read(long, "description").nodes) == 3
