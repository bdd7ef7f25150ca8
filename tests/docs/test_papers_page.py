"""The papers' terms lead to what is there."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name

import pytest

PAGES = ("papers.md", "reference/metric_formulas.yaml", "guides/add-a-row.md", "guides/use-one-tool.md")


def names() -> list[str]:
    docs = Path(__file__).parents[2] / "docs"
    text = "\n".join((docs / page).read_text("utf-8") for page in PAGES)
    return sorted(set(re.findall(r"`(diagramloop(?:\.\w+)+)`", text)))


@pytest.mark.parametrize("name", names())
def test_every_module_and_class_that_is_named_exists(name: str) -> None:
    try:
        resolve_name(name)
    except AttributeError:
        _skip_without_extra(name)
        raise


def _skip_without_extra(name: str) -> None:
    """Skip where a module is there, and what it imports is not."""
    try:
        import_module(name)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "diagramloop":
            pytest.skip(f"{name} needs an extra: there is no {error.name}")
