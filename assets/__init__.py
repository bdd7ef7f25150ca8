"""What the benchmark makes: one module per group, one declared stage per artifact."""

from assets._items import Batch, ItemRunner
from assets._stage import MACHINERY, REPORT, THUMBNAIL, Input, Stage, StageReport, StageRun, stage
from assets._tables import PICTURE, Row, Rows, picture, read_rejected, write_rejected, write_rows

__all__ = [
    "MACHINERY",
    "PICTURE",
    "REPORT",
    "THUMBNAIL",
    "Batch",
    "Input",
    "ItemRunner",
    "Row",
    "Rows",
    "Stage",
    "StageReport",
    "StageRun",
    "picture",
    "read_rejected",
    "stage",
    "write_rejected",
    "write_rows",
]
