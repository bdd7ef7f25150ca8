"""The items of the report as people meet them: filters, two systems under a wipe, faults, verdicts."""

from __future__ import annotations

import dataclasses
import io
import re
from pathlib import Path

import pytest
from PIL import Image

from diagramloop.report import Drawing, Reading, write_site
from diagramloop.scores.alignment import align
from tests.diagramloop.report.site_rows import (
    EVIL,
    ROWS,
    Opens,
    ground,
    row,
    samples,
)

expect = pytest.importorskip("playwright.sync_api", reason="no browser to drive: pip install playwright").expect
pytestmark = pytest.mark.browser


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


def test_filters_live_in_the_address_and_stay_on_the_way_to_an_item_and_back(open_page: Opens, site: str) -> None:
    page = open_page(f"{site}#items?facet-difficulty=hard&by=name&faulty=yes&facet-nowhere=x")
    expect(page.locator("[name=items-shown]")).to_have_text("1 of 2 items")
    expect(page.locator(".list th[aria-sort=ascending]")).to_have_text("Item")
    page.locator("#list a").first.click()
    expect(page.get_by_role("heading", name="net")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Next")).to_be_disabled()  # one item is left by the filters
    page.get_by_role("link", name="All items").click()
    expect(page.locator("[name=items-shown]")).to_have_text("1 of 2 items")
    page.get_by_label("with faults only").uncheck()
    page.locator("#item-filters").get_by_label("Difficulty").select_option("")
    page.get_by_role("button", name="Systems, worst first").click()
    expect(page).to_have_url(f"{site}#items?facet-nowhere=x")


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


def test_all_scores_of_an_item_stand_beside_those_of_the_other_system(open_page: Opens, site: str) -> None:
    page = open_page(f"{site}#parsing/corpus%2Fmono/net/one/two")
    cells = page.locator("#scores tr")
    expect(cells).to_have_text(["metric one two", "edge_f1 0.200 0.900", "node_f1 – 1.000"], use_inner_text=True)
    page.get_by_label("beside").select_option("gold")
    expect(cells).to_have_text(["metric one", "edge_f1 0.200"], use_inner_text=True)


def test_arrow_keys_turn_to_the_next_item_where_the_two_systems_stay_beside_each_other(
    open_page: Opens, tmp_path: Path, reading: Reading
) -> None:
    made = [dataclasses.replace(sample, name=name) for name in "ab" for sample in samples(reading)[:2]]
    page = open_page(f"{write_site(tmp_path, ROWS, made, {}).as_uri()}#parsing/corpus%2Fmono/a/two/one")
    page.get_by_label("side by side").check()
    page.get_by_role("heading", name="a", exact=True).focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name="b", exact=True)).to_be_focused()
    expect(page.locator(".beside figcaption")).to_have_text(["read by two", "read by one"], use_inner_text=True)
    assert page.url.endswith("#parsing/corpus%2Fmono/b/two/one?layout=beside")
    page.set_viewport_size({"width": 390, "height": 800})
    left, right = (page.locator(".beside figure").nth(at).bounding_box() for at in (0, 1))
    assert left["y"] == right["y"]
    assert right["x"] + right["width"] <= 390
    page.keyboard.press("ArrowRight")  # there is no other
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("heading", name="a", exact=True)).to_be_visible()
    page.locator("[name=left]").focus()
    page.keyboard.press("ArrowRight")  # the field's own
    expect(page.get_by_role("heading", name="a", exact=True)).to_be_visible()


def test_a_tall_chart_fills_the_page(open_page: Opens, tmp_path: Path, reading: Reading) -> None:
    graph = reading.gold.graph.replace(size=(800, 8000))
    buffer = io.BytesIO()
    Image.new("RGB", (800, 8000), "white").save(buffer, "PNG")
    tall = dataclasses.replace(
        reading, chart="net", gold=Drawing(graph, buffer.getvalue()), predicted=None, alignment=None
    )
    page = open_page(f"{write_site(tmp_path, ROWS, [tall.sample()], {}).as_uri()}#parsing/corpus%2Fmono/net/embedded")
    page.locator(".sheet img").first.wait_for()
    frame = page.locator(".frame:has(img)").first
    assert frame.evaluate("frame => frame.scrollHeight - frame.clientHeight") <= 1
    page.wait_for_function("document.querySelector('.frame:has(img)').getBoundingClientRect().width > 500")


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
