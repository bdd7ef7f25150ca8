"""Texts written for diagramloop, which training may use without asking anybody: ``seeds/``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from diagramloop.evaluation.lineage import fingerprint

SEEDS = Path(__file__).parent / "seeds"
WRITTEN = "seeds of diagramloop's own"


def seed_texts(name: str) -> Any:
    """The content of a file of seeds."""
    return yaml.safe_load((SEEDS / name).read_text("utf-8"))


def entries() -> Iterator[str]:
    """Fingerprints of the entries of all files, whatever their form."""
    for path in sorted(SEEDS.glob("*.yaml")):
        found = seed_texts(path.name)
        several = found.values() if isinstance(found, dict) else found
        yield from (fingerprint(path.stem, json.dumps(entry, ensure_ascii=False, sort_keys=True)) for entry in several)
