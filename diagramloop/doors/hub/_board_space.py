"""A board as a static Space of the Hub: its tables alone, without a picture or a text of any data set."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import yaml

from diagramloop import __version__
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.report import read_rows, write_site
from diagramloop.whole_files import whole_folder

BOARD = "leaderboard.json"
BESIDE = {"notes": "notes.json", "strata": "strata.json", "differences": "differences.json"}


def write_space(board: Path, out: Path, title: str = "diagramloop leaderboard") -> int:
    """Writes the folder of a Space: ``README.md`` with the Hub's settings, and the page.

    Items are left out, for their pictures and texts have licences of their own.

    Args:
        board: a folder with ``leaderboard.json`` and what the pipeline writes beside it, or that file alone.
        out: a folder; it is made, or must be empty.

    Returns:
        The number of rows shown.

    Raises:
        DiagramloopError: there is no board (MISSING), or it is none (INVALID); the folder has files in it.
        OSError: a file cannot be written.
    """
    file = board / BOARD if board.is_dir() else board
    if not file.is_file():
        raise DiagramloopError(f"{board} has no {BOARD}", reason=RejectionReason.MISSING)
    if out.exists() and any(out.iterdir()):
        raise DiagramloopError(f"{out} has files in it already")
    try:
        rows = read_rows(file.read_text(encoding="utf-8"))
        told: dict[str, Any] = {name: _beside(file.parent / said) for name, said in BESIDE.items()}
    except (ValueError, TypeError, KeyError) as error:
        raise DiagramloopError(f"{file} is no board: {error}") from error
    with whole_folder(out) as folder:
        write_site(folder, rows, (), {"diagramloop": __version__}, title=title, **told)
        (folder / "README.md").write_text(_settings(title), encoding="utf-8")
    return len(rows)


def _beside(file: Path) -> list[Any]:
    found = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else []
    if not isinstance(found, list):
        raise ValueError(f"{file.name} is no list")
    return found


def _settings(title: str) -> str:
    front = {"title": title, "sdk": "static", "app_file": "index.html", "pinned": False, "license": "apache-2.0"}
    return f"---\n{yaml.safe_dump(front, sort_keys=False)}---\n\n# {title}\n\nMade by `diagramloop hub space`.\n"
