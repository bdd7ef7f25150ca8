"""Brings notes that live beside what they describe into the site: ``design/*.md`` and the corpus' data sheets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File, Files

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

_ROOT = Path(__file__).parents[2]
_INDEX = "design/README.md"
_ELSEWHERE = {
    "reference/data-sheets/corpus.md": "diagramloop/corpus/README.md",
    "reference/data-sheets/corpus-papers.md": "diagramloop/corpus/papers/README.md",
}


def on_config(config: MkDocsConfig) -> None:
    """Enters the design notes in the last section of the navigation, their index first."""
    assert config.nav, "mkdocs.yml has a navigation"
    (section,) = config.nav[-1].values()
    section.append({"Design notes": sorted(_design_notes(), key=lambda note: (note != _INDEX, note))})


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Enters each note as a page."""
    for page, source in (_ELSEWHERE | {note: note for note in _design_notes()}).items():
        files.append(File.generated(config, page, abs_src_path=str(_ROOT / source)))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Turns links to files of the repository, where many read these pages, into links within the site.

    There ``docs/`` is the root, and the notes lie in it.
    """
    if page.file.src_uri in _design_notes():
        return markdown.replace("](../docs/", "](../")
    up = "../" * page.file.src_uri.count("/")
    return markdown.replace(f"](../{up}design/", f"]({up}design/")


def _design_notes() -> list[str]:
    return [path.relative_to(_ROOT).as_posix() for path in (_ROOT / "design").glob("*.md")]
