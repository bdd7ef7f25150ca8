"""A cell of the board on Dagster's web page: made, filled, failed and made again; the board seen; the schedule's tick.

The pictures that guides show are of this session: ``DIAGRAMLOOP_PICTURES=docs/dagster`` puts them there.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from dagster_page import Page, webserver

from pipelines.composition import write_composition
from pipelines.project import Project
from tests.patience import wait_until

expect = pytest.importorskip("playwright.sync_api", reason="no browser to drive: pip install playwright").expect

RUNS = """{ runsOrError { ... on Runs { results { status pipelineName tags { key value } } } } }"""
PARTITIONS = {"small/upper", "small/title", "small/swapcase"}
MOST_PICTURE_BYTES = 150_000
BROKEN = "the endpoint of this changer is down"


class Session:
    """A person at the page of a project."""

    def __init__(self, page: Page, tab: Any, pictures: Path) -> None:
        self.page, self.tab, self._pictures = page, tab, pictures

    def look(self, place: str, *shown: str) -> None:
        """Open a page and wait for all that is to be seen on it."""
        self.tab.goto(f"{self.page.address}/{place}")
        for text in shown:
            expect(self.tab.get_by_text(text).first).to_be_visible(timeout=60_000)

    def keep_picture(self, name: str) -> None:
        """Keep what the page shows."""
        path = self._pictures / f"{name}.png"
        self.tab.wait_for_timeout(1500)  # milliseconds: what moves has come to rest
        self.tab.screenshot(path=path)
        assert path.stat().st_size < MOST_PICTURE_BYTES

    def materialise(self, asset: str, *partitions: str, which: str = "", picture: str = "") -> None:
        """Choose partitions of an asset in the dialog and launch them."""
        self.look(f"assets/{asset}?view=partitions", *partitions)
        self.tab.get_by_role("button", name="Materialize").first.click()
        dialog = self.tab.get_by_role("dialog")
        if which:
            dialog.get_by_text(which, exact=True).click()
        else:
            dialog.get_by_text("All", exact=True).click()
            dialog.get_by_text("Custom", exact=True).click()
            for name in PARTITIONS - set(partitions):
                dialog.locator(f"[data-tooltip='{name}']").get_by_label("close").click()
        if picture:
            self.keep_picture(picture)
        dialog.get_by_role("button", name="Launch").click()

    def runs(self) -> list[tuple[str, str]]:
        """The finished runs of single partitions, the last first: the partition, and how the run ended."""
        found = self.page.ask(RUNS)["runsOrError"]["results"]
        tags = [({tag["key"]: tag["value"] for tag in run["tags"]}, run["status"]) for run in found]
        ended = [(t, status) for t, status in tags if status in ("SUCCESS", "FAILURE")]
        return [(t["dagster/partition"], status) for t, status in ended if "dagster/partition" in t]


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    folder = Path(os.environ.get("DIAGRAMLOOP_PICTURES", tmp_path)).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def breaks(project: Project, changer: str) -> str:
    """Have one changer fail; returns the stages as they were."""
    stages = project.root / "toy_stages.py"
    before = stages.read_text()
    broken = f"    if run.key['changer'] == '{changer}':\n        raise DiagramloopError('{BROKEN}')\n    options"
    stages.write_text(before.replace("    options", broken, 1))
    return before


@pytest.mark.long
@pytest.mark.browser
def test_a_cell_is_made_filled_and_retried_the_board_is_seen_and_the_schedule_ticks(
    refreshed: Project, tab: Any, pictures: Path
) -> None:
    write_composition(refreshed, ["changer=[upper,title,swapcase]", 'schedule.cron="* * * * *"'])
    stages = breaks(refreshed, "title")
    with webserver(refreshed) as page:
        session = Session(page, tab, pictures)
        wait_until(lambda: "small/swapcase" in str(page.ask(KEYS)))  # the sensor brought it
        session.materialise("changed", "small/swapcase", picture="materialise-a-partition")
        wait_until(lambda: session.runs() == [("small/swapcase", "SUCCESS")])

        session.materialise("changed", "small/upper", "small/title")
        wait_until(lambda: len(session.runs()) == 3)
        assert set(session.runs()[:2]) == {("small/upper", "SUCCESS"), ("small/title", "FAILURE")}
        session.look("assets/changed?view=partitions&partition=small%2Ftitle", "small/title", "Failed (1)")
        session.keep_picture("a-failed-partition")

        (refreshed.root / "toy_stages.py").write_text(stages)
        session.materialise("changed", which="Failed")
        wait_until(lambda: len(session.runs()) == 4 and session.runs()[0] == ("small/title", "SUCCESS"))
        session.look("assets/changed?view=partitions&partition=small%2Ftitle", "Failed (0)", "Materialized (3)")
        session.keep_picture("partitions-of-an-asset")

        tab.goto(f"{page.address}/automation")
        tab.locator("[data-index]", has=tab.get_by_text("refresh_regularly", exact=True)).locator(
            "label[class*=Switch]"
        ).click()
        wait_until(lambda: ticked(page), seconds=240)
        session.look("locations/pipelines.definitions/schedules/refresh_regularly", "1 run requested")
        session.keep_picture("the-schedule-ticked")

        session.look("assets/leaderboard", "board", "swapcase")
        tab.get_by_text("swapcase", exact=True).first.scroll_into_view_if_needed()
        session.keep_picture("the-board-on-its-asset")


KEYS = """{ assetNodes { assetKey { path } partitionKeys } }"""


def ticked(page: Page) -> bool:
    """True if a run of the schedule ended well."""
    runs = page.ask(RUNS)["runsOrError"]["results"]
    return any(run["status"] == "SUCCESS" and "dagster/schedule_name" in str(run["tags"]) for run in runs)
