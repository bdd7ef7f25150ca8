"""Requests are checked, and answered as the library answers them."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

import diagramloop
from diagramloop.doors.python.answers import MOST_DOUBTS, FileContent, doubts
from diagramloop.doors.services import OPERATIONS, answered
from diagramloop.doors.services.operations import RequestError
from diagramloop.doors.services.requests import AttributorName, ParserName
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import Edge, FlowGraph, Group, Node
from diagramloop.graph.formats import read
from tests.diagramloop.doors.services.asked_pictures import MERMAID, picture

LONGER = f"{MERMAID}    C --> D[Drink]\n"


def asked(operation: str, **request: Any) -> Any:
    return answered(operation, json.dumps(request).encode()).model_dump()


def test_a_picture_is_read_as_the_library_reads_it() -> None:
    found = asked("parse", content={"base64": base64.b64encode(picture()).decode()})
    assert found["document"]["text"] == diagramloop.read(picture()).mermaid
    assert (found["nodes"], found["edges"], found["dropped"]) == (3, 2, ())
    assert 0 < found["confidence"] <= 1


def test_the_bytes_of_a_file_are_a_request_too() -> None:
    drawn = answered("parse", {"to": "drawio"}, picture()).model_dump()["document"]
    graph = read(drawn["text"], "drawio")
    assert [node.text for node in graph.nodes] == ["Start", "Boil water", "Pour"]
    assert all(node.box for node in graph.nodes)


def test_a_diagram_is_converted_and_losses_are_named() -> None:
    drawn = asked("convert", content={"text": MERMAID}, to="drawio")
    assert (drawn["nodes"], drawn["edges"], drawn["dropped"]) == (3, 2, ())
    back = answered("convert", {"from": "drawio", "to": "mermaid"}, drawn["document"]["text"].encode()).model_dump()
    assert "nodes.box" in back["dropped"]
    assert read(back["document"]["text"], "mermaid") == read(MERMAID, "mermaid")


def test_binary_documents_are_base64() -> None:
    found = asked("convert", content={"text": MERMAID}, to="powerpoint")
    document = FileContent(**found["document"])
    assert document.text is None
    assert document.data[:2] == b"PK"


def test_a_prediction_is_scored_in_the_metrics_that_are_asked_for() -> None:
    found = asked(
        "score", prediction={"text": MERMAID}, reference={"text": LONGER}, metrics=["node_precision", "node_recall"]
    )
    assert [(one["metric"], one["value"]) for one in found["scores"]] == [
        ("node_precision", 1.0),
        ("node_recall", 0.75),
    ]
    assert found["compared_by"] == "texts"
    every = asked("score", prediction={"text": MERMAID}, reference={"text": MERMAID})["scores"]
    assert {"node_f1", "edge_f1"} <= {one["metric"] for one in every if one["value"] == 1.0}
    assert all(one["missing"] for one in every if one["value"] is None)


def test_a_prediction_that_cannot_be_read_counts_as_nothing_and_that_is_told() -> None:
    for prediction in ({"text": "I am sorry, I cannot see a chart."}, {"base64": "////", "format": "powerpoint"}):
        answer = asked("score", prediction=prediction, reference={"text": MERMAID}, metrics=["text/node_f1"])
        assert [score["value"] for score in answer["scores"]] == [0.0]
        assert answer["unread"].startswith("the prediction: ")
    assert asked("score", prediction={"text": MERMAID}, reference={"text": MERMAID})["unread"] == ""


def test_places_count_where_both_sides_have_them() -> None:
    drawn = asked("convert", content={"text": MERMAID}, to="drawio")["document"]["text"]
    placed, bare = {"text": drawn, "format": "drawio"}, {"text": MERMAID}
    for prediction, reference, by in ((placed, placed, "places"), (placed, bare, "texts"), (bare, placed, "texts")):
        found = asked("score", prediction=prediction, reference=reference, metrics=["edge_f1"])
        assert (found["scores"][0]["value"], found["compared_by"]) == (1.0, by)


def test_an_answer_is_grounded_in_a_diagram() -> None:
    request = {"content": {"text": MERMAID}, "from": "mermaid", "question": "What is boiled?", "answer": "water"}
    assert [one["text"] for one in asked("attribute", **request)["nodes"]] == ["Boil water"]


def test_an_answer_is_grounded_in_a_picture() -> None:
    found = answered("attribute", {"question": "What is boiled?", "answer": "water"}, picture()).model_dump()
    assert [one["text"] for one in found["nodes"]] == ["Boil water"]
    assert found["nodes"][0]["box"]
    assert found["nodes"][0]["id"] in found["chart"]


def test_the_diagrams_of_a_document_come_with_its_text() -> None:
    page = f"# Tea\n\n```mermaid\n{MERMAID}```\n\n![gone](https://example.org/x.png)\n"
    found = answered("read", {"name": "tea.md"}, page.encode()).model_dump()
    assert [(one["kind"], one["number"]) for one in found["diagrams"]] == [("flowchart", 1)]
    assert "# Tea" in found["markdown"]


def test_pages_may_be_a_text_as_an_address_has_them() -> None:
    takes = OPERATIONS["read"].takes
    for pages in ("1,2", ["1", "2"], [1, 2], ["1,2"]):
        made: Any = takes.model_validate({"content": {"text": ""}, "name": "a.pdf", "pages": pages})
        assert made.pages == (1, 2)


@pytest.mark.parametrize(
    ("operation", "request_", "what"),
    [
        ("parse", {"content": {"text": "x"}, "parser": "os:system"}, "parser"),
        ("parse", {"content": {"text": "x"}, "to": "package.module:FORMAT"}, "to"),
        ("parse", {"content": {"text": "x"}, "page": 0}, "page"),
        ("parse", {"content": {"text": "x", "base64": "eA=="}}, "content"),
        ("parse", {"content": {}}, "content"),
        ("parse", {"content": {"base64": "%%%"}}, "content.base64"),
        ("parse", {"content": {"text": "x"}, "more": 1}, "more"),
        ("convert", {"content": {"text": "x"}, "from": "/etc/passwd", "to": "dot"}, "from"),
        ("score", {"prediction": {"text": ""}, "reference": {"text": ""}, "similarity": "/model"}, "similarity"),
        ("score", {"prediction": {"text": ""}, "reference": {"text": ""}, "metrics": ["a:b"]}, "metrics.0"),
        ("attribute", {"content": {"text": "x"}, "question": "?", "attributor": "kosmos2"}, "attributor"),
        ("attribute", {"content": {"text": "x"}, "question": "x" * 5_001}, "question"),
        ("read", {"content": {"text": "x"}, "name": ""}, "name"),
    ],
)
def test_what_is_no_request_is_told_by_its_place(operation: str, request_: dict[str, Any], what: str) -> None:
    with pytest.raises(RequestError, match=what):
        asked(operation, **request_)


@pytest.mark.parametrize("request_", [b"", b"{", b"[]", b"null", b"\xff", b"[" * 100_000])
def test_what_is_no_json_object_is_no_request(request_: bytes) -> None:
    for operation in (*OPERATIONS, "package.module:Class"):
        with pytest.raises(RequestError):
            answered(operation, request_)


@pytest.mark.parametrize(
    ("operation", "request_", "content", "reason"),
    [
        ("parse", {}, b"no picture", RejectionReason.UNREADABLE),
        ("parse", {"to": "nothing"}, b"", RejectionReason.UNSUPPORTED),
        ("parse", {"page": 2}, b"\x89PNG", RejectionReason.MISSING),
        ("convert", {"to": "dot"}, b"flowchart TD\n a[", RejectionReason.SYNTAX),
        ("convert", {"to": "svg", "from": "mermaid"}, b"\xff\xfe", RejectionReason.UNREADABLE),
        ("read", {"name": "a.exe"}, b"MZ", RejectionReason.UNSUPPORTED),
        ("score", {}, b"", RejectionReason.UNSUPPORTED),
    ],
)
def test_what_cannot_be_done_has_the_reason_of_the_library(
    operation: str, request_: dict[str, Any], content: bytes, reason: RejectionReason
) -> None:
    with pytest.raises(DiagramloopError) as caught:
        answered(operation, request_, content)
    assert caught.value.reason is reason


def test_a_metric_of_more_than_two_graphs_is_not_asked_here() -> None:
    both = {"prediction": {"text": MERMAID}, "reference": {"text": MERMAID}}
    with pytest.raises(DiagramloopError, match="no metric"):
        asked("score", **both, metrics=["no/such"])


def test_doubts_are_the_least_sure_first_and_few() -> None:
    graph = read("flowchart TD\n" + "\n".join(f" a{at} -->|l{at}| a{at + 1}" for at in range(40)), "mermaid")
    unsure = graph.replace(
        edges=tuple(
            edge.model_copy(update={"confidence": at / 50, "label_confidence": 0.95})
            for at, edge in enumerate(graph.edges)
        )
    )
    found = doubts(unsure)
    assert len(found) == MOST_DOUBTS
    assert [one.confidence for one in found] == sorted(at / 50 for at in range(MOST_DOUBTS))
    assert {one.element for one in found} == {"edge"}
    assert doubts(graph) == ()


def test_a_misread_text_is_a_doubt_of_its_own_and_so_is_a_label_that_may_be_missing() -> None:
    sure = {"confidence": 0.99}
    nodes = (
        Node(id="a", text="Receive orden", text_confidence=0.3, **sure),
        Node(id="b", text="Pay", text_confidence=0.95, **sure),
    )
    edges = (
        Edge(source="a", target="b", label_confidence=0.5, **sure),
        Edge(source="b", target="a", label="n0", label_confidence=0.4, **sure),
    )
    graph = FlowGraph(nodes=nodes, edges=edges, groups=(Group(id="g", text="Shap", text_confidence=0.2),))
    assert [(doubt.element, doubt.what, doubt.confidence) for doubt in doubts(graph)] == [
        ("text", "g: Shap", 0.2),
        ("text", "a: Receive orden", 0.3),
        ("label", "b -> a: n0", 0.4),
        ("label", "a -> b: no label", 0.5),
    ]


def test_the_systems_that_are_offered_need_no_weights_of_others() -> None:
    from typing import get_args

    from diagramloop.engines.attribute import ATTRIBUTORS
    from diagramloop.evaluation.contestants.parsers import PARSERS

    assert set(get_args(ParserName)) < set(PARSERS)
    assert set(get_args(AttributorName)) < set(ATTRIBUTORS)
    for name in get_args(AttributorName):
        ATTRIBUTORS.made(name)
