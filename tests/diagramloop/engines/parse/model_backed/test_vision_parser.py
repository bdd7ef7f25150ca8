"""The baseline: one call, picture to graph."""

from __future__ import annotations

import pytest

from diagramloop.engines.parse.model_backed import VisionParser
from diagramloop.errors import ModelError, PictureError, RejectionReason


def test_one_call_and_no_second(chart, sighted, chat, scripted_endpoint):
    parsed = VisionParser(chat()).parse(chart)
    assert [(node.text, node.box) for node in parsed.graph.nodes] == [("first", None), ("second", None)]
    assert [(e.source, e.target, e.label) for e in parsed.graph.edges] == [("N1", "N2", "yes")]
    assert parsed.graph.size == (1200, 800)
    assert parsed.mermaid.startswith("flowchart LR")
    assert VisionParser(chat()).parse(chart).graph == parsed.graph
    assert len(scripted_endpoint.requests) == 1


@pytest.mark.parametrize(
    ("answer", "error", "reason"),
    [
        ("flowchart LR", PictureError, RejectionReason.NO_DIAGRAM),
        ("nothing to see", ModelError, RejectionReason.UNREADABLE),
        ({"refusal": "no"}, ModelError, RejectionReason.REFUSED),
        ("flowchart LR\n" + "\n".join(f"N{i}[x]" for i in range(2_000)), ModelError, RejectionReason.UNREADABLE),
    ],
)
def test_no_graph_has_its_reason(chart, chat, scripted_endpoint, answer, error, reason):
    scripted_endpoint.script = [answer]
    with pytest.raises(error) as caught:
        VisionParser(chat()).parse(chart)
    assert caught.value.reason is reason


def test_no_picture_no_call(chat, scripted_endpoint):
    with pytest.raises(PictureError):
        VisionParser(chat()).parse(b"not a picture")
    assert scripted_endpoint.requests == []
