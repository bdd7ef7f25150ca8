"""People annotate: with a mouse, with a keyboard, through reloads and a server that goes away."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from diagramloop.doors.serve import AnnotationPage
from diagramloop.engines.attribute.benchmark import KeptLabel
from diagramloop.render.limits import MAX_TEXT
from tests.diagramloop.doors.serve.asked_charts import EVIL, QUESTIONS, Annotating, chart, charts, question
from tests.diagramloop.doors.serve.live_page import LivePage
from tests.patience import wait_until

expect = pytest.importorskip("playwright.sync_api", reason="no browser to drive: pip install playwright").expect
pytestmark = pytest.mark.browser

Opens = Callable[[str], Any]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log.jsonl"


@pytest.fixture
def live(log: Path) -> Iterator[LivePage]:
    live = LivePage(lambda: Annotating(log).page().routes())
    live.start()
    yield live
    live.stop()


SLOWLY = """() => {
    const usual = window.fetch, later = () => new Promise(go => setTimeout(go, 300));
    const wait = how => (how?.method === "POST" ? later() : Promise.resolve());
    window.fetch = (...request) => wait(request[1]).then(() => usual(...request));
}"""


def begin(open_page: Opens, live: LivePage, name: str) -> Any:
    page = open_page(live.address)
    state(page, "enter your name to begin")
    expect(page.get_by_label("Annotator")).to_be_focused()  # what the page asks for first
    page.get_by_label("Annotator").fill(name)
    page.keyboard.press("Tab")
    expect(page.locator("main")).to_have_attribute("aria-busy", "false")  # before, Next has nowhere to go
    return page


def node(page: Any, text: str) -> Any:
    return page.get_by_role("checkbox", name=text, exact=True)


def width(page: Any) -> float:
    return float(node(page, "Ride").bounding_box()["width"])


def state(page: Any, text: str) -> None:
    expect(page.locator("[name=state]")).to_contain_text(text)


def chosen(page: Any, begins: str) -> None:
    expect(page.locator("[name=question] option:checked")).to_have_text(re.compile("^" + re.escape(begins)))


def picked(page: Any, *texts: str) -> None:
    expect(page.locator("#picked li")).to_have_text([f"{text} remove" for text in texts])


def scored(page: Any) -> None:
    for group, points in (("Optimality", 2), ("Contextual", 1), ("Exclusivity", 2)):
        page.get_by_role("group", name=group).get_by_label(str(points)).check()


def last(log: Path) -> dict[str, Any]:
    return json.loads(log.read_text().splitlines()[-1])


def test_a_question_from_the_name_to_the_next(open_page: Opens, live: LivePage, log: Path) -> None:
    page = begin(open_page, live, "Ada")
    node(page, "Pump it up").click()
    node(page, "Is the tyre flat?").focus()
    page.keyboard.press("Space")
    node(page, "Ride").focus()
    page.keyboard.press("Enter")
    picked(page, "Pump it up", "Is the tyre flat?", "Ride")
    expect(page.locator(".chart text")).to_have_text(["1", "2", "3"])
    page.get_by_role("button", name="remove Pump it up").click()
    page.get_by_role("button", name="Undo").click()
    page.keyboard.press("u")
    picked(page, "Pump it up", "Is the tyre flat?")
    expect(node(page, "Ride")).to_have_attribute("aria-checked", "false")
    scored(page)
    page.get_by_label("Note").fill("as I <b>see</b> it")
    page.get_by_text("5 of 6 points: excellent").wait_for()
    chosen(page, "✓ 1.")
    wait_until(lambda: (last(log)["nodes"], last(log)["note"]) == (["pump", "tyre"], "as I <b>see</b> it"))
    page.get_by_role("button", name="Next").click()
    page.get_by_text("The chain is off. What now?", exact=True).wait_for()
    picked(page)
    expect(page.locator("header")).to_contain_text("1 of 3 done")


def test_a_reload_loses_nothing(open_page: Opens, live: LivePage, log: Path) -> None:
    page = begin(open_page, live, "Ada")
    page.get_by_role("button", name="Next").click()
    page.get_by_text("The chain is off. What now?", exact=True).wait_for()
    node(page, "Is the chain on?").click()
    page.get_by_role("group", name="Optimality").get_by_label("1").check()  # not yet a rubric
    page.get_by_label("Note").fill("half a word")
    page.get_by_text("not done yet: rubric incomplete").wait_for()
    wait_until(lambda: (last(log)["rubric"]["optimality"], last(log)["note"]) == (1, "half a word"))
    expect(page.locator("header")).to_contain_text("0 of 3 done")
    page.evaluate("localStorage.clear(); localStorage.setItem('diagramloop.annotator', 'Ada')")  # the log alone knows
    page.reload()
    page.get_by_text("The chain is off. What now?", exact=True).wait_for()
    picked(page, "Is the chain on?")
    expect(page.get_by_role("group", name="Optimality").get_by_label("1")).to_be_checked()
    expect(page.get_by_label("Note")).to_have_value("half a word")
    expect(page.get_by_label("Annotator")).to_have_value("Ada")


def test_a_rubric_without_a_node_is_not_done_but_an_explicit_none_is(
    open_page: Opens, live: LivePage, log: Path
) -> None:
    page = begin(open_page, live, "Ada")
    scored(page)
    page.get_by_text("not done yet: no node picked").wait_for()
    expect(page.locator("header")).to_contain_text("0 of 3 done")
    chosen(page, "1.")
    page.get_by_label("None: no node grounds the answer").check()
    chosen(page, "✓ 1.")
    assert (last(log)["nodes"], last(log)["none"]) == ([], True)
    node(page, "Ride").click()
    expect(page.get_by_label("None: no node grounds the answer")).not_to_be_checked()
    page.get_by_role("button", name="Clear").click()
    expect(page.locator("header")).to_contain_text("0 of 3 done")


def test_a_server_that_goes_away_and_comes_back(open_page: Opens, live: LivePage, log: Path) -> None:
    page = begin(open_page, live, "Ada")
    scored(page)
    node(page, "Pump it up").click()
    wait_until(lambda: last(log)["nodes"] == ["pump"])  # "saved" may still be said of the click before
    state(page, "saved")
    live.stop()
    node(page, "Ride").click()
    state(page, "not saved: the server does not answer")
    node(page, "Is the tyre flat?").click()
    chosen(page, "● 1.")
    page.get_by_role("button", name="Next").click()
    chosen(page, "● 1.")  # what cannot be shown is not gone to
    assert last(log)["nodes"] == ["pump"]
    live.start()
    expect(page.locator("[name=state]")).to_have_text("saved")
    wait_until(lambda: last(log)["nodes"] == ["pump", "ride", "tyre"])
    chosen(page, "✓ 1.")


def test_clicks_that_the_server_never_got_outlive_the_page(open_page: Opens, live: LivePage, log: Path) -> None:
    page = begin(open_page, live, "Ada")
    node(page, "Ride").wait_for()  # the chart is there before the server goes
    live.stop()
    node(page, "Ride").click()
    state(page, "not saved")
    page.goto("about:blank")
    live.start()
    page.goto(live.address)
    state(page, "saved")
    expect(page.locator("#picked li")).to_have_count(1)
    assert (last(log)["annotator"], last(log)["question"], last(log)["nodes"]) == ("Ada", "q1", ["ride"])
    picked(page, "Ride")


def test_a_models_label_is_shown_and_picked_only_by_people(open_page: Opens, log: Path) -> None:
    label = KeptLabel("q1", "", "the model", ("tyre", "pump"), reason=EVIL)
    live = LivePage(lambda: AnnotationPage(charts(), QUESTIONS, log, {"q1": label}).routes())
    live.start()
    page = begin(open_page, live, "Ada")
    expect(page.locator("#label-nodes li")).to_have_text(["Is the tyre flat?", "Pump it up"])
    expect(page.locator("#label-reason")).to_have_text(f"the model: {EVIL}")
    picked(page)  # not before somebody has looked
    page.get_by_role("button", name="Take these").click()
    picked(page, "Is the tyre flat?", "Pump it up")
    page.evaluate(SLOWLY)  # what is asked for right after an entry counts it nevertheless
    page.get_by_role("button", name="remove Pump it up").click()
    scored(page)
    page.get_by_role("button", name="Refresh").click()
    page.get_by_text("Ada and model: the model: κ 0.545, identical 0 % of 1 question").wait_for()
    assert "owned" not in page.title()
    page.keyboard.press("n")
    page.get_by_text("The chain is off. What now?", exact=True).wait_for()
    expect(page.locator("#label")).to_be_hidden()  # this one has none
    page.keyboard.press("t")
    picked(page)
    live.stop()


def test_two_annotators_and_how_far_they_agree(open_page: Opens, live: LivePage) -> None:
    for name, texts in (("Ada", ["Pump it up"]), ("Bo", ["Pump it up", "Ride"])):
        page = begin(open_page, live, name)
        picked(page)
        for text in texts:
            node(page, text).click()
        scored(page)
        page.get_by_text("5 of 6 points").wait_for()
    page.get_by_role("button", name="Refresh").click()
    page.get_by_text("Ada and Bo: κ 0.545, identical 0 % of 1 question").wait_for()


def test_one_browser_two_names(open_page: Opens, live: LivePage) -> None:
    page = begin(open_page, live, "Ada")
    node(page, "Ride").click()
    page.get_by_label("Annotator").fill("Bo")
    page.keyboard.press("Tab")
    expect(page.locator("#picked li")).to_have_count(0)
    page.get_by_label("Annotator").fill("<Bo>")
    page.keyboard.press("Tab")
    state(page, "a name has letters")
    page.keyboard.press("n")
    expect(page.locator("main[aria-busy=true]")).to_have_count(1)  # nothing to pick without a name
    page.get_by_label("Annotator").fill("Ada")
    page.keyboard.press("Tab")
    page.locator("#picked li").wait_for()
    picked(page, "Ride")


def test_a_chart_too_large_for_the_screen(open_page: Opens, live: LivePage) -> None:
    page = begin(open_page, live, "Ada")
    whole = width(page)
    page.set_viewport_size({"width": 1000, "height": 420})
    wait_until(lambda: width(page) < whole)
    scaled = width(page)
    page.get_by_role("button", name="Actual size").click()
    wait_until(lambda: width(page) > 1.5 * scaled)
    node(page, "Ride").click()
    picked(page, "Ride")
    page.get_by_role("button", name="Actual size", pressed=True).click()
    wait_until(lambda: width(page) == pytest.approx(scaled, abs=1))


def test_what_a_data_set_says_is_text(open_page: Opens, live: LivePage) -> None:
    page = begin(open_page, live, "Ada")
    page.get_by_role("combobox", name="Question").select_option(index=2)
    page.locator("#asked").get_by_text(EVIL, exact=True).wait_for()
    page.get_by_role("checkbox", name="../../etc/passwd").click()
    state(page, "saved")
    expect(page.locator("main img:not(.chart img)")).to_have_count(0)
    assert "owned" not in page.title()


def test_a_chart_that_cannot_be_drawn_shows_nothing_and_is_passed_by(open_page: Opens, tmp_path: Path) -> None:
    too_long = chart("long", f'flowchart TD\n a["{"x" * (MAX_TEXT + 1)}"]')
    asked = (QUESTIONS[0], question("q0", "long", "Who can read this?", ("a",)), QUESTIONS[1])
    live = LivePage(lambda: AnnotationPage([*charts(), too_long], asked, tmp_path / "log").routes())
    live.start()
    page = begin(open_page, live, "Ada")
    node(page, "Ride").click()
    state(page, "saved")
    for way, beyond in (("Next", "The chain is off. What now?"), ("Previous", QUESTIONS[0].question)):
        page.get_by_role("button", name=way).click()
        state(page, "at most 2000 are drawn")
        chosen(page, "2.")
        expect(page.locator(".chart *, #picked li")).to_have_count(0)
        expect(page.locator("#asked")).to_have_text("")
        page.get_by_role("button", name=way).click()
        page.get_by_text(beyond, exact=True).wait_for()
    picked(page, "Ride")
    live.stop()
