"""Licences of items: what may be passed on, and what must not leave this machine."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pyarrow.parquet as pq

from diagramloop.data.sources.hub import CONFIGURATIONS
from diagramloop.errors import DiagramloopError, RejectionReason

_SHARED = "|".join(
    (r"cc0-[\d.]+", r"cc-by(-[a-z]+)*-[\d.]+", r"apache-2\.0", "mit", "bsd-[23]-clause", r"odc-by-1\.0", r"pddl-1\.0")
)
_NOT_DERIVED = "-nd"  # what is exported is a derived form
UNSAID = ("", "unknown", "none")


def redistributable(licence: str) -> bool:
    """True of a licence, as SPDX has it, under which others may have the item in another form.

    >>> redistributable("CC-BY-4.0"), redistributable("none stated: measure only, do not redistribute")
    (True, False)
    """
    name = licence.strip().lower()
    return re.fullmatch(_SHARED, name) is not None and _NOT_DERIVED not in name


def licences_in(folder: Path) -> dict[str, int]:
    """The licences of an exported data set's items, each with the number of its items.

    Raises:
        DiagramloopError: an item has none (MISSING), or a file is no exported one (INVALID).
    """
    found: dict[str, int] = {}
    for path in sorted(path for name in CONFIGURATIONS for path in (folder / name).glob("*.parquet")):
        if "licence" not in pq.read_schema(path).names:
            raise DiagramloopError(f"{path.name} does not say under which licence its items are")
        for licence in pq.read_table(path, columns=["licence"]).column("licence").to_pylist():
            if str(licence or "").strip().lower() in UNSAID:
                raise DiagramloopError(f"{path.name} has an item without a licence", reason=RejectionReason.MISSING)
            found[licence] = found.get(licence, 0) + 1
    if not found:
        raise DiagramloopError(f"{folder} holds no exported data set", reason=RejectionReason.EMPTY)
    return found


def check_licences(licences: Iterable[str]) -> None:
    """Refuse what may not be redistributed.

    Raises:
        DiagramloopError: UNSAFE, with the licences that do not allow it.
    """
    refused = sorted({licence for licence in licences if not redistributable(licence)})
    if refused:
        told = "; ".join(refused)[:500]
        raise DiagramloopError(f"these items may not be redistributed: {told}", reason=RejectionReason.UNSAFE)
