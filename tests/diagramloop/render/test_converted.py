"""A graph in a format that needs places: laid out where it has none, and only real losses told."""

from __future__ import annotations

import pytest

from diagramloop.errors import RejectionReason, RenderError
from diagramloop.graph.formats import read
from diagramloop.render import converted as converting
from diagramloop.render.converted import converted

TEA = read("flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a", "mermaid")


def test_a_graph_without_places_gets_them_and_loses_nothing() -> None:
    made = converted(TEA, "drawio")
    assert (made.dropped, made.not_laid_out) == ((), "")
    graph = read(made.content, "drawio")
    assert all(node.box for node in graph.nodes)
    assert [node.text for node in graph.nodes] == ["Start", "Ready?", "Go"]


def test_what_a_format_cannot_carry_is_named() -> None:
    assert "nodes.box" in converted(read(converted(TEA, "drawio").content, "drawio"), "mermaid").dropped


def test_what_cannot_be_laid_out_stands_in_rows_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> object:
        raise RenderError("no engine", reason=RejectionReason.MISSING)

    monkeypatch.setattr(converting, "laid_out", fail)
    made = converted(TEA, "drawio")
    assert made.not_laid_out == "no engine"
    assert len(read(made.content, "drawio").nodes) == 3
