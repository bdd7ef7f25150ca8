"""One sitting: a report from disk, two systems on one chart; then a figure verified by two people, with their table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from diagramloop.report import Drawing, Reading, write_site
from diagramloop.scores.alignment import align
from tests.diagramloop.doors.serve.live_page import LivePage
from tests.diagramloop.doors.serve.verified_figures import GRAPH, figures, verified, verifying

expect = pytest.importorskip("playwright.sync_api", reason="no browser to drive: pip install playwright").expect
pytestmark = pytest.mark.browser


def report(folder: Path, picture: bytes) -> str:
    """Readings of two parsers: one read everything, one not the last node."""
    less = GRAPH.replace(nodes=GRAPH.nodes[:3], edges=GRAPH.edges[:1])
    readings = [
        Reading(
            *("parsing", "figures", system, "net", "edge_f1", score),
            Drawing(GRAPH, picture),
            Drawing(read, picture),
            align(read, GRAPH),
        )
        for system, read, score in (("all", GRAPH, 1.0), ("less", less, 0.67))
    ]
    return write_site(folder, [], [reading.sample() for reading in readings], {}).as_uri()


def test_compare_two_systems_then_verify(open_page: Callable[[str], Any], tmp_path: Path) -> None:
    root = figures(tmp_path / "figures")
    site = report(tmp_path / "report", (root / "vision/net.png").read_bytes())
    page = open_page(site)
    page.get_by_role("link", name="less 0.670").click()
    page.get_by_label("beside").select_option("all")
    expect(page.locator(".layer.over .matched")).to_have_count(4)
    expect(page.locator(".layer:not(.over) .matched")).to_have_count(6)
    page.get_by_role("slider").press("End")
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", "100 % read by less, 0 % read by all")

    live = LivePage(lambda: verifying(root).routes())
    live.start()
    for name, undone in (("Ada", True), ("Bo", False)):
        page = open_page(f"{live.address}#vision%2Fnet")
        page.get_by_label("Annotator").fill(name)
        page.keyboard.press("Tab")
        node = {id: page.locator(f"#graph [data-id='{id}']") for id in ("in", "enc", "dec", "ghost")}
        node["ghost"].click()
        page.keyboard.press("Delete")
        expect(page.locator("#graph .node.excluded")).to_have_count(1)
        page.keyboard.press("l")
        node["enc"].click()
        node["dec"].click()
        expect(page.locator("#graph .edge.added")).to_have_count(1)
        if undone:
            page.keyboard.press("u")
            expect(page.locator("#graph .edge.added")).to_have_count(0)
        page.reload()
        expect(page.locator("#graph .edge.added")).to_have_count(0 if undone else 1)
        page.get_by_role("button", name="Finish").click()
        expect(page.get_by_role("button", name="Reopen")).to_be_visible()
    expect(page.locator("#agreement li")).to_have_text("Ada and Bo: κ 1.000 on 6 elements of 1 figure")
    expect(page.locator("#table tbody tr").first).to_have_text("vision10.751.000.860.500.750.58")
    live.stop()
    graph = verified(root, "vision/net")
    assert [node.id for node in graph.nodes] == ["in", "enc", "dec"]
    assert [edge.id for edge in graph.edges] == ["edge-1"]  # only one of the two saw the other edge
