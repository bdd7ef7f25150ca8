"""People are led along a chart in a browser."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from diagramloop.doors.serve import ConversationPage
from diagramloop.doors.serve._charts import MOST_PIXELS
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.render.limits import MAX_TEXT
from tests.diagramloop.doors.serve.live_page import LivePage
from tests.diagramloop.doors.serve.told_charts import EVIL, kettle_page

expect = pytest.importorskip("playwright.sync_api", reason="no browser to drive: pip install playwright").expect
pytestmark = pytest.mark.browser

WIFI = read_mermaid((shipped_corpus() / "charts" / "troubleshooting" / "wifi.mmd").read_text("utf-8"))

Opens = Callable[[str], Any]


@pytest.fixture(scope="module")
def live() -> Iterator[LivePage]:
    live = LivePage(lambda: kettle_page().routes())
    live.start()
    yield live
    live.stop()


def say(page: Any, text: str) -> None:
    page.get_by_role("textbox", name="You").fill(text)
    turns = page.locator(".talk p").count()
    page.keyboard.press("Enter")
    expect(page.locator(".talk p")).to_have_count(turns + 2)


def stands_at(page: Any, text: str, step: str) -> None:
    expect(page.locator(".chart .on title")).to_have_text(text)
    expect(page.locator("#step")).to_have_text(step)


def test_to_the_end_with_a_step_back_and_a_reload(open_page: Opens, live: LivePage) -> None:
    page = open_page(live.address)
    expect(page.get_by_role("heading")).to_have_text("The kettle stays cold")
    expect(page.locator("#step")).to_have_text("not begun")
    say(page, "My kettle is cold")
    stands_at(page, "Is the kettle plugged in?", "step 1 of about 3")
    page.get_by_role("button", name="no", exact=True).click()
    stands_at(page, "Plug it in", "finished")
    page.get_by_role("button", name="Undo").click()
    stands_at(page, "Is the kettle plugged in?", "step 1 of about 3")
    page.reload()
    stands_at(page, "Is the kettle plugged in?", "step 1 of about 3")
    page.keyboard.press("Alt+1")
    stands_at(page, "Does its lamp light up?", "step 2 of about 4")
    expect(page.locator(".chart .trail title")).to_have_text("Is the kettle plugged in?")
    say(page, "yes, it does")
    page.get_by_role("button", name="Done").click()
    stands_at(page, "Boil water once", "finished")
    page.get_by_text("Why?").click()
    expect(page.locator("#why li")).to_contain_text("that it is done")
    with page.expect_download() as download:
        page.get_by_role("link", name="JSON").click()
    assert json.loads(Path(download.value.path()).read_text())["path"] == ["plug", "lamp", "scale", "boil"]
    page.get_by_role("button", name="Restart").click()
    expect(page.locator("#step")).to_have_text("not begun")
    expect(page.locator(".talk p")).to_have_count(1)


def test_two_pages_stay_apart(open_page: Opens, live: LivePage) -> None:
    one, other = open_page(live.address), open_page(live.address)
    beside = one.context.new_page()
    beside.goto(live.address)
    say(one, "It is cold")
    say(other, "It is cold")
    say(other, "no")
    stands_at(one, "Is the kettle plugged in?", "step 1 of about 3")
    stands_at(other, "Plug it in", "finished")
    expect(beside.locator("#step")).to_have_text("not begun")


def test_what_is_said_is_text(open_page: Opens, live: LivePage) -> None:
    page = open_page(live.address)
    say(page, EVIL)
    expect(page.locator(".talk .user")).to_have_text(EVIL)
    expect(page.locator("img")).to_have_count(1)  # the chart's
    assert page.title() == "The kettle stays cold"


def test_a_server_that_goes_away_and_forgets(open_page: Opens, live: LivePage) -> None:
    page = open_page(live.address)
    say(page, "It is cold")
    live.stop()
    page.get_by_role("textbox", name="You").fill("yes")
    page.keyboard.press("Enter")
    expect(page.locator("[name=state]")).to_have_text("the server does not answer")
    expect(page.get_by_role("textbox", name="You")).to_have_value("yes")  # nothing typed is lost
    expect(page.locator(".talk p")).to_have_count(3)
    live.start()
    page.get_by_role("button", name="Say").click()
    expect(page.locator("[name=state]")).to_contain_text("begins anew")
    expect(page.locator(".talk p")).to_have_count(1)
    say(page, "It is cold")


def test_a_large_chart_is_shown_and_until_then_that_it_is_drawn(open_page: Opens) -> None:
    live = LivePage(lambda: ConversationPage(WIFI).routes())
    live.start()
    page = open_page("about:blank")
    held: list[Any] = []
    page.route("**/api/picture", lambda route: held.append(route))
    with page.expect_request("**/api/picture"):
        page.goto(live.address)
    chart = page.get_by_role("group", name="The chart")
    sign = "getComputedStyle(document.querySelector('.chart'), '::before').content"
    expect(page.locator(".chart img")).to_have_count(1)  # where its nodes lie is known, the picture is not there yet
    assert "drawing the chart" in page.evaluate(sign)
    held[0].continue_()
    expect(chart).to_have_attribute("aria-busy", "false")
    assert page.evaluate(sign) == "none"
    wide, high = page.evaluate("(({naturalWidth, naturalHeight}) => [naturalWidth, naturalHeight])(document.images[0])")
    assert 1_000_000 < wide * high <= MOST_PIXELS
    seen = Image.open(io.BytesIO(chart.screenshot())).convert("L")
    assert len(seen.getcolors() or ()) > 20  # lines and letters, not a blank sheet
    say(page, "There is no internet")
    expect(page.locator(".chart .on")).to_have_count(1)
    live.stop()


def test_a_chart_that_cannot_be_drawn_says_so_and_can_be_talked_along(open_page: Opens) -> None:
    chart = read_mermaid(f'flowchart TD\n a{{"{"x" * (MAX_TEXT + 1)}?"}} -->|yes| b(["End"])\n a -->|no| c(["Stop"])')
    live = LivePage(lambda: ConversationPage(chart).routes())
    live.start()
    page = open_page(live.address)
    expect(page.get_by_role("group", name="The chart")).to_contain_text("The chart cannot be shown")
    say(page, "hello")
    live.stop()


def test_nonsense_does_not_move_and_a_step_back_is_taken_in_words(open_page: Opens, live: LivePage) -> None:
    page = open_page(live.address)
    say(page, "It is cold")
    say(page, "yes")
    for nonsense in ("banana", "the weather is nice"):
        say(page, nonsense)
        stands_at(page, "Does its lamp light up?", "step 2 of about 4")
    expect(page.locator(".talk .agent").last).to_contain_text("1. yes")
    say(page, "wait, that was wrong")
    expect(page.locator(".chart .on title")).to_have_text("Is the kettle plugged in?")
