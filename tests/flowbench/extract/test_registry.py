"""Extractors by name."""

from __future__ import annotations

import pytest

from flowbench.errors import FlowbenchError, RejectionReason
from flowbench.extract import Extraction, Extractor, extractor
from flowbench.graph import FlowGraph


class Own:
    """An extractor from outside."""

    name = "own"

    def __init__(self, title: str) -> None:
        self.title = title

    def extract(self, text: str) -> Extraction:
        return Extraction(FlowGraph(title=self.title))


@pytest.mark.parametrize("name", ["nothing", "nowhere:Nothing", "flowbench.extract:Nothing", ":"])
def test_an_unknown_extractor_is_missing(name: str) -> None:
    with pytest.raises(FlowbenchError) as caught:
        extractor(name)
    assert caught.value.reason is RejectionReason.MISSING


def test_something_else_is_no_extractor() -> None:
    with pytest.raises(FlowbenchError) as caught:
        extractor("flowbench.graph:FlowGraph")
    assert caught.value.reason is RejectionReason.INVALID


def test_options_reach_ones_own_extractor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flowbench.extract.Own", Own, raising=False)
    made = extractor("flowbench.extract:Own", title="mine")
    assert isinstance(made, Extractor)
    assert made.extract("").graph.title == "mine"
