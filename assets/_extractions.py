"""Extractions in the table of procedural graphs: the graph, its own lines, and every round with what it took."""

from __future__ import annotations

import json
from typing import Any

import pyarrow as pa

from assets._graphs import from_cell, to_cell
from assets.machinery import Row
from diagramloop.engines.extract import Extraction, Round
from diagramloop.models.chat import Usage

USED = ("prompt_tokens", "completion_tokens", "calls", "seconds")

EXTRACTED = pa.schema(
    [(name, pa.string()) for name in ("id", "graph", "text", "rounds")]
    + [(name, pa.int64()) for name in USED[:-1]]
    + [("seconds", pa.float64())]  # that models took when they were first called
)


def row_of(id: str, made: Extraction) -> Row:
    """The row of the extraction of the document ``id``."""
    rounds = [_round_cell(made_in) for made_in in made.rounds]
    return {
        "id": id,
        "graph": to_cell(made.graph),
        "text": made.text,
        "rounds": json.dumps(rounds),
        **_used(made.usage),
    }


def extraction_of(row: Row) -> Extraction:
    """The extraction of a row of the table."""
    rounds = tuple(_round(cell) for cell in json.loads(row["rounds"]))
    return Extraction(from_cell(row["graph"]), rounds, _usage(row), row["text"])


def answer_cell(row: Row) -> str:
    """Content of a row that is scored: the graph and its own lines."""
    return json.dumps([row["graph"], row["text"]])


def answer_of(cell: str) -> Extraction:
    """The extraction of such a cell."""
    graph, text = json.loads(cell)
    return Extraction(from_cell(graph), text=text)


def _round_cell(made: Round) -> dict[str, Any]:
    told = {"graph": to_cell(made.graph), "text": made.text, "suggestions": made.suggestions, "failure": made.failure}
    return {**told, "usage": _used(made.usage), "making": _used(made.making)}


def _round(cell: dict[str, Any]) -> Round:
    used = {name: _usage(cell[name]) for name in ("usage", "making")}
    return Round(
        from_cell(cell["graph"]), tuple(cell["suggestions"]), failure=cell["failure"], text=cell["text"], **used
    )


def _used(usage: Usage) -> dict[str, Any]:
    return {name: getattr(usage, name) for name in USED}


def _usage(used: Row) -> Usage:
    return Usage(**{name: used[name] for name in USED})
