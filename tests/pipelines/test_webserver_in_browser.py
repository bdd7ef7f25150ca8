"""Dagster's web page as a person uses it: one branch made, its scores and checks seen, the schedule switched on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from dagster_page import Page, webserver

from pipelines.composition import write_composition
from pipelines.project import Project
from tests.patience import wait_until

expect = pytest.importorskip("playwright.sync_api", reason="no browser to drive: pip install playwright").expect

PATIENCE = 60_000  # milliseconds
RUNS = "{ runsOrError { ... on Runs { results { status } } } }"
SCHEDULES = """{ repositoriesOrError { ... on RepositoryConnection { nodes { schedules { name scheduleState { status } }
  } } } }"""


def make_everything(page: Page, tab: Any, runs: int) -> None:
    """Launch the job that makes all in one run."""
    tab.goto(f"{page.address}/locations/pipelines.definitions/jobs/refresh/playground")
    tab.get_by_role("button", name="Launch run").click()
    wait_until(lambda: finished(page, runs))


def finished(page: Page, runs: int) -> bool:
    results = page.ask(RUNS)["runsOrError"]["results"]
    return len(results) == runs and all(run["status"] == "SUCCESS" for run in results)


def schedule_status(page: Page) -> str:
    (repository,) = page.ask(SCHEDULES)["repositoriesOrError"]["nodes"]
    (regular,) = (one for one in repository["schedules"] if one["name"] == "refresh_regularly")
    status: str = regular["scheduleState"]["status"]
    return status


def shows(page: Page, tab: Any, asset: str, name: str, value: str) -> None:
    tab.goto(f"{page.address}/assets/{asset}")
    expect(tab.locator("tr", has=tab.get_by_text(name, exact=True)).first).to_contain_text(value, timeout=PATIENCE)


@pytest.mark.browser
@pytest.mark.long
def test_made_looked_at_scheduled_and_after_a_change_of_data_only_what_depends_on_it_made_again(
    toy: Project, tab: Any, log: Path
) -> None:
    outside = toy.root / "data" / "outside"
    outside.mkdir(parents=True)
    (outside / "01.txt").write_text("one")
    write_composition(toy, ["source=[small,outside]"])
    with webserver(toy) as page:
        make_everything(page, tab, runs=1)
        shows(page, tab, "leaderboard", "systems", "4")
        expect(tab.locator("img[src^='data:image/png']").first).to_be_attached(timeout=PATIENCE)
        tab.goto(f"{page.address}/assets/changed?view=checks")
        expect(tab.get_by_text("Passed")).to_be_visible(timeout=PATIENCE)
        expect(tab.get_by_text("done or rejected with a reason").first).to_be_visible(timeout=PATIENCE)

        tab.goto(f"{page.address}/automation")
        assert schedule_status(page) == "STOPPED"
        regular = tab.locator("[data-index]", has=tab.get_by_text("refresh_regularly", exact=True))
        regular.locator("label[class*=Switch]").click()
        wait_until(lambda: schedule_status(page) == "RUNNING")

        log.unlink()
        (outside / "02.txt").write_text("two")
        make_everything(page, tab, runs=2)
        shows(page, tab, "words", "ran", "words@outside")
        shows(page, tab, "changed", "ran", "changed@outside-upper, changed@outside-title")
        expect(tab.locator("tr", has=tab.get_by_text("ran", exact=True)).first).not_to_contain_text("small")
        assert sorted(log.read_text().splitlines()) == ["title 02", "upper 02"]
