"""The baseline: one call, picture to graph."""

from __future__ import annotations

import pytest

from diagramloop.errors import ModelError, PictureError, RejectionReason
from diagramloop.parse.model_backed import vision_parser


def test_one_call_and_no_second(chart, sighted, chat, scripted_endpoint):
    parsed = vision_parser(chart, chat())
    assert [(node.text, node.box) for node in parsed.graph.nodes] == [("first", None), ("second", None)]
    assert [(e.source, e.target, e.label) for e in parsed.graph.edges] == [("N1", "N2", "yes")]
    assert parsed.graph.size == (1200, 800)
    assert parsed.mermaid.startswith("flowchart LR")
    assert vision_parser(chart, chat()).graph == parsed.graph
    assert len(scripted_endpoint.requests) == 1


@pytest.mark.parametrize(
    ("answer", "error", "reason"),
    [
        ("flowchart LR", PictureError, RejectionReason.NO_DIAGRAM),
        ("nothing to see", ModelError, RejectionReason.UNREADABLE),
        ({"refusal": "no"}, ModelError, RejectionReason.REFUSED),
        ("flowchart LR\n" + "\n".join(f"N{i}[x]" for i in range(2_000)), ModelError, RejectionReason.TOO_LARGE),
    ],
)
def test_no_graph_has_its_reason(chart, chat, scripted_endpoint, answer, error, reason):
    scripted_endpoint.script = [answer]
    with pytest.raises(error) as caught:
        vision_parser(chart, chat())
    assert caught.value.reason is reason


def test_no_picture_no_call(chat, scripted_endpoint):
    with pytest.raises(PictureError):
        vision_parser(b"not a picture", chat())
    assert scripted_endpoint.requests == []
