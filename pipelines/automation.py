"""The schedule and the sensors of Dagster's daemon: they start runs, and keep the partitions those of the plan."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import dagster as dg

from assets.machinery import Stage
from pipelines.dvc_yaml import plan_of
from pipelines.partitions import requests
from pipelines.project import Project


def schedule(name: str, job: Any, configured: Mapping[str, Any]) -> dg.ScheduleDefinition:
    """A schedule of a job, such as the refresh of what is composed; its page can switch it on and off."""
    status = dg.DefaultScheduleStatus.RUNNING if configured["running"] else dg.DefaultScheduleStatus.STOPPED
    return dg.ScheduleDefinition(name=name, job=job, cron_schedule=configured["cron"], default_status=status)


def data_sensor(project: Project, job: Any) -> dg.SensorDefinition:
    """A sensor that refreshes when the data's pin changes.

    A condition on an asset would not do: it starts runs of assets, one for each partition, and the job is one run.
    """

    @dg.sensor(name="data_changed", job=job, minimum_interval_seconds=60)
    def data_changed(context: dg.SensorEvaluationContext) -> dg.SensorResult:
        """Refreshes when data.dvc pins other data than before."""
        pin = hashlib.sha256(project.data_pin.read_bytes()).hexdigest()
        changed = context.cursor is not None and context.cursor != pin
        wanted = [dg.RunRequest(run_key=pin)] if changed else []
        return dg.SensorResult(run_requests=wanted, cursor=pin)

    return data_changed


def partition_sensor(project: Project, stages: Sequence[Stage]) -> dg.SensorDefinition:
    """A sensor by which the assets have the partitions of what is composed, also when a terminal composed it."""

    @dg.sensor(
        name="partitions_of_the_plan",
        minimum_interval_seconds=30,
        default_status=dg.DefaultSensorStatus.RUNNING,
    )
    def partitions_of_the_plan(context: dg.SensorEvaluationContext) -> dg.SensorResult | dg.SkipReason:
        """Adds the steps of what is composed to the partitions, and takes others out."""
        changed = requests(context.instance, plan_of(project), stages)
        return dg.SensorResult(dynamic_partitions_requests=changed) if changed else dg.SkipReason("nothing changed")

    return partitions_of_the_plan
