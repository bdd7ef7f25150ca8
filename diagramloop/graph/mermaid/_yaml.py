"""The YAML within a Mermaid document: its front matter, and the fields of a node or an edge."""

from __future__ import annotations

import yaml

from diagramloop.errors import FormatError
from diagramloop.graph._limits import MAX_DEPTH, check_count

MAX_EVENTS = 10_000
"""Scalars and brackets of one mapping; real ones have some ten, a front matter with a whole theme some hundred."""

# The loader that knows strings only: no tags, no objects, "yes" stays "yes". libyaml's where it is built in.
_Loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def read_yaml(text: str, line: int, column: int) -> dict[str, object]:
    """A YAML mapping with string scalars; positions in errors count from ``line`` and ``column``.

    Raises:
        FormatError: not YAML, or not a mapping; TOO_LARGE, more than ``MAX_EVENTS``, or nested deeper than
            ``MAX_DEPTH``.
    """
    try:
        _check_size(text)
        fields = yaml.load(text, Loader=_Loader)  # noqa: S506 (a base loader builds strings, lists, dicts only)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        if mark is not None:
            line, column = line + mark.line, (column if mark.line == 0 else 1) + mark.column
        raise FormatError(f"not YAML: {error.problem}", line=line, column=column) from error
    except yaml.YAMLError as error:
        raise FormatError(f"not YAML: {error}", line=line, column=column) from error
    if not isinstance(fields, dict):
        if fields in (None, ""):
            return {}
        raise FormatError("expected a YAML mapping", line=line, column=column)
    return fields


def _check_size(text: str) -> None:
    """Looks at one event after the other, for the loader calls itself at each bracket until the stack is full."""
    if len(text) <= MAX_DEPTH:  # a bracket takes a character
        return
    depth = 0
    for count, event in enumerate(yaml.parse(text, Loader=_Loader), start=1):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        check_count("brackets of YAML within one another", depth, MAX_DEPTH)
        check_count("scalars and brackets of YAML", count, MAX_EVENTS)
