"""Writes the sources of the site into a folder: pages of docs/, what the code knows, notes from where they lie.

    python -m docs.scripts.site_pages FOLDER

Any generator of sites may then build it: FOLDER/docs holds plain Markdown, FOLDER/mkdocs.yml the navigation.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated, Any

import typer
import yaml

from docs.pages import (
    command_reference,
    configuration_reference,
    format_reference,
    metric_reference,
    panel_reference,
    prompt_reference,
)

ROOT = Path(__file__).parents[2]
GENERATED = (
    *(command_reference, configuration_reference, format_reference),
    *(metric_reference, panel_reference, prompt_reference),
)
"""Modules with a PAGE of docs/ and what completes it."""
NO_PAGES = ("examples", "pages", "results", "scripts", "*.yaml", "__pycache__")
DESIGN_INDEX = "design/README.md"
DATA_SHEETS = {
    "reference/data-sheets/corpus.md": "diagramloop/corpus/README.md",
    "reference/data-sheets/corpus-papers.md": "diagramloop/corpus/papers/README.md",
}


def write_site(folder: Path) -> None:
    """Write the sources of the site into ``folder``, which is made anew."""
    shutil.rmtree(folder, ignore_errors=True)
    pages = folder / "docs"
    shutil.copytree(ROOT / "docs", pages, ignore=shutil.ignore_patterns(*NO_PAGES))
    for page, source in DATA_SHEETS.items():
        shutil.copyfile(ROOT / source, pages / page)
    for module in GENERATED:
        page = pages / module.PAGE
        page.write_text(module.completed(page.read_text("utf-8")), encoding="utf-8")
    for page in pages.rglob("*.md"):
        _lead_to_notes_within(page, pages)
    (pages / "design").mkdir()
    for note in design_notes():  # below docs/, as the site has it
        text = (ROOT / note).read_text("utf-8").replace("](../docs/", "](../")
        (pages / note).write_text(text, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(yaml.safe_dump(_settings(), sort_keys=False), encoding="utf-8")


def _lead_to_notes_within(page: Path, pages: Path) -> None:
    """Turn links out of docs/, as they lead in the repository, into links within the site, where notes lie in it."""
    up = "../" * (len(page.relative_to(pages).parts) - 1)
    text = page.read_text("utf-8").replace(f"](../{up}design/", f"]({up}design/")
    page.write_text(text, encoding="utf-8")


def _settings() -> dict[str, Any]:
    """The settings of the site, the design notes entered in the last section of the navigation."""
    settings: dict[str, Any] = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
    (section,) = settings["nav"][-1].values()
    section.append({"Design notes": sorted(design_notes(), key=lambda note: (note != DESIGN_INDEX, note))})
    return settings


def design_notes() -> list[str]:
    """The design notes, by their place in the repository."""
    return [path.relative_to(ROOT).as_posix() for path in (ROOT / "design").glob("*.md")]


def main(folder: Annotated[Path, typer.Argument(help="Made anew.")]) -> None:
    """Write the sources of the site."""
    write_site(folder)


if __name__ == "__main__":
    typer.run(main)
