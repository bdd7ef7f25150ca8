"""A picture dropped on the page: read, mended with mouse and keyboard, downloaded."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from diagramloop.doors.serve.admission import Admission
from diagramloop.doors.serve.dropped import DropPage
from diagramloop.doors.services import WorkerPool
from diagramloop.graph.formats import read
from diagramloop.render import Style, draw
from tests.diagramloop.doors.serve.live_page import LivePage
from tests.diagramloop.doors.services.asked_pictures import picture

expect = pytest.importorskip("playwright.sync_api", reason="no browser to drive: pip install playwright").expect
pytestmark = pytest.mark.browser

Opens = Callable[[str], Any]
CALLED = "one => one.name || one.id || one.getAttribute('aria-label') || one.textContent"
EVIL = "<img src=x onerror=document.title='owned'>"


@pytest.fixture(scope="module")
def live(workers: WorkerPool) -> Iterator[LivePage]:
    page = LivePage(lambda: DropPage(Admission(workers)).routes(), file_bytes=5_000_000)
    page.start()
    yield page
    page.stop()


def choose(page: Any, content: bytes, name: str = "tea.png", type_: str = "image/png") -> None:
    page.locator("[name=file]").set_input_files({"name": name, "mimeType": type_, "buffer": content})


def ready(page: Any, *texts: str) -> None:
    page.locator("#mending:not([inert])").wait_for()
    for text in texts:
        expect(page.locator(f"#graph [aria-label='node {text}']")).to_have_count(1)


def saved(page: Any) -> tuple[str, bytes]:
    with page.expect_download() as found:
        page.get_by_role("button", name="Download").click()
    return found.value.suggested_filename, Path(found.value.path()).read_bytes()


def test_a_chosen_picture_lies_under_its_reading(open_page: Opens, live: LivePage) -> None:
    page = open_page(live.address)
    choose(page, picture())
    ready(page, "Start", "Boil water", "Pour")
    under, over = (page.locator(place).bounding_box() for place in ("#picture", "#graph svg"))
    assert under == over
    assert under["width"] > 50
    page.get_by_label("Format").select_option("drawio")
    name, content = saved(page)
    assert name == "tea.drawio"
    assert [node.text for node in read(content, "drawio").nodes] == ["Start", "Boil water", "Pour"]


def test_dropped_and_mended_with_the_keyboard_alone(open_page: Opens, live: LivePage) -> None:
    page = open_page(live.address)
    drop(page, picture())
    ready(page, "Boil water")
    page.locator("#graph [aria-label='node Boil water']").focus()
    page.keyboard.press("Space")
    page.keyboard.press("t")
    expect(page.locator("[name=said]")).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("Boil milk")
    page.keyboard.press("Enter")
    ready(page, "Boil milk")
    page.locator("#graph [aria-label='node Pour']").focus()
    page.keyboard.press("Escape")
    page.keyboard.press("Space")
    page.keyboard.press("Delete")
    expect(page.locator("#graph .node.excluded")).to_have_count(1)
    page.keyboard.press("u")
    expect(page.locator("#graph .node.excluded")).to_have_count(0)
    page.keyboard.press("l")
    for name in ("Pour", "Start"):
        page.locator(f"#graph [aria-label='node {name}']").focus()
        page.keyboard.press("Enter")
    expect(page.locator("#graph .edge.added")).to_have_count(1)
    page.get_by_label("Format").focus()
    page.get_by_label("Format").select_option("mermaid")
    name, content = saved(page)
    graph = read(content, "mermaid")
    assert (name, len(graph.edges), graph.nodes[1].text) == ("tea.mmd", 3, "Boil milk")
    expect(page.locator("[name=dropped]")).to_contain_text("nodes.box")


def test_tab_reaches_everything(open_page: Opens, live: LivePage) -> None:
    page = open_page(live.address)
    choose(page, picture())
    ready(page, "Start")
    page.locator("[name=file]").focus()
    seen = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        seen.add(page.locator(":focus").evaluate(CALLED) if page.locator(":focus").count() else "")
    assert {"mode", "exclude", "texts", "large", "to", "Download", "elements", "node Start"} <= seen


def drop(page: Any, content: bytes) -> None:
    data = base64.b64encode(content).decode()
    page.evaluate(
        """async data => {
          const bytes = Uint8Array.from(atob(data), one => one.charCodeAt(0));
          const file = new File([bytes], "tea.png", {type: "image/png"});
          const held = new DataTransfer();
          held.items.add(file);
          document.dispatchEvent(new DragEvent("drop", {dataTransfer: held, bubbles: true, cancelable: true}));
        }""",
        data,
    )


def test_what_cannot_be_read_is_told_and_the_next_one_is_read(open_page: Opens, live: LivePage) -> None:
    page = open_page(live.address)
    choose(page, b"no picture", "x.png")
    expect(page.locator("[name=state]")).to_have_text("not a picture in any known format")
    expect(page.locator("#mending")).to_have_attribute("inert", "")
    choose(page, picture())
    ready(page, "Start")


def test_what_a_drawing_says_is_text(open_page: Opens, live: LivePage) -> None:
    svg = draw(f'flowchart TD\n a["{EVIL}"] --> b[End]', [Style.MONO], engine="graphviz")[Style.MONO].svg
    page = open_page(live.address)
    choose(page, svg.encode(), "evil.svg", "image/svg+xml")
    page.locator("#mending:not([inert])").wait_for()
    expect(page.locator("#elements")).to_contain_text(EVIL.partition(".")[0])
    expect(page.locator("main img")).to_have_count(1)
    expect(page.locator("main img[src=x]")).to_have_count(0)
    assert "owned" not in page.title()


def test_it_fits_every_screen(open_page: Opens, live: LivePage) -> None:
    page = open_page(live.address)
    choose(page, picture())
    ready(page, "Start")
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 850})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        boxes = [page.locator(place).bounding_box() for place in ("#over", "#download", "#elements")]
        assert all(box["width"] > 100 and box["x"] + box["width"] <= width for box in boxes)
    colours = [background(page, scheme) for scheme in ("light", "dark")]
    assert len(set(colours)) == 2


def background(page: Any, scheme: str) -> str:
    page.emulate_media(color_scheme=scheme)
    assert page.evaluate("getComputedStyle(document.querySelector('#over')).backgroundColor") == "rgb(255, 255, 255)"
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))
