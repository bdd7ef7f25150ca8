"""The JSON form of a graph, ``diagramloop/graph/1``: the one that loses nothing."""

from __future__ import annotations

import json
import re
from itertools import accumulate
from typing import Any

from pydantic import ValidationError

from diagramloop.errors import FormatError, GraphError, RejectionReason, first_complaint
from diagramloop.graph._limits import MAX_DEPTH, MAX_EDGES, MAX_NODES, check_count, check_document
from diagramloop.graph._model import SCHEMA, FlowGraph
from diagramloop.graph._nesting import check_nesting
from diagramloop.graph._written import Written

_BESIDE_BRACKETS = re.compile(r'(?:"(?:[^"\\]++|\\.)*+"?|[^"\[{\]}]++)++', re.DOTALL)
"""A string that is never closed goes on to the end: no parser comes to the brackets in it."""
_STEP = {"[": 1, "{": 1, "]": -1, "}": -1}


def read_json(text: str) -> FlowGraph:
    """Read the JSON form (:meth:`diagramloop.graph.FlowGraph.to_dict`), strictly.

    Raises:
        FormatError: SYNTAX with line and column (not JSON, NaN or Infinity, a repeated key); TOO_LARGE
            (size, depth, counts); INVALID (another schema, unknown or missing fields, wrong types, a
            graph that contradicts itself).

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
        >>> from diagramloop.graph.json_form import read_json, write_json
        >>> read_json(write_json(tea).text) == tea
        True
    """
    body = parse_json(text)
    if not isinstance(body, dict) or body.get("schema") != SCHEMA:
        raise FormatError(f'expected an object with "schema": "{SCHEMA}"', reason=RejectionReason.INVALID)
    for name, limit in (("nodes", MAX_NODES), ("edges", MAX_EDGES), ("groups", MAX_NODES)):
        if isinstance(body.get(name), list):
            check_count(name, len(body[name]), limit)
    fields = {key: value for key, value in body.items() if key != "schema"}
    try:
        return check_nesting(FlowGraph.model_validate_json(json.dumps(fields), strict=True))
    except ValidationError as error:
        raise FormatError(str(first_complaint(error)), reason=RejectionReason.INVALID) from error
    except GraphError as error:
        raise FormatError(str(error), reason=RejectionReason.INVALID) from error


def write_json(graph: FlowGraph) -> Written:
    """Write the JSON form, indented, one element per line; nothing is dropped."""
    return Written(render_json(graph.to_dict()), ())


def render_json(body: dict[str, Any]) -> str:
    """JSON with one list element per line, so that diffs of graphs stay readable."""
    lines = []
    for key, value in body.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            rows = ",\n".join("    " + _compact(row) for row in value)
            lines.append(f"  {_compact(key)}: [\n{rows}\n  ]")
        else:
            lines.append(f"  {_compact(key)}: {_compact(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def parse_json(text: str) -> Any:
    """Parse hostile JSON.

    Raises:
        FormatError: SYNTAX, EMPTY, UNREADABLE, TOO_LARGE, or INVALID for a repeated key.
    """
    check_document(text)
    _check_depth(text)
    try:
        return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_unique_keys)
    except json.JSONDecodeError as error:
        raise FormatError(f"not JSON: {error.msg}", line=error.lineno, column=error.colno) from error
    except FormatError:
        raise
    except ValueError as error:  # an integer of more digits than Python converts
        raise FormatError(f"not JSON: {error}", reason=RejectionReason.TOO_LARGE) from error


def _check_depth(text: str) -> None:
    """Refuse nesting that would exhaust a recursive parser's stack."""
    brackets = _BESIDE_BRACKETS.sub("", text)
    check_count("nested brackets", max(accumulate(map(_STEP.__getitem__, brackets)), default=0), MAX_DEPTH)


def _refuse_constant(name: str) -> Any:
    raise FormatError(f"not JSON: {name}")


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    body = dict(pairs)
    if len(body) != len(pairs):
        keys = [key for key, _ in pairs]
        repeated = next(key for key in keys if keys.count(key) > 1)
        raise FormatError(f"repeated key {repeated!r}", reason=RejectionReason.INVALID)
    return body


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))
