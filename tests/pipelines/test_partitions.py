"""A step as a partition of its stage's asset: made, filled, checked, retried and looked at by itself."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import pytest

from pipelines.code_location import make_definitions
from pipelines.composition import write_composition
from pipelines.project import Project
from pipelines.refresh import refresh
from pipelines.repro import out_of_date

CHANGED = dg.AssetKey("changed")


@pytest.fixture
def instance(refreshed: Project) -> Iterator[dg.DagsterInstance]:
    with dg.DagsterInstance.get() as found:
        yield found


def materialise(project: Project, instance: dg.DagsterInstance, partition: str) -> dg.ExecuteInProcessResult:
    job = make_definitions(project).resolve_implicit_global_asset_job_def()
    return job.execute_in_process(
        instance=instance, partition_key=partition, asset_selection=[CHANGED], raise_on_error=False
    )


def history(instance: dg.DagsterInstance, partition: str) -> list[dg.AssetMaterialization]:
    records = instance.fetch_materializations(
        dg.AssetRecordsFilter(asset_key=CHANGED, asset_partitions=[partition]), limit=100
    ).records
    return [found for record in reversed(records) if (found := record.asset_materialization)]


@pytest.mark.long
def test_a_refresh_fills_the_partitions_from_the_plan_and_tells_each_that_it_made(
    refreshed: Project, instance: dg.DagsterInstance
) -> None:
    assert instance.get_dynamic_partitions("changed") == ["small/upper", "small/title"]
    assert instance.get_dynamic_partitions("words") == ["small"]
    assert instance.get_materialized_partitions(CHANGED) == {"small/upper", "small/title"}
    refresh(refreshed, ["changer=[title,swapcase]"])
    assert set(instance.get_dynamic_partitions("changed")) == {"small/title", "small/swapcase"}
    assert [len(history(instance, name)) for name in ("small/title", "small/swapcase")] == [1, 1]
    (made,) = history(instance, "small/swapcase")
    assert made.metadata["ran"].value == "changed@small-swapcase"


@pytest.mark.long
def test_one_partition_alone_is_made_and_has_the_version_that_the_whole_stage_gives_it(
    refreshed: Project, instance: dg.DagsterInstance, log: Path
) -> None:
    (refreshed.root / "words" / "10.txt").write_text("ten")
    refresh(refreshed, ["changer=[upper]"])
    write_composition(refreshed, ["changer=[upper,title,swapcase]"])
    log.unlink()
    instance.add_dynamic_partitions("changed", ["small/swapcase"])
    run = materialise(refreshed, instance, "small/swapcase")
    assert run.success
    assert {line.split()[0] for line in log.read_text().splitlines()} == {"swapcase"}
    assert [check.partition for check in run.get_asset_check_evaluations()] == ["small/swapcase"] * 4
    (alone,) = history(instance, "small/swapcase")
    refresh(refreshed, ["changer=[upper,title,swapcase]"])
    assert len(history(instance, "small/swapcase")) == 1  # nothing new: the items are not computed again
    assert sum(line.startswith("swapcase") for line in log.read_text().splitlines()) == 10
    (refreshed.root / "words" / "10.txt").write_text("eleven")
    refresh(refreshed, ["changer=[upper,title,swapcase]"])
    assert materialise(refreshed, instance, "small/swapcase").success
    again = [made.tags["dagster/data_version"] for made in history(instance, "small/swapcase")]
    assert len(again) == 3
    assert again[0] == alone.tags["dagster/data_version"] != again[1] == again[2]
    assert out_of_date(refreshed) == set()


@pytest.mark.long
def test_a_partition_that_failed_is_made_by_the_next_run_and_the_other_is_not_touched(
    refreshed: Project, instance: dg.DagsterInstance, log: Path
) -> None:
    stages = refreshed.root / "toy_stages.py"
    stages.write_text(stages.read_text().replace("time.sleep(pause)", "time.sleep(pause)\n    assert how != 'title'"))
    (refreshed.root / "conf/changer/title.yaml").write_text("# @package changers.title\nhow: title\nalso: 1\n")
    write_composition(refreshed, [])
    run = materialise(refreshed, instance, "small/title")
    failed = {check.check_name for check in run.get_asset_check_evaluations() if not check.passed}
    assert failed == {"nothing_failed", "something_made"}
    assert not [line for line in log.read_text().splitlines() if line.startswith("upper")]
    stages.write_text(stages.read_text().replace("\n    assert how != 'title'", ""))
    run = materialise(refreshed, instance, "small/title")
    assert all(check.passed for check in run.get_asset_check_evaluations())


def test_a_partition_without_its_input_and_one_that_is_not_planned_say_so(
    toy: Project, instance: dg.DagsterInstance
) -> None:
    write_composition(toy, ["source=[small]", "changer=[upper,swapcase]"])
    instance.add_dynamic_partitions("changed", ["small/swapcase", "small/lower"])
    run = materialise(toy, instance, "small/lower")
    assert "has no step small/lower" in str(run.all_events)
    shutil.rmtree(toy.root / "artifacts/words")
    run = materialise(toy, instance, "small/swapcase")
    assert "reads artifacts/words/small, which is not there: materialise that first" in str(run.all_events)


def test_the_sensor_takes_what_a_terminal_composed(toy: Project) -> None:
    write_composition(toy, ["changer=[upper]"])
    sensor = make_definitions(toy).resolve_sensor_def("partitions_of_the_plan")
    with dg.DagsterInstance.ephemeral() as instance:
        instance.add_dynamic_partitions("changed", ["small/title"])
        with dg.build_sensor_context(instance) as context:
            answer = sensor.evaluate_tick(context)
        asked = {
            type(r).__name__: list(r.partition_keys)
            for r in answer.dynamic_partitions_requests or ()
            if r.partitions_def_name == "changed"
        }
    assert asked == {
        "AddDynamicPartitionsRequest": ["small/upper"],
        "DeleteDynamicPartitionsRequest": ["small/title"],
    }
