"""The card of an exported data set: what the Hub reads of it, and what people read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import yaml

from diagramloop.doors.hub._licences import redistributable
from diagramloop.doors.hub._tables import COLUMNS

HUB_NAMES = {"cc0-1.0", "cc-by-3.0", "cc-by-4.0", "cc-by-sa-4.0", "apache-2.0", "mit", "bsd-3-clause", "odc-by", "pddl"}
"""Licences that the Hub has a name for, which is SPDX's in lower case."""


def card(name: str, items: Mapping[str, int], licences: Mapping[str, int]) -> str:
    """The text of ``README.md``.

    Args:
        name: of the data set.
        items: how many each configuration has.
        licences: how many items are under each.
    """
    front = yaml.safe_dump(_front(name, items, licences), sort_keys=False, allow_unicode=True)
    parts = [f"---\n{front}---\n", f"# {name}\n", _said(licences), *(_table(kind, items[kind]) for kind in items)]
    return "\n".join(parts)


def _front(name: str, items: Mapping[str, int], licences: Mapping[str, int]) -> dict[str, Any]:
    known = {licence.lower() for licence in licences}
    one = known.pop() if len(known) == 1 else "other"
    files = [
        {"config_name": kind, "data_files": [{"split": "test", "path": f"{kind}/test-*.parquet"}]} for kind in items
    ]
    return {
        "pretty_name": name,
        "license": one if one in HUB_NAMES else "other",
        "tags": ["diagrams", "flowcharts", "diagramloop"],
        "configs": files,
    }


def _said(licences: Mapping[str, int]) -> str:
    told = "\n".join(f"| {licence} | {count} |" for licence, count in sorted(licences.items()))
    held = [] if all(map(redistributable, licences)) else ["Some items **may not be redistributed**.\n"]
    about = (
        "Written by `diagramloop hub export`; read by `datasets.load_dataset`, and by diagramloop as `hub=FOLDER`.\n"
        "Each row says under which licence it is:\n"
    )
    return "\n".join([about, "| licence | items |\n|---|---|", f"{told}\n", *held])


def _table(kind: str, count: int) -> str:
    lines = "\n".join(f"| `{column.name}` | {column.said} |" for column in COLUMNS[kind])
    return f"## {kind}\n\n{count} rows.\n\n| column | what |\n|---|---|\n{lines}\n"
