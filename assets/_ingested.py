"""Rows of a data set, and the items of it that had to be rejected."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pyarrow as pa

from assets.machinery import Row, StageReport, StageRun, write_rejected, write_rows
from diagramloop.data.sources import Rejected


def write_items(run: StageRun, found: list[Any], row_of: Callable[[Any], Row], schema: pa.Schema) -> StageReport:
    """Writes the items that were found as rows, and those that were rejected with their reasons."""
    rejected = [item for item in found if isinstance(item, Rejected)]
    rows = [row_of(item) for item in found if not isinstance(item, Rejected)]
    write_rows(run.out, rows, schema)
    write_rejected(run.out, [{"id": r.id, "reason": r.reason.value, "detail": r.detail} for r in rejected])
    return StageReport(len(found), len(rows), _tally(rejected))


def _tally(rejected: list[Rejected]) -> Mapping[str, int]:
    reasons = sorted(item.reason.value for item in rejected)
    return {reason: reasons.count(reason) for reason in dict.fromkeys(reasons)}
