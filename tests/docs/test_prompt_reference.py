"""Every prompt stands on its page, with its slots, and how long answers may be."""

from __future__ import annotations

from pathlib import Path

from diagramloop.models.allowances import KINDS
from diagramloop.models.prompts import prompt_names, slots
from docs.pages.prompt_reference import packages


def test_every_prompt_and_slot_is_on_the_page(site: Path) -> None:
    page = (site / "reference" / "prompts.html").read_text("utf-8")
    assert {"diagramloop.engines.extract", "diagramloop.engines.attribute", "diagramloop.engines.converse"} <= set(
        packages()
    )
    for package in packages():
        assert package in page
        for name in prompt_names(package):
            assert f"{name}.txt" in page
            assert all(f"${slot}" in page for slot in slots(package, name))


def test_how_long_answers_may_be_is_on_the_page(site: Path) -> None:
    page = (site / "reference" / "prompts.html").read_text("utf-8")
    section = page[page.index('id="answers"') : page.index('id="diagramloop-')]
    for name, kind in KINDS.items():
        (row,) = [row for row in section.split("<tr>") if f"<td><code>{name}</code></td>" in row]
        assert f"<td>{kind.tokens:,}</td>" in row
        assert all(f"<code>{role}</code>" in row for role in kind.roles)


def test_the_guide_names_the_shortest_and_the_longest(site: Path) -> None:
    guide = (site / "guides" / "run-the-benchmark.html").read_text("utf-8")
    tokens = [kind.tokens for kind in KINDS.values()]
    assert f"from {min(tokens)} tokens for a name to {max(tokens):,} for a" in " ".join(guide.split())
