"""The JSON form ``flowbench/graph/1``: everything a FlowGraph holds."""

from __future__ import annotations

import json
from typing import Any

from pydantic import ValidationError

from flowbench.errors import FormatError, RejectionReason
from flowbench.graph._limits import MAX_EDGES, MAX_NODES, check_count, check_document
from flowbench.graph._model import SCHEMA, FlowGraph
from flowbench.graph._written import Written


def read_json(text: str) -> FlowGraph:
    """The graph in its JSON form.

    Raises:
        FormatError: not JSON, another schema, unknown or malformed fields, repeated keys, or beyond a cap.
        GraphError: well formed, but a contradiction.
    """
    body = load_object(text)
    if body.pop("schema", None) != SCHEMA:
        raise FormatError(f"expected the schema {SCHEMA!r}", reason=RejectionReason.INVALID)
    for what, limit in (("nodes", MAX_NODES), ("edges", MAX_EDGES), ("groups", MAX_NODES)):
        check_count(what, len(body.get(what, ())), limit)
    try:
        return FlowGraph(**body)
    except (ValidationError, TypeError) as error:
        raise FormatError(" ".join(str(error).split()), reason=RejectionReason.INVALID) from error


def write_json(graph: FlowGraph) -> Written:
    """The graph in its JSON form, one line per node and edge."""
    return Written(json.dumps(graph.to_dict(), ensure_ascii=False, indent=1) + "\n", ())


def load_object(text: str) -> dict[str, Any]:
    """A JSON object, strictly: no NaN, no repeated keys, no bottomless nesting.

    Raises:
        FormatError: see above.
    """
    check_document(text)
    try:
        body = json.loads(text, parse_constant=_no_constant, object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        raise FormatError(error.msg, line=error.lineno, column=error.colno) from error
    except RecursionError as error:
        raise FormatError("nested too deeply", reason=RejectionReason.TOO_LARGE) from error
    if not isinstance(body, dict):
        raise FormatError("expected a JSON object", reason=RejectionReason.INVALID)
    return body


def _no_constant(name: str) -> None:
    raise FormatError(f"{name} is no JSON number")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    body = dict(pairs)
    if len(body) != len(pairs):
        raise FormatError("an object with a repeated key", reason=RejectionReason.INVALID)
    return body
