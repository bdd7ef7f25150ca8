"""People verify: with a mouse and with a keyboard, through reloads and a server that goes away; a session whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.diagramloop.doors.serve.live_page import LivePage
from tests.diagramloop.doors.serve.verified_figures import EVIL, figures, verified, verifying

expect = pytest.importorskip("playwright.sync_api", reason="no browser to drive: pip install playwright").expect
pytestmark = pytest.mark.browser

Opens = Callable[[str], Any]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return figures(tmp_path)


@pytest.fixture
def live(root: Path) -> Iterator[LivePage]:
    live = LivePage(lambda: verifying(root).routes())
    live.start()
    yield live
    live.stop()


def begin(open_page: Opens, live: LivePage, name: str, figure: str = "vision/net") -> Any:
    page = open_page(f"{live.address}#{figure.replace('/', '%2F')}")
    expect(page.get_by_label("Annotator")).to_be_focused()  # what the page asks for first
    page.get_by_label("Annotator").fill(name)
    page.keyboard.press("Tab")
    ready(page, figure)
    return page


def ready(page: Any, figure: str) -> None:
    page.locator("main:not([inert])").wait_for()
    expect(page.locator("[name=figure]")).to_have_value(figure)
    state(page, "")


def element(page: Any, name: str) -> Any:
    return page.locator(f"#graph [data-id='{name}']")


def state(page: Any, text: str) -> None:
    expect(page.locator("[name=state]")).to_have_text(text)


def edits(page: Any, *texts: str) -> None:
    expect(page.locator("#log li")).to_have_text(list(texts))


def test_a_figure_that_cannot_be_read_shows_nothing_and_is_passed_by(
    open_page: Opens, live: LivePage, root: Path
) -> None:
    page = begin(open_page, live, "Ada")
    (root / "robots/arm.json").write_bytes(b"\xff")
    page.get_by_role("button", name="Previous").click()
    state(page, "arm.json is not UTF-8")
    expect(page.locator("[name=figure]")).to_have_value("robots/arm")
    expect(page.locator("#graph svg, #picture img, #elements li")).to_have_count(0)
    page.get_by_role("button", name="Next").click()
    ready(page, "vision/net")
    expect(page.locator("#elements li")).to_have_count(6)


def test_delete_a_node_link_two_undo_reload_and_finish(open_page: Opens, live: LivePage, root: Path) -> None:
    page = begin(open_page, live, "Ada")
    element(page, "ghost").click()
    page.get_by_role("button", name="Exclude selected").click()
    edits(page, "exclude nodes ghost")
    expect(element(page, "ghost")).to_have_class("node parsed excluded")
    expect(element(page, "edge-2")).to_have_class("edge parsed excluded")  # it went with its node
    page.get_by_label("Link nodes").check()
    for name in ("enc", "dec"):
        element(page, name).click()
    expect(element(page, "human-3")).to_have_class("edge added")
    for name in ("dec", "in"):
        element(page, name).click()
    expect(element(page, "human-4")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(element(page, "human-4")).to_have_count(0)
    page.reload()
    ready(page, "vision/net")
    edits(page, "exclude nodes ghost", "link source enc, target dec", "link source dec, target in", "undo")
    expect(element(page, "human-3")).to_have_count(1)
    page.get_by_role("button", name="Finish").click()
    expect(page.get_by_role("button", name="Reopen")).to_be_visible()
    graph = verified(root, "vision/net")
    assert [node.id for node in graph.nodes] == ["in", "enc", "dec"]
    assert [(e.id, e.source, e.target) for e in graph.edges] == [("edge-1", "in", "enc"), ("human-3", "enc", "dec")]
    expect(page.locator("#table tbody tr").first).to_have_text("vision10.751.000.860.500.500.50")
    expect(page.locator("#progress")).to_have_text("1 of 2 finished")


def test_the_keyboard_alone(open_page: Opens, live: LivePage, root: Path) -> None:
    page = begin(open_page, live, "Ada")
    element(page, "edge-2").focus()
    page.keyboard.press("Space")
    expect(element(page, "edge-2")).to_have_attribute("aria-checked", "true")
    page.keyboard.press("Delete")
    edits(page, "exclude edges edge-2")
    page.keyboard.press("u")
    edits(page, "exclude edges edge-2", "undo")
    expect(element(page, "edge-2")).not_to_have_class("edge parsed excluded")
    element(page, "edge-2").focus()
    page.keyboard.press("r")
    expect(page.locator("[name=exclude]")).to_be_focused()  # what was focused is excluded again
    page.keyboard.press("l")
    expect(page.locator("#hint")).to_have_text(
        "Choose the node where the missing arrow begins, then the one where it ends."
    )
    for name in ("ghost", "in"):
        element(page, name).focus()
        page.keyboard.press("Enter")
    expect(page.locator("#graph .edge.added")).to_have_count(1)
    page.keyboard.press("a")
    page.get_by_label("Text").fill("Head")
    for name, value in (("left", "10"), ("top", "100"), ("right", "90"), ("bottom", "130")):
        page.get_by_label(name).fill(value)
    page.keyboard.press("Enter")
    expect(page.locator("#graph .node.added")).to_have_attribute("aria-label", "node Head")
    page.keyboard.press("Control+z")  # in a field, the field's own
    page.locator("h1").click()
    page.keyboard.press("n")
    expect(page.locator("[name=figure]")).to_have_value("vision/net")  # there is none after it
    page.keyboard.press("p")
    expect(page.locator("[name=figure]")).to_have_value("robots/arm")
    edits(page)


def test_a_node_is_drawn_where_it_is_missing(open_page: Opens, live: LivePage) -> None:
    page = begin(open_page, live, "Ada")
    page.get_by_label("Add a node").check()
    box = page.locator("#graph svg").bounding_box()
    scale = box["width"] / 420
    page.mouse.move(box["x"] + 200 * scale, box["y"] + 90 * scale)
    page.mouse.down()
    page.mouse.move(box["x"] + 300 * scale, box["y"] + 140 * scale)
    page.mouse.up()
    page.get_by_label("Text").fill("Attention")
    page.keyboard.press("Enter")
    expect(page.locator("#graph .node.added")).to_have_count(1)
    drawn = page.locator("#graph .node.added polygon").get_attribute("points")
    corner = [float(part) for part in drawn.split()[0].split(",")]
    assert corner == pytest.approx([200, 90], abs=2)


def test_the_panel_searches_selects_many_and_restores(open_page: Opens, live: LivePage) -> None:
    page = begin(open_page, live, "Ada")
    page.get_by_role("checkbox", name="in Input").check()
    page.locator("#elements").get_by_role("checkbox", name="dec Decoder", exact=True).check()
    page.get_by_role("button", name="Exclude selected").click()
    edits(page, "exclude nodes in, dec")
    page.get_by_label("Search").fill("deco")
    expect(page.locator("#elements li")).to_have_count(2)
    page.get_by_role("button", name="restore: node dec").click()
    expect(element(page, "dec")).to_have_class("node parsed")
    expect(page.get_by_role("button", name="exclude: node dec")).to_be_visible()


def test_a_page_that_was_left_behind_shows_what_there_is(open_page: Opens, live: LivePage) -> None:
    page = begin(open_page, live, "Ada")
    ahead = begin(open_page, live, "Ada")
    element(ahead, "ghost").click()
    ahead.keyboard.press("Delete")
    edits(ahead, "exclude nodes ghost")
    page.get_by_role("button", name="exclude: node dec").click()
    state(page, "not saved: this figure was edited elsewhere: it is shown anew, as it stands")
    edits(page, "exclude nodes ghost")
    expect(page.get_by_role("button", name="exclude: node dec")).to_be_focused()
    page.keyboard.press("Enter")
    edits(page, "exclude nodes ghost", "exclude nodes dec")
    expect(page.get_by_role("button", name="restore: node dec")).to_be_focused()


def test_an_edit_that_the_server_never_got_is_not_shown(open_page: Opens, live: LivePage) -> None:
    page = begin(open_page, live, "Ada")
    live.stop()
    element(page, "ghost").click()
    page.keyboard.press("Delete")
    state(page, "not saved: the server does not answer")
    expect(element(page, "ghost")).to_have_class("node parsed selected")
    live.start()
    page.keyboard.press("Delete")
    edits(page, "exclude nodes ghost")


def test_two_annotators_and_how_far_they_agree(open_page: Opens, live: LivePage) -> None:
    for name in ("Ada", "Bo"):
        page = begin(open_page, live, name)
        edits(page)
        if name == "Ada":
            element(page, "ghost").click()
            page.keyboard.press("Delete")
            edits(page, "exclude nodes ghost")
        page.get_by_role("button", name="Finish").click()
    expect(page.locator("#agreement li")).to_have_text("Ada and Bo: κ 0.000 on 6 elements of 1 figure")


def test_what_a_parser_read_is_text(open_page: Opens, live: LivePage) -> None:
    page = begin(open_page, live, "Ada")
    expect(page.locator("#elements")).to_contain_text(EVIL)
    element(page, "ghost").hover()
    expect(page.locator("main img")).to_have_count(1)
    assert "owned" not in page.title()
