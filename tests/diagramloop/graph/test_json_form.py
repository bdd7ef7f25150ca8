from __future__ import annotations

import json

import pytest
from hypothesis import given

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph import SCHEMA, FlowGraph, Node
from diagramloop.graph.json_form import read_json, write_json
from tests.diagramloop.graph.graphs import graphs

HEAD = f'"schema": "{SCHEMA}"'


@given(graph=graphs())
def test_nothing_is_lost(graph: FlowGraph) -> None:
    written = write_json(graph)
    assert (read_json(written.text), written.dropped) == (graph, ())
    assert json.loads(written.text) == graph.to_dict()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", RejectionReason.EMPTY),
        ("{", RejectionReason.SYNTAX),
        ("[1, NaN]", RejectionReason.SYNTAX),
        ('{"a": 1, "a": 2}', RejectionReason.INVALID),
        ("[" * 100_000 + "]" * 100_000, RejectionReason.TOO_LARGE),
        ("9" * 10_000, RejectionReason.TOO_LARGE),
        ('"\0"', RejectionReason.UNREADABLE),
        ("{}", RejectionReason.INVALID),
        ('{"schema": "diagramloop/graph/2", "nodes": []}', RejectionReason.INVALID),
        (f'{{{HEAD}, "nodes": [{{"id": 1}}]}}', RejectionReason.INVALID),
        (f'{{{HEAD}, "nodes": [{{"id": "a", "colour": "red"}}]}}', RejectionReason.INVALID),
        (f'{{{HEAD}, "nodes": [{{"id": "a", "box": [0, 0, 1]}}]}}', RejectionReason.INVALID),
        (f'{{{HEAD}, "nodes": [{{"id": "a", "box": [0, 0, 1, 1e999]}}]}}', RejectionReason.INVALID),
        (f'{{{HEAD}, "nodes": [{{"id": "a"}}, {{"id": "a"}}]}}', RejectionReason.INVALID),
        (f'{{{HEAD}, "edges": [{{"source": "a", "target": "b"}}]}}', RejectionReason.INVALID),
        (f'{{{HEAD}, "nodes": [{",".join(["0"] * 30_000)}]}}', RejectionReason.TOO_LARGE),
    ],
)
def test_hostile_documents_are_refused_with_a_reason(text: str, reason: RejectionReason) -> None:
    with pytest.raises(FormatError) as caught:
        read_json(text)
    assert caught.value.reason is reason


def test_errors_say_where() -> None:
    with pytest.raises(FormatError) as caught:
        read_json('{\n  "schema": oops}')
    assert (caught.value.line, caught.value.column) == (2, 13)
    with pytest.raises(FormatError, match=r"nodes\.0\.kind"):
        read_json(f'{{{HEAD}, "nodes": [{{"id": "a", "kind": "wizard"}}]}}')


def test_groups_nested_without_end_are_refused() -> None:
    groups = [{"id": f"g{i}", "parent": f"g{i + 1}"} for i in range(999)] + [{"id": "g999"}]
    with pytest.raises(FormatError) as caught:
        read_json(json.dumps({"schema": SCHEMA, "groups": groups}))
    assert caught.value.reason is RejectionReason.TOO_LARGE


def test_one_element_a_line() -> None:
    text = write_json(FlowGraph(nodes=(Node(id="a"), Node(id="b")))).text
    assert text.count("\n") == 8
    assert '    {"id": "a", "text": "", "kind": "process"},\n' in text
