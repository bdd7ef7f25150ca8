"""Tools that are run as programs: files go into a folder of their own, a drawing and a picture come out."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

SECONDS = 120


@dataclass(frozen=True)
class Drawn:
    """A tool's own vector drawing, and its own picture (None: Chromium is to show the drawing)."""

    svg: str
    png: bytes | None = None


def made_by(files: Mapping[str, str], commands: list[list[str]], name: str = "drawing") -> Drawn:
    """Runs the commands one after the other where the files lie; NAME.svg and NAME.png are taken from there."""
    with tempfile.TemporaryDirectory() as folder:
        for file, content in files.items():
            (Path(folder) / file).write_text(content, "utf-8")
        for command in commands:
            done = subprocess.run(command, cwd=folder, capture_output=True, timeout=SECONDS, check=False)
            if done.returncode:
                raise RuntimeError(f"{command[0]}: {(done.stderr or done.stdout)[-400:].decode('utf-8', 'replace')}")
        png = Path(folder) / f"{name}.png"
        return Drawn((Path(folder) / f"{name}.svg").read_text("utf-8"), png.read_bytes() if png.exists() else None)
