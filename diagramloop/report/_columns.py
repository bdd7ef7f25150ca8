"""The metrics that a task's board shows first, and which of them ranks its systems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from diagramloop.evaluation import conversion
from diagramloop.evaluation.confidences import CONFIDENCES, ERRORS, SUREST
from diagramloop.scores import METRICS
from diagramloop.scores.registry import is_own

COLUMNS = {
    "parsing": (
        "text/flow_f1",
        "text/all_right",
        "edge_f1",
        "node_f1",
        "node_text",
        "edge_label",
        "edge_set",
        "text/path_f1",
        "text/edge_f1",
        "text/node_f1",
        "iou50/edge_f1",
        "iou50/node_f1",
        "group_f1",
        "sciflow/graph",
        ERRORS["edges"],
        SUREST,
    ),
    "generation": (
        "text/flow_f1",
        "text/all_right",
        "text/path_f1",
        "text/edge_f1",
        "text/node_f1",
        "sciflow/graph",
        "sciflow_bridged/graph",
        "sciflow/node_f1",
        "sciflow/edge_f1",
        "sciflow_official/graph",
        "diagrameval/node_f1",
        "diagrameval/path_f1",
    ),
    "extraction": (
        "strict/graph_f1",
        "strict/flow_f1",
        "strict/macro_f1",
        *(
            f"paged_official/{column}_f1"
            for column in ("actor", "action", "data", "xor", "and", "sequence", "condition", "constraint")
        ),
    ),
    "attribution": (
        "attribution/f1",
        "attribution/precision",
        "attribution/recall",
        "attribution/exact",
        "feb_official/f1",
    ),
    "answers": (
        "answer/lenient",
        "answer/exact",
        "answer/f1",
    ),
    "dialogue": (
        "dialogue/coverage_exact",
        "dialogue/tnga",
        "dialogue/pca",
        "dialogue/irrelevant_moves",
        "dialogue/asked_again",
        "dialogue/wrong_guesses",
        "dialogue/nsr",
        "dialogue/tr",
        "dialogue/tr_paper_budget",
        "dialogue/inga_root",
        "dialogue/inga_middle",
        "dialogue/inga",
        "dialogue/calls",
        "dialogue/tokens",
        "dialogue/seconds",
    ),
    "conversion": (*conversion.all_metrics(), conversion.READ_SHARE),
}
"""By task, in the order in which they are asked whether they can rank."""


class BoardCell(Protocol):
    """The values of one metric of one system; :class:`LeaderboardRow` is one."""

    @property
    def value(self) -> float | None: ...

    @property
    def n(self) -> int: ...

    @property
    def control(self) -> bool: ...


def columns(task: str, metrics: Sequence[str]) -> tuple[str, ...]:
    """The measured ones of a task's columns and of packages' metrics, or all metrics of a task that names none."""
    named = COLUMNS.get(task, ())
    own = {*named, *CONFIDENCES}
    others = (metric for metric in dict.fromkeys(metrics) if metric not in own and not is_own(metric))
    return (*(metric for metric in named if metric in metrics), *others) or tuple(dict.fromkeys(metrics))


def headline(columns: Sequence[str], systems: Iterable[Mapping[str, BoardCell]]) -> str:
    """The first of ``columns`` that can rank: every system has it, and of all items that it has anything of.

    Systems that were not measured at all do not decide, nor do controls, which have no rank, where there are others.
    Where no column can rank, it is the first.

    Args:
        systems: the cells of each by metric.
    """
    measured = [cells for cells in systems if _items(cells, columns)]
    deciding = [cells for cells in measured if not any(cell.control for cell in cells.values())] or measured
    whole = (column for column in columns if all(_has(cells, column, columns) for cells in deciding))
    return next(whole, columns[0])


def _has(cells: Mapping[str, BoardCell], column: str, columns: Sequence[str]) -> bool:
    cell = cells.get(column)
    return cell is not None and cell.value is not None and cell.n >= _items(cells, columns)


def _items(cells: Mapping[str, BoardCell], columns: Sequence[str]) -> int:
    """The most items of which a system has a value."""
    present = (cells[column] for column in columns if column in cells)
    return max((cell.n for cell in present if cell.value is not None), default=0)


def ranking_note(columns: Sequence[str], systems: Mapping[str, Mapping[str, BoardCell]]) -> str:
    """Why another metric ranks than the first of ``columns``, and what boxes would buy; empty where the first does."""
    ranks = headline(columns, systems.values())
    passed = columns[: columns.index(ranks)]
    if not passed:
        return ""
    lacking = [
        system
        for system, cells in systems.items()
        if _items(cells, columns) and not all(_has(cells, column, columns) for column in passed)
    ]
    note = f"Ranked by {ranks}, which all systems have. {', '.join(lacking)}: not all of {', '.join(passed)}."
    by_place = [column for column in passed if column in METRICS and METRICS[column].aligned]
    return f"{note} Boxes around the elements would give {', '.join(by_place)}." if by_place else note
