"""A kit for people who judge generated diagrams (DiagramEval, Section 5.4): blind, shuffled, the same for every seed.

A judge gets a folder with one page and its pictures, which say nothing of the systems, marks each pair good, fair or
bad, and sends back the CSV that the page writes. The key stays with whoever made the kit.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import numpy as np
from jinja2 import Environment, PackageLoader

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.models.pixels import on_white, opened, png
from diagramloop.report.judged_pictures import items_in, pictures_in, systems_in
from diagramloop.scores.judgement_csv import COLUMNS, LABELS, MAX_BYTES

REFERENCE = "reference"
KEY, SHEET, PAGE, PICTURES = "key.json", "judgements.csv", "index.html", "pictures"
MAX_PIXELS = 80_000_000
QUESTION = "Do the two diagrams express the same logic?"


def write_kit(
    pictures: Path,
    out: Path,
    judges: Sequence[str],
    *,
    seed: int,
    items: int | None = None,
    systems: Sequence[str] = (),
    reference: str = REFERENCE,
) -> int:
    """Write a folder for each judge, and the key beside them; return how many pairs each judges.

    Args:
        pictures: a folder for each system and one for the reference, each with ``ITEM.png`` or with the tables of
            pictures that the pipeline writes (``artifacts/images/SOURCE``); items that some system lacks are left out,
            so that all are judged on the same.
        out: a folder that is not there yet.
        judges: names; each sees the pairs in an order of their own.
        seed: of the choice of items, of the pairs' names and of their order.
        items: that are chosen at random; all if None.
        systems: that are judged; all that lie there if none.
        reference: whose pictures they are judged by.

    Raises:
        DiagramloopError: no reference, no such system, no item that all have, or fewer than asked for (MISSING); a name
            that is no file's (INVALID); a picture or a table that cannot be read.
    """
    judged = systems_in(pictures, systems, reference)
    chosen = _chosen([items_in(pictures / name) for name in (reference, *judged)], items, seed)
    _check_names(judges)
    key = {_blind(seed, item, system): [item, system] for item in chosen for system in judged}
    for judge in judges:
        units = sorted(key)
        Random(f"{seed}|{judge}").shuffle(units)  # noqa: S311 - an order, no secret
        _write_page(out / judge, judge, units)
    _write_pictures(pictures, [out / judge for judge in judges], key, reference)
    (out / KEY).write_text(json.dumps(key, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
    return len(key)


def read_key(file: Path) -> dict[str, list[str]]:
    """The key of a kit: by the name of a pair its item and its system.

    Raises:
        DiagramloopError: it is none (INVALID).
    """
    try:
        key = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise DiagramloopError(f"{file.name} is no key: {error}", reason=RejectionReason.INVALID) from error
    pairs = key.values() if isinstance(key, dict) else [None]
    if not all(
        isinstance(pair, list) and len(pair) == 2 and all(isinstance(one, str) for one in pair) for pair in pairs
    ):
        raise DiagramloopError(f"{file.name} is no key of pairs", reason=RejectionReason.INVALID)
    made: dict[str, list[str]] = key
    return made


def collected(key: Mapping[str, Sequence[str]], sheets: Sequence[bytes]) -> tuple[str, int]:
    """Return sheets as one ``judgements.csv`` with items and systems, and how many rows name no pair of the key.

    Raises:
        DiagramloopError: a sheet is no CSV in UTF-8 with the columns unit, judge and label (INVALID), or too large.
    """
    out, unknown = io.StringIO(), 0
    table = csv.writer(out, lineterminator="\n")
    table.writerow(COLUMNS)
    for sheet in sheets:
        for row in _rows(sheet):
            known = key.get(row["unit"] or "")
            if known is None:
                unknown += 1
            elif row["label"]:
                table.writerow([*known, row["judge"], row["label"]])
    return out.getvalue(), unknown


def _rows(sheet: bytes) -> list[dict[str, str]]:
    if len(sheet) > MAX_BYTES:
        raise DiagramloopError(f"a sheet of more than {MAX_BYTES} bytes", reason=RejectionReason.TOO_LARGE)
    try:
        reader = csv.DictReader(io.StringIO(sheet.decode("utf-8-sig")), strict=True)
        rows = list(reader)
    except (UnicodeDecodeError, csv.Error) as error:
        raise DiagramloopError(f"a sheet that is no CSV in UTF-8: {error}", reason=RejectionReason.INVALID) from error
    if not {"unit", "judge", "label"} <= set(reader.fieldnames or ()):
        raise DiagramloopError("a sheet without the columns unit, judge, label", reason=RejectionReason.INVALID)
    return rows


def _chosen(of: Sequence[set[str]], most: int | None, seed: int) -> list[str]:
    """Items that the reference and every system have."""
    shared = sorted(set.intersection(*of))
    if not shared or (most is not None and len(shared) < most):
        message = f"{len(shared)} items have a picture of the reference and of every system"
        raise DiagramloopError(message, reason=RejectionReason.MISSING)
    return shared if most is None else sorted(Random(f"{seed}|items").sample(shared, most))  # noqa: S311 - no secret


def _check_names(judges: Sequence[str]) -> None:
    bad = [name for name in judges if not name.replace("-", "").replace("_", "").isalnum()]
    if bad or not judges or len(set(judges)) < len(judges):
        message = f"judges are told apart by names of letters, digits, - and _: {', '.join(judges)!r}"
        raise DiagramloopError(message, reason=RejectionReason.INVALID)


def _blind(seed: int, item: str, system: str) -> str:
    """A name that says nothing."""
    return hashlib.sha256(json.dumps([seed, item, system]).encode()).hexdigest()[:12]


def _write_page(folder: Path, judge: str, units: Sequence[str]) -> None:
    """A judge's page and sheet, which name the pairs."""
    (folder / PICTURES).mkdir(parents=True)
    lines = "".join(f"{unit},{judge},\n" for unit in units)
    (folder / SHEET).write_text(f"unit,judge,label\n{lines}", encoding="utf-8")
    environment = Environment(loader=PackageLoader("diagramloop.report"), autoescape=True, trim_blocks=True)
    page = environment.get_template("judging.html.j2").render(
        judge=judge, units=units, labels=list(LABELS), question=QUESTION, sheet=SHEET
    )
    (folder / PAGE).write_text(page, encoding="utf-8")


def _write_pictures(pictures: Path, folders: Sequence[Path], key: Mapping[str, Sequence[str]], reference: str) -> None:
    """Both sides of every pair into every judge's folder, each read once."""
    of: dict[str, dict[str, list[str]]] = {reference: {}}  # by system and item the files that show it
    for unit, (item, system) in key.items():
        of[reference].setdefault(item, []).append(f"{unit}a.png")
        of.setdefault(system, {})[item] = [f"{unit}b.png"]
    for system, files in of.items():
        for item, content in pictures_in(pictures / system, files):
            plain = _plain(content)
            for folder in folders:
                for name in files[item]:
                    (folder / PICTURES / name).write_bytes(plain)


def _plain(picture: bytes) -> bytes:
    """The pixels alone: what a file says of its maker would say of the system."""
    with opened(picture, MAX_PIXELS, ("PNG",)) as image:
        return png(np.asarray(on_white(image)))
