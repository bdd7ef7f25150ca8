"""Report of one run of a stage on itself."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from assets.machinery.items import Batch
from diagramloop.errors import Cause, RejectionReason

REPORT = "report.json"
THUMBNAIL = "thumbnail.png"


@dataclass(frozen=True)
class StageReport:
    """The report of one run of a stage on itself; nothing in it depends on the machine or the clock.

    Attributes:
        items: input items.
        done: items that were processed.
        rejected: items that were not, by reason; ``items == done + sum(rejected.values())``.
        figures: figures of merit by name.
        thumbnail: a small PNG to show, or None.
    """

    items: int
    done: int
    rejected: Mapping[str, int] = field(default_factory=dict)
    figures: Mapping[str, float | None] = field(default_factory=dict)
    thumbnail: bytes | None = None

    @property
    def adds_up(self) -> bool:
        """True when every item ended either done or rejected."""
        return self.items == self.done + sum(self.rejected.values())

    @property
    def failed(self) -> dict[str, int]:
        """Of ``rejected``, what is the machine's doing: not scored, and tried again by the next run."""
        return {reason: n for reason, n in self.rejected.items() if RejectionReason(reason).cause is Cause.WORLD}

    @property
    def made_nothing(self) -> bool:
        """True where nothing is done and items failed, not just for want of the system: something is broken."""
        return not self.done and bool(self.failed.keys() - {RejectionReason.MISSING.value})

    @classmethod
    def of(
        cls, batch: Batch, figures: Mapping[str, float | None] | None = None, thumbnail: bytes | None = None
    ) -> StageReport:
        """The report of a batch whose rows were written."""
        return cls(batch.items, batch.done, batch.rejected, figures or {}, thumbnail)

    def write(self, folder: Path) -> None:
        """Writes ``report.json`` and, if there is one, ``thumbnail.png`` to ``folder``."""
        body = {"items": self.items, "done": self.done, "rejected": self.rejected, "figures": self.figures}
        (folder / REPORT).write_text(json.dumps(body, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        if self.thumbnail is not None:
            (folder / THUMBNAIL).write_bytes(self.thumbnail)

    @classmethod
    def read(cls, folder: Path) -> StageReport:
        """Read the report that :meth:`write` wrote."""
        body = json.loads((folder / REPORT).read_text(encoding="utf-8"))
        picture = folder / THUMBNAIL
        return cls(**body, thumbnail=picture.read_bytes() if picture.exists() else None)
