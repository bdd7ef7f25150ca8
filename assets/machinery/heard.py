"""Answers of models while an item was worked on: carried in the item's entry, kept in a table beside the rows.

An item that failed has its account as well. Where no model was asked, there is no table, and an entry is what it would
be without.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from diagramloop.evaluation.heard import counts_of
from diagramloop.models.answers import Account, AnswerCounts, UnreadAnswer

HEARD = "heard"  # in a rejection, and in the metadata of the schema of an entry's rows
TABLE = f"{HEARD}.parquet"
_LONGEST = 1_000_000  # characters of a packed account: twenty answers, each with every character escaped, are 240,000
_COLUMNS = pa.schema([(name, pa.string()) for name in ("id", "roles", "unread")])


@dataclass(frozen=True)
class ItemHeard:
    """The account of one item.

    Attributes:
        id: of the item.
        roles: the counts by role.
        unread: answers that were not understood, the first ones.
    """

    id: str
    roles: Mapping[str, AnswerCounts]
    unread: tuple[UnreadAnswer, ...]


def packed(account: Account) -> str:
    """An account as JSON of plain ASCII, whatever models wrote; empty where nothing was asked."""
    if not account.roles:
        return ""
    unread = [[answer.role, answer.text, answer.why] for answer in account.unread]
    return json.dumps({"roles": account.as_json(), "unread": unread})


def write_heard(folder: Path, accounts: Mapping[str, str]) -> None:
    """Writes the :func:`packed` accounts of an artifact, by item; no file where there is none."""
    rows = []
    for id, account in accounts.items():
        cells = _cells(account)
        if cells is not None:
            rows.append({"id": id, **cells})
    if rows:
        pq.write_table(pa.Table.from_pylist(rows, _COLUMNS), folder / TABLE, compression="zstd")


def _cells(account: str) -> dict[str, str] | None:
    """The cells of an account; None of what no process of ours has packed: systems run in those that say it."""
    try:
        content: dict[str, Any] = json.loads(account) if len(account) <= _LONGEST else {}
        cells = {name: json.dumps(content[name]) for name in ("roles", "unread")}
        _read({"id": "", **cells})
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return cells


def read_heard(folder: Path) -> list[ItemHeard]:
    """The accounts of an artifact; none where no model was asked, or where it was made before they were kept."""
    path = folder / TABLE
    return list(map(_read, pq.read_table(path).to_pylist())) if path.is_file() else []


def _read(row: Mapping[str, str]) -> ItemHeard:
    roles = {role: counts_of(counts) for role, counts in json.loads(row["roles"]).items()}
    unread = tuple(UnreadAnswer(str(role), str(text), str(why)) for role, text, why in json.loads(row["unread"]))
    return ItemHeard(row["id"], roles, unread)
