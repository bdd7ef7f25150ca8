"""The report as people meet it, from disk: ranking, parts, links, hostile texts."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from diagramloop.evaluation.heard import Party, RoleAnswers
from diagramloop.models.answers import AnswerCounts
from diagramloop.report import LeaderboardRow, Passage, Reading, Table, value_figure, write_site
from tests.diagramloop.report.site_rows import (
    DIFFERENCES,
    EVIL,
    ROWS,
    Opens,
    ground,
    row,
    samples,
)

expect = pytest.importorskip("playwright.sync_api", reason="no browser to drive: pip install playwright").expect
pytestmark = pytest.mark.browser


def ranking(page: Any, *systems: str) -> None:
    expect(page.locator("#boards tbody th")).to_have_text(list(systems), use_inner_text=True)


def test_a_system_without_all_its_items_stands_below_unranked(open_page: Any, tmp_path: Path) -> None:
    part = LeaderboardRow("parsing", "corpus/mono", "part", "edge_f1", 0.99, None, None, 8, items=9, scored=8, failed=1)
    page = open_page(write_site(tmp_path, [*ROWS, part], [], {}).as_uri())
    ranking(page, "gold control", "one", "two", "three", "part")
    row = page.locator("#boards tbody tr").last
    expect(row.locator("td").first).to_have_text("–")
    expect(row.locator(".best")).to_have_count(0)
    expect(row).to_contain_text("8 of 9")


def test_a_system_that_was_not_understood_stands_below_unranked_and_says_why(open_page: Any, tmp_path: Path) -> None:
    answers = (RoleAnswers("matcher", Party.SYSTEM, AnswerCounts(100, 88, 0, 12, 0, 100)),)
    note = "12 % of the matcher's answers were not understood: no rank"
    told = {"answers": answers, "asked": 100, "unread": 0.12, "note": note}
    mumbles = [dataclasses.replace(cell, **told) for cell in row("mumbles", 0.99, 0.99)]
    page = open_page(write_site(tmp_path, [*ROWS, *mumbles], [], {}).as_uri())
    ranking(page, "gold control", "one", "two", "three", "mumbles note")
    last = page.locator("#boards tbody tr").last
    expect(last.locator("td").first).to_have_text("–")
    expect(last.locator(".best")).to_have_count(0)
    expect(page.locator("#boards")).to_contain_text(f"mumbles: {note}")
    expect(page.locator("#boards")).to_contain_text("mumbles: answers understood: matcher 88 of 100")


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


def test_what_was_trained_on_the_items_is_marked_so_at_its_name_and_below_the_table(
    open_page: Opens, tmp_path: Path
) -> None:
    rows = [dataclasses.replace(one, note="in-sample: 3 of 9 items") if one.system == "two" else one for one in ROWS]
    page = open_page(write_site(tmp_path, rows, [], {}).as_uri())
    expect(page.get_by_role("rowheader", name="two in-sample")).to_be_visible()
    expect(page.locator("#boards p.notes")).to_have_text("two: in-sample: 3 of 9 items")


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


def test_the_matrix_leads_to_the_table_of_its_board_and_the_address_keeps_what_is_chosen(
    open_page: Opens, tmp_path: Path
) -> None:
    other = [dataclasses.replace(one, task="extraction", data="a?b#c") for one in ROWS]
    page = open_page(write_site(tmp_path, [*ROWS, *other], [], {}, differences=DIFFERENCES).as_uri())
    expect(page.locator("#boards table")).to_have_count(2)
    page.locator(".matrix").get_by_role("link", name="a?b#c").click()
    expect(page.locator("#boards caption span").first).to_have_text("extraction on a?b#c, ranked by edge_f1")
    page.get_by_role("button", name="node_f1").click()
    page.reload()
    expect(page.locator("#boards caption span").first).to_have_text("extraction on a?b#c, ranked by node_f1")
    page.locator("#board-filters").get_by_label("Task").select_option("")
    page.locator("#board-filters").get_by_label("Data").select_option("")
    expect(page.locator("#boards table")).to_have_count(2)


def saved(page: Any, form: str, table: str) -> str:
    with page.expect_download() as found:
        page.locator(table).first.get_by_role("button", name=form, exact=True).click()
    text: str = Path(found.value.path()).read_text(encoding="utf-8")
    return text


def test_any_table_can_be_had_as_csv_and_json(open_page: Opens, tmp_path: Path) -> None:
    odd = LeaderboardRow("parsing", "corpus/mono", '=1+1,"x"', "edge_f1", 0.5, None, None, 9)
    figures = [value_figure("scores", ("of", "a"), [("x", [0.5])])]
    page = open_page(write_site(tmp_path, [*ROWS, odd], [], {}, figures=figures).as_uri())
    rows = json.loads(saved(page, "JSON", "#boards table"))
    one = {"task": "parsing", "data": "corpus/mono", "part": "all items", "system": "one", "metric": "edge_f1"}
    (row,) = [row for row in rows if (row["system"], row["metric"]) == ("one", "edge_f1")]
    assert row.items() >= {**one, "value": 0.8, "low": 0.7, "high": 0.9, "n": 9, "control": False}.items()
    read = list(csv.DictReader(io.StringIO(saved(page, "CSV", "#boards table"))))
    assert len(read) == len(rows)
    assert {row["system"] for row in read} == {"gold", "one", "two", "three", '\'=1+1,"x"'}
    assert "Lead of the best" in saved(page, "CSV", ".matrix")
    page.locator(".figure summary").click()
    assert json.loads(saved(page, "JSON", ".figure table")) == [{"of": "x", "a": "0.500"}]


def test_the_name_of_a_metric_leads_to_what_it_is(open_page: Opens, site: str) -> None:
    page = open_page(site)
    page.locator("#boards").get_by_role("link", name="What edge_f1 is").click()
    expect(page).to_have_url(f"{site}#metrics/edge_f1")
    shown = page.locator("[data-metric=edge_f1]")
    expect(shown.get_by_text("more is better")).to_be_visible()
    expect(shown).to_be_in_viewport()
    page.goto(f"{site}#parsing/corpus%2Fmono/net/one")
    page.locator("#scores").get_by_role("link", name="What edge_f1 is").click()
    expect(page.locator("[data-metric=edge_f1] summary")).to_be_focused()


def test_figures_in_which_nothing_varies_are_left_out_by_name(tmp_path: Path) -> None:
    kept, left = (
        value_figure(name, ("of", "a"), [("x", [0.5]), ("y", [y])]) for name, y in (("kept", 0.4), ("left", 0.5))
    )
    page = write_site(tmp_path, ROWS, [], {}, figures=[kept, left]).read_text()
    assert "<summary>kept</summary>" in page
    assert "<summary>left</summary>" not in page
    assert "<li>left</li>" in page


def test_a_part_of_the_items_has_its_own_ranking(open_page: Opens, site: str) -> None:
    page = open_page(site)
    page.get_by_role("combobox", name="Part").select_option("difficulty: hard")
    ranking(page, "two")
    expect(page.locator("#boards caption span").first).to_have_text(
        "parsing on corpus/mono, difficulty: hard, ranked by edge_f1"
    )
    expect(page.locator("#boards td.best").first).to_contain_text("0.300")


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
        scores={evil: 0.5},
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
