"""The data of ``looks.yaml``: what pages, pens and cameras look like."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import yaml

Colour = tuple[int, int, int]  # red, green, blue from 0 to 255


def look(name: str) -> Any:
    """The node ``name`` of ``looks.yaml``."""
    return _looks()[name]


@cache
def _looks() -> Any:
    return yaml.safe_load(files(__package__).joinpath("looks.yaml").read_text("utf-8"))


def colours(node: str, name: str) -> tuple[Colour, ...]:
    """The colours listed under ``name`` of a node."""
    return tuple((int(r), int(g), int(b)) for r, g, b in look(node)[name])
