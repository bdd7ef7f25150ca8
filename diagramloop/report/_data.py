"""The page's data: what the tables rank, which items there are, and all that is shown of one item.

A page that is opened from disk may not fetch files, so the data are scripts that hand one JSON value to the page
(:func:`script`). Texts from outside are values in it, never keys, and never anything but text.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.report._marks import Mark
from diagramloop.report._order import in_order
from diagramloop.report._rows import Board, boards
from diagramloop.report._sample import Panel, Sample

ALL = "all items"
TESTED = ("metric", "first", "second")
Hang = Callable[[bytes], str]
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
    return [
        {
            "task": board.task,
            "data": board.data,
            "items": board.items,
            "metrics": [*board.columns, *board.further],
            "shown": len(board.columns),
            "controls": board.controls,
            "ranking_note": board.ranking_note,
            "notes": board.notes,
            "measured_by": board.measured_by,
            "unlike": board.unlike,
            "worth": board.worth,
            "lower": [metric for metric in board.metrics if not board.higher_is_better(metric)],
            "parts": [_part(ALL, board, board), *_strata_parts(board, parts.get((board.task, board.data), []))],
            "tests": [
                [*(row[name] for name in TESTED), _short(row["difference"]), _short(row["p_value"]), row["items"]]
                for row in tests.get((board.task, board.data), [])
            ],
        }
        for board in boards(rows)
        if not board.no_system
    ]


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

    Last, 1 if it was measured by the instruments that rank on the whole board.
    """
    if row is None:
        return [None, None, None, 0, "not measured", 0, 0, 0]
    told = [_short(row.value), _short(row.low), _short(row.high), row.n, row.reason, row.scored, row.items]
    return [*told, int(whole.is_alike(row))]


def item_data(
    samples: Iterable[Sample], hang: Hang, controls: Collection[tuple[str, str]] = ()
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the entries of all items in the list, and by the name of its file all that there is of each.

    Args:
        hang: keeps a picture and gives its address.
        controls: task and system of those whose scores do not decide how bad an item is.

    Returns:
        Items by their mean score, worst first; an item's samples in the order of their systems' names.
    """
    grouped = _grouped(sorted(samples, key=lambda sample: sample.system), _key)
    ordered = sorted(grouped.items(), key=lambda item: (_mean(item[1], controls), item[0]))
    files = {key: hashlib.sha256(json.dumps(key).encode()).hexdigest()[:16] for key in grouped}
    listed = [_listed(files[key], key, found, controls) for key, found in ordered]
    return listed, {files[key]: _item(found, hang) for key, found in ordered}


def shares(listed: Iterable[Mapping[str, Any]], rows: Iterable[LeaderboardRow]) -> list[str]:
    """For each board, how many of its items there are to see."""
    seen = Counter((item["task"], item["data"]) for item in listed)
    every: dict[tuple[str, str], int] = {}
    for row in rows:
        every[row.task, row.data] = max(every.get((row.task, row.data), 0), row.items)
    return [_share(task, data, count, every.get((task, data), 0)) for (task, data), count in sorted(seen.items())]


def _share(task: str, data: str, shown: int, every: int) -> str:
    return f"{task} on {data}: {f'all {shown}' if shown >= every else f'the worst {shown} of {every}'}"


def _mean(samples: Sequence[Sample], controls: Collection[tuple[str, str]]) -> float:
    """Of the scores of systems, or of controls alone; a system that gave nothing is worse than any other."""
    deciding = [sample for sample in samples if (sample.task, sample.system) not in controls] or samples
    return sum(-1.0 if sample.score is None else sample.score for sample in deciding) / len(deciding)


def _key(sample: Sample) -> tuple[str, ...]:
    return sample.task, sample.data, sample.name


def _listed(
    file: str, key: Sequence[str], samples: Sequence[Sample], controls: Collection[tuple[str, str]]
) -> dict[str, Any]:
    facets = {axis: value for sample in samples for axis, value in sample.facets.items()}
    return {
        "file": file,
        **dict(zip(("task", "data", "name"), key, strict=True)),
        "facets": sorted(facets.items()),
        "samples": [
            [s.system, _short(s.score), s.headline, int(s.faulty), s.tally, int((s.task, s.system) in controls)]
            for s in samples
        ],
    }


class _Shapes:
    """The shapes and texts of an item's marks, each once: most are in the gold of every system."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str, str], int] = {}

    def __call__(self, mark: Mark) -> list[Any]:
        """The verdict of a mark and the place of what it is on."""
        return [mark.status, self.kept.setdefault((mark.tag, mark.points, mark.title), len(self.kept))]


def _item(samples: Sequence[Sample], hang: Hang) -> dict[str, Any]:
    shapes = _Shapes()
    found = [_shown(sample, hang, shapes) for sample in samples]
    scores = [sample.scores for sample in samples]
    metrics = [name for name in dict.fromkeys(name for each in scores for name in each) if _known(name, scores)]
    values = [[_short(each.get(name)) for name in metrics] for each in scores]
    return {"shapes": list(shapes.kept), "samples": found, "metrics": metrics, "scores": values}


def _known(metric: str, scores: Iterable[Mapping[str, float | None]]) -> bool:
    return any(each.get(metric) is not None for each in scores)


def _shown(sample: Sample, hang: Hang, shapes: _Shapes) -> dict[str, Any]:
    return {
        "system": sample.system,
        "reason": sample.reason,
        "panels": [_panel(panel, hang, shapes) for panel in sample.panels],
        "passages": [[passage.heading, passage.text] for passage in sample.passages],
        "tables": [
            {"caption": table.caption, "header": table.header, "rows": table.rows, "spots": table.spots}
            for table in sample.tables
        ],
        "faults": list(map(shapes, sample.faults)),
    }


def _panel(panel: Panel, hang: Hang, shapes: _Shapes) -> dict[str, Any]:
    drawing = panel.drawing
    if drawing is None or drawing.picture is None or drawing.size is None:
        return {"caption": panel.caption, "absent": panel.absent or "no picture"}
    width, height = drawing.size
    marks = [shapes(mark) for mark in panel.marks if mark.points]
    picture = hang(drawing.picture)
    return {"caption": panel.caption, "picture": picture, "width": width, "height": height, "marks": marks}


def _grouped(rows: Iterable[Any], key: Callable[[Any], tuple[str, ...]]) -> dict[tuple[str, ...], list[Any]]:
    """Rows by key, in order of first appearance."""
    found: dict[tuple[str, ...], list[Any]] = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return found


def _short(value: float | None) -> float | None:
    """Six decimals: what is shown has three."""
    return None if value is None else round(value, 6)
