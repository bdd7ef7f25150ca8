"""The page's data: what the tables rank; items are :mod:`diagramloop.report._items`.

A page that is opened from disk may not fetch files, so the data are scripts that hand one JSON value to the page
(:func:`script`). Texts from outside are values in it, never keys, and never anything but text.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from diagramloop.evaluation.published.beside import beside
from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.report._order import in_order
from diagramloop.report._rows import Board, boards

ALL = "all items"
TESTED = ("metric", "first", "second")
_STATED = ("controls", "ranking_note", "notes", "measured_by", "unlike", "void", "answers", "worth")
Row = Mapping[str, Any]


def script(name: str, value: Any) -> str:
    """A script that hands ``value`` to the page under ``name``, without anything that could end a script."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).replace("<", "\\u003c")
    return f"diagramloop.receive({json.dumps(name)},{text});\n"


def board_data(
    rows: Iterable[LeaderboardRow], strata: Iterable[Row], differences: Iterable[Row]
) -> list[dict[str, Any]]:
    """The boards, each for all items and for every stratum, with the paired tests between its systems.

    Args:
        strata: rows with the fields of a :class:`LeaderboardRow`, ``axis`` and ``stratum``.
        differences: rows with ``task``, ``data``, ``metric``, ``first``, ``second``, ``difference``, ``p_value`` and
            ``items``.
    """
    tests = _grouped(differences, lambda row: (row["task"], row["data"]))
    parts = _grouped(strata, lambda row: (row["task"], row["data"]))
    shown = []
    for board in boards(rows):
        if not board.no_system:
            key = (board.task, board.data)
            own = _board_row(board)
            own["lower"] = [metric for metric in board.metrics if not board.higher_is_better(metric)]
            own["parts"] = [_part(ALL, board, board), *_strata_parts(board, parts.get(key, []))]
            own["tests"] = list(map(_test_row, tests.get(key, [])))
            own |= _published(board)
            shown.append(own)
    return shown


def _test_row(row: Row) -> list[Any]:
    return [*(row[name] for name in TESTED), short(row["difference"]), short(row["p_value"]), row["items"]]


def _published(board: Board) -> dict[str, Any]:
    """Published systems with a value for each metric or None, and why others are not beside them."""
    same = beside(board.task, board.data, max(row.items for _, cells in board.systems for row in cells.values()))
    order = (*board.columns, *board.further)
    rows = [[row.system, row.source, [short(row.values.get(metric)) for metric in order]] for row in same.rows]
    return {"published": rows, "refused": same.refused}


def _board_row(board: Board) -> dict[str, Any]:
    """The words of a board's own table, besides its values."""
    metrics = [*board.columns, *board.further]
    row = {"task": board.task, "data": board.data, "items": board.items, "metrics": metrics}
    return row | {"shown": len(board.columns)} | {name: getattr(board, name) for name in _STATED}


def _strata_parts(whole: Board, strata: Sequence[Row]) -> list[dict[str, Any]]:
    axes = _grouped(strata, lambda row: (row["axis"],))
    named = {axis: _grouped(rows, lambda row: (row["stratum"],)) for (axis,), rows in sorted(axes.items())}
    return [
        _part(f"{axis}: {stratum}", _stratum_board(by_stratum[stratum,]), whole)
        for axis, by_stratum in named.items()
        for stratum in in_order(sorted(name for (name,) in by_stratum))
    ]


def _stratum_board(strata: Iterable[Row]) -> Board:
    names = [field.name for field in fields(LeaderboardRow)]
    (board,) = boards(LeaderboardRow(**{name: row[name] for name in names if name in row}) for row in strata)
    return board


def _part(label: str, board: Board, whole: Board) -> dict[str, Any]:
    order = (*whole.columns, *whole.further)
    systems = [[system, [_cell(whole, cells.get(metric)) for metric in order]] for system, cells in board.systems]
    return {"label": label, "systems": systems}


def _cell(whole: Board, row: LeaderboardRow | None) -> list[Any]:
    """Value, interval, number of charts, why there is no value or none of some items, items scored, items there are.

    Last, 1 if it was measured by the instruments that rank on the whole board, and says something of the system there.
    """
    if row is None:
        return [None, None, None, 0, "not measured", 0, 0, 0]
    values = [short(row.value), short(row.low), short(row.high), row.n, row.reason, row.scored, row.items]
    return [*values, int(whole.is_alike(row) and row.system not in whole.void)]


def shares(listed: Iterable[Mapping[str, Any]], rows: Iterable[LeaderboardRow]) -> list[str]:
    """For each board, how many of its items there are to see."""
    seen = Counter((item["task"], item["data"]) for item in listed)
    every: dict[tuple[str, str], int] = {}
    for row in rows:
        every[row.task, row.data] = max(every.get((row.task, row.data), 0), row.items)
    return [_share(task, data, count, every.get((task, data), 0)) for (task, data), count in sorted(seen.items())]


def _share(task: str, data: str, shown: int, every: int) -> str:
    return f"{task} on {data}: {f'all {shown}' if shown >= every else f'the worst {shown} of {every}'}"


def _grouped(rows: Iterable[Any], key: Callable[[Any], tuple[str, ...]]) -> dict[tuple[str, ...], list[Any]]:
    """Rows by key, in order of first appearance."""
    groups: dict[tuple[str, ...], list[Any]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups


def short(value: float | None) -> float | None:
    """Six decimals: what is shown has three."""
    return None if value is None else round(value, 6)
