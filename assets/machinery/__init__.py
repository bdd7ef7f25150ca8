"""Declaration and work of stages: resumable batches of items, their tables, their reports."""

from assets.machinery.declaration import ANSWERS_REJECTED, Stage, stage
from assets.machinery.gold import folders_with_gold, gold
from assets.machinery.heard import ItemHeard, read_heard
from assets.machinery.identity import CodeIdentity
from assets.machinery.items import Batch, ItemRunner, Items
from assets.machinery.local_workers import LocalWorkers
from assets.machinery.named_files import files_identity, named_files
from assets.machinery.plugin_code import installed_plugin_code
from assets.machinery.report import REPORT, THUMBNAIL, StageReport
from assets.machinery.run import Input, StageRun, made_of
from assets.machinery.store import ItemStore
from assets.machinery.tables import (
    PICTURE,
    Row,
    Rows,
    RowsWithGold,
    picture,
    read_canary,
    read_rejected,
    refusals,
    write_canary,
    write_rejected,
    write_rows,
)
from assets.machinery.workers import Workers
from diagramloop.base.room import Limits
from diagramloop.base.room.limits import GIBIBYTE

__all__ = [
    "ANSWERS_REJECTED",
    "GIBIBYTE",
    "PICTURE",
    "REPORT",
    "THUMBNAIL",
    "Batch",
    "CodeIdentity",
    "Input",
    "ItemHeard",
    "ItemRunner",
    "ItemStore",
    "Items",
    "Limits",
    "LocalWorkers",
    "Row",
    "Rows",
    "RowsWithGold",
    "Stage",
    "StageReport",
    "StageRun",
    "Workers",
    "files_identity",
    "folders_with_gold",
    "gold",
    "installed_plugin_code",
    "made_of",
    "named_files",
    "picture",
    "read_canary",
    "read_heard",
    "read_rejected",
    "refusals",
    "stage",
    "write_canary",
    "write_rejected",
    "write_rows",
]
