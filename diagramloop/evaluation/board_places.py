"""Boards by where they are: a file, a folder, a checkout, or a day or a revision of the checkout that one stands in.

A revision's board is named by its ``dvc.lock``, and lies in the cache of a machine on which it was made or pulled.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import yaml

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.board_items import FILE as ITEMS
from diagramloop.evaluation.board_items import read_items
from diagramloop.evaluation.compared import Board
from diagramloop.evaluation.rows import LeaderboardRow

ROWS = "leaderboard.json"
MADE = Path("artifacts/leaderboard")
WITHIN = (Path(), Path("leaderboard"), MADE)  # a folder that is the board's own, holds artifacts, or is a checkout
_CACHE = Path(".dvc/cache/files/md5")
_MD5 = re.compile(r"[0-9a-f]{32}")
_SECONDS = 60.0  # for git
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")

Read = Callable[[str], str]  # the text of a file beside the board by its name


def board_at(place: str, checkout: Path) -> Board:
    """The board at a place, with its items.

    Args:
        place: a ``leaderboard.json``, a folder with one, a folder of a checkout, a day (``2026-11-02``: the last
            revision until its end), or a revision of git.
        checkout: whose days and revisions are meant.

    Raises:
        DiagramloopError: there is none (MISSING), or it is not in its form (INVALID).
    """
    read = _place(place, checkout)
    return Board(_rows(read(ROWS), place), read_items(read(ITEMS)))


def rows_at(place: str, checkout: Path) -> tuple[LeaderboardRow, ...]:
    """The rows of the board at a place, as :func:`board_at` has it, or of what ``diagramloop run --out`` wrote.

    Raises:
        DiagramloopError: there is none (MISSING), or it is not in its form (INVALID).
    """
    return _rows(_place(place, checkout)(ROWS), place)


def _place(place: str, checkout: Path) -> Read:
    path = Path(place)
    if path.is_file():
        return lambda name: _text(path.parent / name if name == ITEMS else path)
    for folder in (path / inside for inside in WITHIN):
        if (folder / ROWS).is_file():
            return lambda name, folder=folder: _text(folder / name)  # type: ignore[misc]
    if path.is_dir():
        raise DiagramloopError(f"no {ROWS} in the folder {place}", reason=RejectionReason.MISSING)
    return _pinned(_revision(place, checkout), checkout)


def _rows(text: str, place: str) -> tuple[LeaderboardRow, ...]:
    """The rows, by the fields that this version knows."""
    known = {field.name for field in fields(LeaderboardRow)}
    try:
        read = json.loads(text)
        cells = read["rows"] if isinstance(read, dict) else read
        return tuple(LeaderboardRow(**{name: cell[name] for name in known & cell.keys()}) for cell in cells)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise DiagramloopError(f"{place} is no board: {error}", reason=RejectionReason.INVALID) from error


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        message = f"no {path.name} in {path.parent}: the board was made before its items were kept"
        raise DiagramloopError(message, reason=RejectionReason.MISSING) from error
    except UnicodeDecodeError as error:
        raise DiagramloopError(f"{path} is no text", reason=RejectionReason.INVALID) from error


def _revision(place: str, checkout: Path) -> str:
    if _DAY.fullmatch(place):
        found = _git(checkout, "rev-list", "-1", f"--before={place}T23:59:59", "HEAD")
    else:
        found = _git(checkout, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{place}^{{commit}}")
    if not found:
        message = f"no board, day or revision {place!r}"
        raise DiagramloopError(message, reason=RejectionReason.MISSING)
    return found


def _pinned(revision: str, checkout: Path) -> Read:
    """Reads the files that the lock of a revision pins."""
    lock = _git(checkout, "show", f"{revision}:dvc.lock")
    try:
        outs = yaml.safe_load(lock)["stages"]["leaderboard"]["outs"]
        (pin,) = [out["md5"] for out in outs if out["path"] == str(MADE)]
        listed = json.loads(_cached(checkout, pin))
        files: Mapping[str, str] = {entry["relpath"]: entry["md5"] for entry in listed}
    except (yaml.YAMLError, ValueError, KeyError, TypeError) as error:
        message = f"no board is pinned in revision {revision[:12]}"
        raise DiagramloopError(message, reason=RejectionReason.MISSING) from error

    def read(name: str) -> str:
        if name not in files:
            message = f"the board of revision {revision[:12]} has no {name}: it was made before its items were kept"
            raise DiagramloopError(message, reason=RejectionReason.MISSING)
        return _cached(checkout, files[name])

    return read


def _cached(checkout: Path, pin: Any) -> str:
    digest = str(pin).removesuffix(".dir")
    if not _MD5.fullmatch(digest):
        raise DiagramloopError(f"{str(pin)[:50]!r} pins nothing")
    path = checkout / _CACHE / digest[:2] / str(pin)[2:]
    if not path.is_file():
        message = "its board is not in this machine's cache: check the revision out and make it, or pull it"
        raise DiagramloopError(message, reason=RejectionReason.MISSING)
    return path.read_text(encoding="utf-8")


def _git(checkout: Path, *arguments: str) -> str:
    try:
        made = subprocess.run(  # noqa: S603 - fixed words; a place of the user's is never an option
            ["git", "-C", str(checkout), *arguments],  # noqa: S607 - the user's own git
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise DiagramloopError(f"git: {error}", reason=RejectionReason.ENGINE_FAILED) from error
    return made.stdout.decode("utf-8", "replace").strip() if made.returncode == 0 else ""
