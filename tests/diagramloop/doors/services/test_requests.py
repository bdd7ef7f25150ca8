"""The schema of a request and what is taken: what the one allows the other does not call malformed."""

from __future__ import annotations

import base64
import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.doors.serve.openapi import openapi_document
from diagramloop.doors.services import OPERATIONS
from diagramloop.doors.services.operations import RequestError, answered

_TEXT = st.text(max_size=5)
_BASE64 = st.binary(max_size=7).map(lambda content: base64.b64encode(content).decode()) | st.sampled_from(
    ["a", "=", "é"]
)
_CONTENT = st.fixed_dictionaries({}, optional={"text": st.none() | _TEXT, "base64": st.none() | _BASE64})
_DIAGRAM = st.tuples(_CONTENT, st.sampled_from([{}, {"format": "dot"}, {"format": "A"}, {"more": 1}])).map(
    lambda parts: {**parts[0], **parts[1]}
)
_NUMBER = st.none() | st.integers(-1, 2) | st.just(100_001) | st.just("1")
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "content": _CONTENT,
    "prediction": _DIAGRAM,
    "reference": _DIAGRAM,
    "from": st.none() | st.sampled_from(["mermaid", "Dot", ""]),
    "to": st.sampled_from(["dot", "no such", "", None]),
    "page": _NUMBER,
    "pages": st.lists(_NUMBER, max_size=2) | st.none(),
    "parser": st.sampled_from(["hmas_checked", "os:system"]),
    "metrics": st.lists(st.sampled_from(["edge_f1", " "]), max_size=2),
    "similarity": st.sampled_from(["lexical", "no"]),
    "question": _TEXT,
    "answer": _TEXT | st.none(),
    "attributor": st.sampled_from(["embedded", "no"]),
    "name": _TEXT | st.just("a" * 256),
    "look": st.sampled_from(["source", "pixels", "no such", None]),
}
DOCUMENT = openapi_document()


def schema_of(operation: str) -> dict[str, Any]:
    described = DOCUMENT["paths"][f"/v1/{operation}"]["post"]["requestBody"]["content"]["application/json"]
    return {**described["schema"], "components": DOCUMENT["components"]}


def is_malformed(operation: str, body: bytes, monkeypatch: pytest.MonkeyPatch) -> bool:
    try:
        answered(operation, body)
    except RequestError:
        return True
    return False


@pytest.mark.parametrize("operation", OPERATIONS)
@given(data=st.data())
def test_what_the_schema_allows_is_taken_and_nothing_else(operation: str, data: st.DataObject) -> None:
    schema = schema_of(operation)
    names = schema_names(schema)
    body = data.draw(st.fixed_dictionaries({}, optional={name: FIELDS[name] for name in names}))
    allowed = jsonschema.Draft202012Validator(schema).is_valid(body)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(OPERATIONS[operation]), "function", property(lambda _: lambda request: request))
        assert is_malformed(operation, json.dumps(body).encode(), patch) == (not allowed)


def schema_names(schema: dict[str, Any]) -> list[str]:
    """Names of the fields of a request."""
    model = DOCUMENT["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    assert set(model["properties"]) <= set(FIELDS)
    return list(model["properties"])
