"""The report as people meet it, from disk: filters, ranking, two systems under a wipe, links, hostile texts."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from diagramloop.report import Drawing, LeaderboardRow, Passage, Reading, Sample, Table, value_figure, write_site
from diagramloop.report._sample import Panel
from diagramloop.score.alignment import align

expect = pytest.importorskip("playwright.sync_api", reason="no browser to drive: pip install playwright").expect
pytestmark = pytest.mark.browser

Opens = Callable[[str], Any]
EVIL = (
    "<script>window.owned=1</script>",
    '</script><img src=x onerror="window.owned=1">',
    "\u2028'\"`${window.owned=1}</title></style><svg onload=window.owned=1>",
    "javascript:window.owned=1",
    "__proto__",
    "\ud800",
    "constructor",
)


def row(system: str, edge_f1: float, node_f1: float, control: bool = False) -> list[LeaderboardRow]:
    label = ("parsing", "corpus/mono", system)
    return [
        LeaderboardRow(*label, "edge_f1", edge_f1, edge_f1 - 0.1, edge_f1 + 0.1, 9, control=control),
        LeaderboardRow(*label, "node_f1", node_f1, None, None, 9, control=control),
        LeaderboardRow(*label, "node_kind", 0.5, None, None, 9, control=control),
    ]


ROWS = [*row("gold", 1.0, 1.0, control=True), *row("one", 0.8, 0.5), *row("two", 0.75, 0.9), *row("three", 0.1, 0.1)]
TEST = {"task": "parsing", "data": "corpus/mono", "metric": "edge_f1"}
DIFFERENCES = [
    {**TEST, "first": "one", "second": "two", "difference": 0.05, "p_value": 0.4, "items": 9},
    {**TEST, "first": "three", "second": "one", "difference": -0.7, "p_value": 0.0005, "items": 9},
]
STRATA = [
    {**vars(made), "axis": "difficulty", "stratum": "hard", "value": 0.3, "reason": ""}
    for made in ROWS
    if made.system == "two"
]


def samples(reading: Reading) -> list[Sample]:
    """One item with two systems, and one more of another task with a transcript."""
    one = dataclasses.replace(reading, chart="net", system="one", score=0.2, facets={"difficulty": "hard"})
    gold = one.gold
    two = dataclasses.replace(one, system="two", score=0.9, predicted=gold, alignment=align(gold.graph, gold.graph))
    talk = Sample(
        *("dialogue", "talks", "agent", "d1", "dialogue/tnga", 0.5),
        panels=(Panel("path of agent", Drawing(gold.graph, gold.picture)),),
        passages=(Passage("Chart", EVIL[1]),),
        tables=(Table("Transcript", ("speaker", "stands at"), (("user", ""), ("agent", "B")), ("", "50,10 80,40")),),
    )
    return [one.sample(), two.sample(), talk]


@pytest.fixture
def site(tmp_path: Path, reading: Reading) -> str:
    made = write_site(tmp_path, ROWS, samples(reading), {"data": "md5:1"}, strata=STRATA, differences=DIFFERENCES)
    return made.as_uri()


def ranking(page: Any, *systems: str) -> None:
    expect(page.locator("#boards tbody th")).to_have_text(list(systems), use_inner_text=True)


def ground(page: Any, colour: str) -> None:
    expect(page.locator("body")).to_have_css("background-color", colour)


def test_a_system_without_all_its_items_stands_below_unranked(open_page: Any, tmp_path: Path) -> None:
    part = LeaderboardRow("parsing", "corpus/mono", "part", "edge_f1", 0.99, None, None, 8, items=9, scored=8, failed=1)
    page = open_page(write_site(tmp_path, [*ROWS, part], [], {}).as_uri())
    ranking(page, "gold control", "one", "two", "three", "part")
    row = page.locator("#boards tbody tr").last
    expect(row.locator("td").first).to_have_text("–")
    expect(row.locator(".best")).to_have_count(0)
    expect(row).to_contain_text("8 of 9")


def test_tables_rank_by_any_metric_with_tests_against_the_best(open_page: Opens, site: str) -> None:
    page = open_page(site)
    ranking(page, "gold control", "one", "two", "three")
    expect(page.locator("#boards td.against")).to_have_text(
        [
            "–",
            "best",
            "−0.050, p 0.400: no difference shown",
            "−0.700, p < 0.001",
        ],
        use_inner_text=True,
    )
    expect(page.locator("#boards th[aria-sort=descending]")).to_contain_text("edge_f1")
    page.get_by_role("button", name="node_f1").focus()
    page.keyboard.press("Enter")
    ranking(page, "gold control", "two", "one", "three")
    expect(page.locator("#boards th[aria-sort=descending]")).to_have_text("node_f1")
    expect(page.get_by_role("button", name="node_f1")).to_be_focused()
    expect(page.get_by_role("button", name="node_kind")).to_have_count(0)
    page.get_by_label("all metrics").check()
    expect(page.get_by_role("button", name="node_kind")).to_have_count(1)


def test_only_systems_with_a_value_have_a_rank_and_equals_share_it(open_page: Opens, tmp_path: Path) -> None:
    none = LeaderboardRow("parsing", "corpus/mono", "absent", "edge_f1", None, None, None, 0, "no picture")
    rows = [*ROWS, *row("too", 0.8, 0.1), *row("noise", 0.3, 0.9, control=True), none]
    page = open_page(write_site(tmp_path, rows, [], {}).as_uri())
    ranking(page, "gold control", "one", "too", "two", "noise control", "three", "absent")
    expect(page.locator("#boards tbody td:first-child")).to_have_text(
        ["–", "1", "1", "3", "–", "4", "–"], use_inner_text=True
    )


def test_a_control_is_never_the_best_and_the_page_says_what_it_is(open_page: Opens, tmp_path: Path) -> None:
    page = open_page(write_site(tmp_path, ROWS, [], {}, differences=DIFFERENCES).as_uri())
    expect(page.locator("#boards td.best").first).to_have_text(re.compile("^0.800"))
    expect(page.locator("#boards .control .best")).to_have_count(0)
    expect(page.locator(".lead")).to_contain_text("have no rank and are never the best")


def test_on_paper_every_figure_is_open_and_nothing_is_cut_off(open_page: Opens, tmp_path: Path) -> None:
    figures = [value_figure("scores", ("of", "a"), [("x", [0.5])])]
    page = open_page(write_site(tmp_path, ROWS, [], {}, figures=figures).as_uri())
    page.emulate_media(media="print", color_scheme="dark")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.get_by_text("0.500").last).to_be_visible()
    expect(page.locator("#board-filters")).to_be_hidden()
    ground(page, "rgb(255, 255, 255)")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.locator("details[open]")).to_have_count(page.locator("details.lines").count())


def test_a_part_of_the_items_has_its_own_ranking(open_page: Opens, site: str) -> None:
    page = open_page(site)
    page.get_by_role("combobox", name="Part").select_option("difficulty: hard")
    ranking(page, "two")
    expect(page.locator("#boards caption")).to_have_text("parsing on corpus/mono, difficulty: hard, ranked by edge_f1")
    expect(page.locator("#boards td.best").first).to_contain_text("0.300")


def test_items_are_filtered_and_found(open_page: Opens, site: str) -> None:
    page = open_page(site)
    shown = page.locator("[name=items-shown]")
    expect(shown).to_have_text("2 of 2 items")
    page.locator("#item-filters").get_by_label("Difficulty").select_option("hard")
    expect(shown).to_have_text("1 of 2 items")
    page.locator("#item-filters").get_by_label("Difficulty").select_option("")
    page.get_by_role("searchbox", name="Item").fill("D1")
    expect(page.locator("#list th")).to_have_text("d1")
    page.get_by_role("searchbox", name="Item").fill("")
    page.get_by_label("with faults only").check()
    expect(page.locator("#list th")).to_have_text("net")
    page.locator("#item-filters").get_by_label("System").select_option("two")
    expect(shown).to_have_text("0 of 2 items")  # it made no fault
    page.get_by_role("button", name="Item", exact=True).click()
    expect(page.locator(".list th[aria-sort=ascending]")).to_have_text("Item")


def test_on_a_telephone_the_scores_of_an_item_are_seen_without_scrolling_aside(open_page: Opens, site: str) -> None:
    page = open_page(site)
    page.set_viewport_size({"width": 390, "height": 800})
    page.locator("#list th").first.scroll_into_view_if_needed()
    expect(page.locator("#list tr").first.locator(".chip").last).to_be_in_viewport(ratio=1)


def test_two_systems_on_one_chart_under_a_wipe(open_page: Opens, site: str) -> None:
    page = open_page(site)
    page.get_by_role("link", name="one 0.200").click()
    expect(page.get_by_role("heading", name="net")).to_be_focused()
    page.get_by_label("beside").select_option("two")
    expect(page).to_have_url(f"{site}#parsing/corpus%2Fmono/net/one/two")
    over, under = page.locator(".layer.over"), page.locator(".layer:not(.over)")
    expect(over.locator("polygon.invented")).to_have_count(1)
    expect(under.locator(".matched")).to_have_count(5)
    assert over.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)") == 200
    slider = page.get_by_role("slider")
    slider.focus()
    expect(slider).to_have_attribute("aria-valuetext", "50 % read by one, 50 % read by two")
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    expect(slider).to_have_attribute("aria-valuetext", "45 % read by one, 55 % read by two")
    expect(over).to_have_css("clip-path", re.compile("55%"))
    handle, sheet = page.locator(".handle").bounding_box(), page.locator(".sheet").bounding_box()
    page.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + 5)
    page.mouse.down()
    page.mouse.move(sheet["x"] + sheet["width"] * 0.8, handle["y"] + 5)
    page.mouse.up()
    expect(slider).to_have_value("80")
    page.get_by_label("side by side").check()
    expect(page.locator(".beside figure")).to_have_count(2)
    expect(page.locator("#columns h3")).to_have_text(["one edge_f1 0.200", "two edge_f1 0.900"], use_inner_text=True)
    page.get_by_label("beside").select_option("gold")
    expect(page.locator(".beside figcaption")).to_have_text(["read by one", "gold"], use_inner_text=True)


def test_faults_light_up_and_verdicts_can_be_hidden(open_page: Opens, site: str) -> None:
    page = open_page(f"{site}#parsing/corpus%2Fmono/net/one")
    fault = page.locator(".faults .spot").filter(has_text="node “C”")
    fault.focus()
    expect(page.locator("#stage polygon.current")).to_have_count(1)
    page.keyboard.press("Tab")
    page.get_by_role("checkbox", name="missing").uncheck()
    expect(page.locator(".layer polygon.missing").first).to_be_hidden()


def test_faults_of_what_is_not_drawn_offer_nothing(open_page: Opens, tmp_path: Path, reading: Reading) -> None:
    bare = dataclasses.replace(reading.sample(), name="net", system="one", panels=())
    page = open_page(f"{write_site(tmp_path, ROWS, [bare], {}).as_uri()}#parsing/corpus%2Fmono/net/one")
    expect(page.locator(".faults li").first).to_be_visible()
    expect(page.locator(".faults button")).to_have_count(0)


def test_a_turn_shows_where_it_stands(open_page: Opens, site: str) -> None:
    page = open_page(f"{site}#dialogue/talks/d1/agent")
    expect(page.locator(".passages dd")).to_have_text(EVIL[1])
    page.get_by_role("button", name="B", exact=True).focus()
    expect(page.locator("#stage .current").first).to_have_attribute("points", "50,10 80,40")


def test_links_lead_back_on_and_to_nothing(open_page: Opens, site: str) -> None:
    page = open_page(f"{site}#parsing/corpus%2Fmono/net/two")
    expect(page.locator("[name=left]")).to_have_value("two")
    page.get_by_role("button", name="Previous").click()
    expect(page.get_by_role("heading", name="d1")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="net")).to_be_visible()
    page.get_by_role("link", name="All items").click()
    expect(page.get_by_role("heading", name="Item by item")).to_be_focused()
    page.goto(f"{site}#parsing/nowhere/net/one")
    expect(page.locator("#told")).to_have_text("There is no item net of parsing on nowhere.")
    expect(page.locator("#told")).to_be_in_viewport()
    page.goto(f"{site}#%/%/%E0%A4%A")
    expect(page.locator("#overview")).to_be_visible()


def test_colours_follow_the_system_until_they_are_chosen(open_page: Opens, site: str) -> None:
    page = open_page(site)
    light, dark = "rgb(255, 255, 255)", "rgb(18, 22, 28)"
    ground(page, light)
    page.emulate_media(color_scheme="dark")
    ground(page, dark)
    page.get_by_role("button", name="Colours: system").click()
    ground(page, light)
    page.get_by_role("button", name="Colours: light").click()
    page.emulate_media(color_scheme="light")
    page.reload()
    ground(page, dark)


@pytest.mark.parametrize("evil", EVIL)
def test_nothing_from_outside_is_run(open_page: Opens, tmp_path: Path, reading: Reading, evil: str) -> None:
    (sample,) = [made for made in samples(reading) if made.system == "one"]
    hostile = dataclasses.replace(
        sample,
        task=evil,
        data=evil,
        system=evil,
        name=evil,
        headline=evil,
        reason=evil,
        passages=(Passage(evil, evil),),
        tables=(Table(evil, (evil,), ((evil,),), ("0,0 1,1",)),),
        facets={evil: evil},
        verdicts=tuple(dataclasses.replace(mark, title=evil) for mark in sample.verdicts),
    )
    rows = [dataclasses.replace(made, task=evil, data=evil, system=evil, metric=evil, reason=evil) for made in ROWS[:1]]
    site = write_site(tmp_path, rows, [hostile], {evil: evil}, title="report", notes=[evil]).as_uri()
    page = open_page(site)
    page.locator("#list a").first.click()
    page.locator("#columns h3").wait_for()
    for spot in page.locator(".spot").all():
        spot.focus()
    assert page.evaluate("window.owned") is None
    expect(page.locator("script:not([src])")).to_have_count(0)
    expect(page.locator("main img:not(.layer img)")).to_have_count(0)


def test_a_script_that_got_onto_the_page_would_not_run(chromium: Any, site: str) -> None:
    page = chromium.new_page()
    page.goto(site)
    page.evaluate(
        """() => { const inline = document.createElement("script"); inline.textContent = "window.owned = 1";
        const image = document.createElement("img"); image.setAttribute("onerror", "window.owned = 1");
        image.src = "data:,"; document.body.append(inline, image); }"""
    )
    page.wait_for_timeout(200)
    assert page.evaluate("window.owned") is None
    page.close()


def test_of_five_hundred_samples_only_the_first_are_drawn(open_page: Opens, tmp_path: Path, reading: Reading) -> None:
    made = [dataclasses.replace(sample, name=f"item {at}") for at in range(250) for sample in samples(reading)[:2]]
    page = open_page(write_site(tmp_path, ROWS, made, {}).as_uri())
    expect(page.locator("[name=items-shown]")).to_have_text("250 of 250 items")
    expect(page.locator("#list tr")).to_have_count(60)
    page.get_by_role("button", name="Show more").click()
    expect(page.locator("#list tr")).to_have_count(120)


def test_controls_of_an_item_come_last_and_are_none_of_its_faults(
    open_page: Opens, tmp_path: Path, reading: Reading
) -> None:
    noise = dataclasses.replace(reading, system="noise", score=0.0)
    right = dataclasses.replace(
        reading,
        system="two",
        score=0.9,
        predicted=reading.gold,
        alignment=align(reading.gold.graph, reading.gold.graph),
    )
    rows = [*ROWS, *row("noise", 0.0, 0.0, control=True)]
    page = open_page(write_site(tmp_path, rows, [noise.sample(), right.sample()], {}).as_uri())
    expect(page.locator("#list .chip")).to_have_text(["two\n0.900", "noise\n0.000"], use_inner_text=True)
    page.get_by_label("with faults only").check()
    expect(page.locator("[name=items-shown]")).to_have_text("0 of 1 items")
    page.locator("#item-filters").get_by_label("System").select_option("noise")
    expect(page.locator("[name=items-shown]")).to_have_text("1 of 1 items")
