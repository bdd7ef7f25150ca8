"""The site builds strictly, holds what it should, and reaches for nothing on a network."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

LOADED = {"script": "src", "link": "href", "img": "src", "iframe": "src", "source": "src", "video": "src"}
NEVER_FETCHED = {"canonical", "next", "prev", "edit", "alternate"}


class Page(HTMLParser):
    """The resources, links and anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.anchors.add(values.get("id") or "")
        if tag == "a" and (address := values.get("href")):
            self.links.append(address)
        if tag in LOADED and values.get("rel") not in NEVER_FETCHED:
            self.loaded.append(values.get(LOADED[tag]) or "")


def pages(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def test_builds_strictly_with_every_page(site: Path) -> None:
    expected = {"guides/add-a-row", "guides/run-the-benchmark", "guides/use-one-tool", "reference/metrics", "papers"}
    expected |= {"reference/cli", "reference/configuration", "reference/data-sheets/corpus", "design/architecture"}
    assert expected <= {page.relative_to(site).with_suffix("").as_posix() for page in pages(site)}


def test_nothing_is_loaded_from_a_network(site: Path) -> None:
    for page in pages(site):
        for address in Page(page.read_text("utf-8")).loaded:
            assert not re.match(r"([a-z]+:)?//", address), (page.name, address)


def test_from_disk_every_page_leads_to_files(site: Path) -> None:
    """A browser shows no index of a folder that a link from disk leads to."""
    for page in pages(site):
        if page.name != "404.html":
            for address in Page(page.read_text("utf-8")).links:
                if not re.match(r"[a-z]+:", address):
                    assert (page.parent / address.partition("#")[0]).resolve().is_file() or address[0] == "#", address


def test_style_sheets_load_nothing_from_a_network(site: Path) -> None:
    for sheet in site.rglob("*.css"):
        assert not re.search(r"(@import|url\()\s*['\"]?(https?:)?//", sheet.read_text("utf-8")), sheet.name


def test_every_design_note_is_in_the_site(site: Path, root: Path) -> None:
    notes = {note.stem for note in root.glob("design/*.md")} - {"README"}
    assert notes == {page.stem for page in site.glob("design/*.html")} - {"index"}
    assert (site / "design" / "index.html").is_file()


def test_every_choice_of_the_configuration_is_listed(site: Path, root: Path) -> None:
    page = (site / "reference" / "configuration.html").read_text("utf-8")
    for choice in root.glob("conf/*/*.yaml"):
        assert f"<code>{choice.stem}</code>" in page, choice


@pytest.mark.parametrize("source", ["README.md", "diagramloop/corpus/README.md", "diagramloop/corpus/papers/README.md"])
def test_links_between_files_of_the_repository_lead_somewhere(root: Path, source: str) -> None:
    text = (root / source).read_text("utf-8")
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if not re.match(r"[a-z]+:", target):
            assert (root / source).parent.joinpath(target).exists(), target


def test_files_that_are_named_exist(root: Path) -> None:
    """Paths in the pages' code: modules, configuration, benchmarks."""
    inside = r"`((?:diagramloop|assets|pipelines|conf|benchmarks|diagnosis|docs|corpus|design|tests)/[\w./-]+)`"
    for page in [*(root / "docs").rglob("*.md"), *(root / "design").glob("*.md")]:
        for path in re.findall(inside, page.read_text("utf-8")):
            assert (root / path).exists(), (page.name, path)
