"""Checkpoints of a training between its runs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from shutil import rmtree
from typing import Any

from assets.machinery import StageRun


def kept_for(run: StageRun, settings: Mapping[str, Any], files: Iterable[Path]) -> Path:
    """The folder of the checkpoints of these settings, files and code; those of others are removed."""
    identity = hashlib.sha256(json.dumps([settings, run.items.code_hash]).encode())
    for path in files:
        identity.update(hashlib.sha256(path.read_bytes()).digest())
    folder = run.kept / identity.hexdigest()
    for other in run.kept.glob("*"):
        if other != folder:
            rmtree(other)
    return folder
