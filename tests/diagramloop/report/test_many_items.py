"""A report of ten thousand items: it is written in little memory, and its page has only what is looked at."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from diagramloop.graph import FlowGraph
from diagramloop.report import Drawing, Panel, Sample, write_site
from tests.diagramloop.report.site_rows import Opens

PICTURE_BYTES = 200_000
GRAPH = FlowGraph(size=(10, 10))


def samples(count: int, picture_bytes: int = 0, systems: int = 2) -> Iterator[Sample]:
    """By ``systems`` systems, one after the other, as artifacts are read; every item has a picture of its own."""
    for system in range(systems):
        for number in range(count):
            picture = Random(number).randbytes(picture_bytes) or None  # as it is: no browser could show it either
            panel = Panel("gold", Drawing(GRAPH, picture))
            score = 1 - number / count
            yield Sample("parsing", "made", f"system {system}", f"chart {number}", "edge_f1", score, (panel,))


def peak(folder: Path, count: int) -> int:
    """The most bytes that Python held at once."""
    tracemalloc.start()
    try:
        write_site(folder, [], samples(count, PICTURE_BYTES), {})
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_pictures_are_not_held(tmp_path: Path) -> None:
    few, many = 40, 120
    more = peak(tmp_path / "many", many) - peak(tmp_path / "few", few)
    assert more < (many - few) * PICTURE_BYTES / 3
    assert len(list((tmp_path / "many/pictures").iterdir())) == many


@pytest.mark.browser
def test_a_page_of_ten_thousand_items_has_some_rows_and_loads_what_is_opened(open_page: Opens, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    count = 10_000
    page = open_page(write_site(tmp_path, [], samples(count, systems=1), {}).as_uri())
    expect(page.locator("[name=items-shown]")).to_have_text(f"{count} of {count} items")
    expect(page.locator("#list th").first).to_have_text(f"chart {count - 1}")  # the worst
    assert page.locator("#list tr").count() < 100
    page.locator("[name=more]").click()
    assert page.locator("#list tr").count() < 200
    page.get_by_role("searchbox", name="Item").fill("chart 4711")
    expect(page.locator("#list th")).to_have_text("chart 4711")
    opened: list[str] = []
    page.on("request", lambda request: opened.append(Path(request.url).parent.name))
    page.locator("#list a").first.click()
    expect(page.get_by_role("heading", name="chart 4711")).to_be_visible()
    assert opened == ["items"]
