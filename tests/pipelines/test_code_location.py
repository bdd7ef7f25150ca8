"""Definitions that Dagster is told."""

from __future__ import annotations

import json
import sys

import dagster as dg
import pytest

from pipelines.code_location import make_definitions
from pipelines.composition import write_composition
from pipelines.project import Project
from pipelines.refresh import RefreshError, refresh


def test_the_assets_are_the_declared_stages_and_what_surrounds_them(toy: Project) -> None:
    definitions = make_definitions(toy)
    graph = definitions.resolve_asset_graph()
    parents = {
        key.to_user_string(): sorted(parent.to_user_string() for parent in graph.get(key).parent_keys)
        for key in graph.get_all_asset_keys()
    }
    assert parents == {
        "configuration": [],
        "fetched": [],
        "data": ["configuration"],
        "words": ["data"],
        "changed": ["words"],
        "leaderboard": ["changed"],
        "mlflow_runs": ["leaderboard"],
    }
    assert all(graph.get(dg.AssetKey(name)).code_version for name in ("words", "changed", "leaderboard"))
    assert definitions.resolve_job_def("refresh_real").name == "refresh_real"
    assert definitions.resolve_schedule_def("refresh_regularly").cron_schedule == "0 4 * * *"


def test_the_sensor_refreshes_when_the_pin_changes_and_only_then(toy: Project) -> None:
    sensor = make_definitions(toy).resolve_sensor_def("data_changed")
    cursor = None
    asked = []
    for pin in ("one", "one", "two", "two"):
        toy.data_pin.write_text(pin)
        with dg.build_sensor_context(cursor=cursor) as context:
            answer = sensor(context)
        assert isinstance(answer, dg.SensorResult)
        cursor = answer.cursor
        asked.append(len(answer.run_requests or ()))
    assert asked == [0, 0, 1, 0]


@pytest.mark.long
def test_the_schedule_keeps_what_is_composed(toy: Project) -> None:
    write_composition(toy, ["changer=[title,swapcase]"])
    definitions = make_definitions(toy)
    with dg.DagsterInstance.ephemeral() as instance, dg.build_schedule_context(instance) as context:
        (request,) = definitions.resolve_schedule_def("refresh_regularly").evaluate_tick(context).run_requests or ()
        job = definitions.resolve_job_def("refresh")
        assert job.execute_in_process(request.run_config or None, instance).success
    board = json.loads((toy.root / "artifacts/leaderboard/leaderboard.json").read_text())
    assert {row["system"] for row in board} == {"title", "swapcase"}


@pytest.mark.long
def test_checks_tell_unexpected_rejections_and_controls_that_are_off(
    toy: Project, capfd: pytest.CaptureFixture[str]
) -> None:
    stages = toy.root / "toy_stages.py"
    text = stages.read_text()
    stages.write_text(text.replace("may_reject=(RejectionReason.EMPTY,),", ""))
    refresh(toy, [])
    assert "warning: changed: nothing_rejected_unexpectedly does not hold: " in capfd.readouterr().err
    instance = dg.DagsterInstance.get()
    latest = instance.event_log_storage.get_latest_asset_check_execution_by_key(
        [dg.AssetCheckKey(dg.AssetKey("changed"), "nothing_rejected_unexpectedly")]
    )
    assert [record.status.value for record in latest.values()] == ["FAILED"]

    stages.write_text(text.replace('metrics="scores",', 'metrics="scores", expected={"systems": 3.0},'))
    sys.modules.pop("toy_stages")
    with pytest.raises(RefreshError, match=r"leaderboard: systems_as_expected does not hold: .*2\.0"):
        refresh(toy, [])
