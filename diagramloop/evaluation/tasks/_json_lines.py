"""Files of one JSON value a line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from diagramloop.whole_files import naming


def append_line(path: Path, value: Mapping[str, Any]) -> None:
    """Adds one value to a file, whose folder is made if it is not there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with naming(path), path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(value, ensure_ascii=False) + "\n")
