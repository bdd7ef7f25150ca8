"""Automatic labels from a real local server."""

from __future__ import annotations

import json

import pytest

from diagramloop.data.sources import QuestionType
from diagramloop.engines.attribute import AttributionError, AttributionTask
from diagramloop.engines.attribute.labelling import AutomaticLabels
from diagramloop.errors import RejectionReason
from diagramloop.graph import Edge, FlowGraph, Node

CHART = FlowGraph(
    nodes=(Node(id="n-1", text="Begin"), Node(id="n-2", text='Say "A"')), edges=(Edge(source="n-1", target="n-2"),)
)
TASK = AttributionTask("q", CHART, "What is said?", "A")


def label(endpoint, *script):
    endpoint.script = script
    chat = {"model": "scripted", "base_url": endpoint.base_url, "attempts": 1}
    return AutomaticLabels(chat).label(TASK, QuestionType.FACT_RETRIEVAL)


def test_a_label(scripted_endpoint):
    found = label(scripted_endpoint, '```json\n{"nodes": ["B", "Z"], "reason": " B says it. "}\n```')
    assert (found.nodes, found.reason, found.usage.calls) == (("n-2",), "B says it.", 1)
    asked = json.loads(scripted_endpoint.requests[0]["messages"][1]["content"])
    assert asked["type"] == "fact_retrieval"
    assert "Begin" in asked["flowchart"]
    assert "n-2" not in asked["flowchart"]
    assert '"A"' not in scripted_endpoint.requests[0]["messages"][0]["content"]


@pytest.mark.parametrize(
    ("answer", "reason"), [('{"nodes": ["A"]}', ""), ('{"nodes": ["A"], "reason": 7}', ""), ("A", "")]
)
def test_a_label_without_a_reason(scripted_endpoint, answer, reason):
    assert label(scripted_endpoint, answer).reason == reason


@pytest.mark.parametrize("answer", ["I do not know.", '{"nodes": []}', '{"nodes": ["n-1"]}', "[]"])
def test_no_label(scripted_endpoint, answer):
    with pytest.raises(AttributionError) as caught:
        label(scripted_endpoint, answer)
    assert caught.value.reason is RejectionReason.EMPTY
