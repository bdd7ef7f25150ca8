"""The job that makes everything, in Dagster's running web page."""

from __future__ import annotations

import pytest
from dagster_page import webserver

from pipelines.project import Project
from pipelines.refresh import refresh


@pytest.mark.long
def test_the_job_refresh_ends_in_the_lock_of_a_refresh(toy: Project) -> None:
    with webserver(toy) as page:
        run = page.refresh()
    assert run["status"] == "SUCCESS"
    by_page = toy.lock_file.read_text()
    refresh(toy, [])
    assert toy.lock_file.read_text() == by_page

    made = {m["assetKey"]["path"][0]: m for m in run["assetMaterializations"] if not m["partition"]}
    parts = {m["partition"] for m in run["assetMaterializations"] if m["assetKey"]["path"] == ["changed"]}
    assert parts == {"small/upper", "small/title", None}
    assert set(made) == {"configuration", "data", "words", "changed", "leaderboard", "mlflow_runs"}
    assert {"items", "done", "rejected", "ran", "systems"} <= {
        e["label"] for e in made["leaderboard"]["metadataEntries"]
    }
    tags = {tag["key"]: tag["value"] for tag in made["leaderboard"]["tags"]}
    assert tags["dagster/data_version"] in by_page
