"""Charts of the data sets that are Mermaid texts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path


def sources(data: Path) -> Iterator[tuple[str, str]]:
    """(data set, Mermaid text) of every chart."""
    questions = json.loads((data / "flowexplainbench" / "dataset.json").read_text(encoding="utf-8"))
    yield from (("flowexplainbench", text) for text in sorted({row["mermaid"] for row in questions.values()}))
    for path in sorted((data / "mermaid-flowcharts").rglob("*.mmd")):
        yield "mermaid-flowcharts", path.read_text(encoding="utf-8")
