"""Extractors by name."""

from __future__ import annotations

import pytest

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.extract import Extraction, Extractor, extractor
from diagramloop.graph import FlowGraph


class Own:
    """An extractor from outside."""

    name = "own"

    def __init__(self, title: str) -> None:
        self.title = title

    def extract(self, text: str) -> Extraction:
        return Extraction(FlowGraph(title=self.title))


@pytest.mark.parametrize("name", ["nothing", "nowhere:Nothing", "diagramloop.extract:Nothing", ":"])
def test_an_unknown_extractor_is_missing(name: str) -> None:
    with pytest.raises(DiagramloopError) as caught:
        extractor(name)
    assert caught.value.reason is RejectionReason.MISSING


def test_something_else_is_no_extractor() -> None:
    with pytest.raises(DiagramloopError) as caught:
        extractor("diagramloop.graph:FlowGraph")
    assert caught.value.reason is RejectionReason.INVALID


def test_options_reach_ones_own_extractor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("diagramloop.extract.Own", Own, raising=False)
    made = extractor("diagramloop.extract:Own", title="mine")
    assert isinstance(made, Extractor)
    assert made.extract("").graph.title == "mine"
