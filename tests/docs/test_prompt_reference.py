"""Every prompt stands on its page, with its slots."""

from __future__ import annotations

from pathlib import Path

from diagramloop.models.prompts import prompt_names, slots
from docs.hooks.prompt_reference import packages


def test_every_prompt_and_slot_is_on_the_page(site: Path) -> None:
    page = (site / "reference" / "prompts.html").read_text("utf-8")
    assert {"diagramloop.extract", "diagramloop.attribute", "diagramloop.converse"} <= set(packages())
    for package in packages():
        assert package in page
        for name in prompt_names(package):
            assert f"{name}.txt" in page
            assert all(f"${slot}" in page for slot in slots(package, name))
