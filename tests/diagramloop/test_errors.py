"""The complaint of a schema about a document, in one line."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

from diagramloop.errors import first_complaint


class Node(BaseModel):
    id: int


class Chart(BaseModel):
    nodes: list[Node]


def refused(form: Any, raw: object) -> ValidationError:
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(form).validate_python(raw)
    return caught.value


def test_the_first_complaint_says_where_and_how() -> None:
    complaint = first_complaint(refused(Chart, {"nodes": [{"id": 1}, {}, {"id": "x"}]}))
    assert complaint == ("nodes.1.id", "Field required")
    assert str(complaint) == "nodes.1.id: Field required"


def test_a_complaint_of_all_of_it_bears_the_name_of_the_whole() -> None:
    error = refused(Chart, 7)
    assert [first_complaint(error).place, first_complaint(error, "row").place] == ["document", "row"]


def test_steps_into_a_case_of_the_schema_are_passed_over() -> None:
    error = refused(list[Node] | Chart, [{"id": "x"}])
    assert first_complaint(error, below=1).place == "0.id"
