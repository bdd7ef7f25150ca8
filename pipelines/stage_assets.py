"""The asset of a stage: whole, as one run of everything makes it, or by partitions, as its page shows it.

Both have the same key, so a run of either is in the history of the one that the page shows. Dagster allows no run over
assets of unlike partitions: what makes everything at once has them whole, and says of each partition what it made.
(No ``from __future__ import annotations``: Dagster reads the annotations of its functions.)
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import dagster as dg

from assets.machinery import Stage
from diagramloop.errors import RejectionReason
from pipelines import asset_pages
from pipelines.asset_checks import check_specs, checks
from pipelines.freshness import Freshness
from pipelines.materialise import Materialised, Progress, materialise_stage, materialise_step
from pipelines.partitions import partition_of, partitions_of, step_of
from pipelines.project import Project, ProjectError

TURN = "turn"  # the resource that every run holds as long as it lasts
DATA_VERSION = "dagster/data_version"


@dataclass(frozen=True)
class Handling:
    """Handling of the assets of all stages alike.

    Attributes:
        pools: of each stage that takes from one, the name of its pool.
        retries: of each stage of which failed items are tried again in the same run, how often.
        pause_seconds: before that.
        fresh_hours: until the leaderboard is stale; None for never.
    """

    pools: Mapping[str, str]
    retries: Mapping[str, int]
    pause_seconds: float
    fresh_hours: float | None

    @classmethod
    def of(cls, params: Mapping[str, Any], *, unattended: bool) -> "Handling":
        """Return what is configured.

        In a terminal nobody waits for another attempt, for the next command is one; and stages run one after the other,
        so that none takes from a pool: what is killed holds no slot.
        """
        if not unattended:
            return cls({}, {}, 0.0, params["schedule"]["fresh_hours"])
        pools = {stage: pool for pool, stages in params["dagster_pools"].items() for stage in stages}
        tried = params["dagster_retries"]
        again = {stage: tried["times"] for stage, pool in pools.items() if pool in tried["pools"]}
        return cls(pools, again, tried["pause_seconds"], params["schedule"]["fresh_hours"])

    def again(self, context: dg.AssetExecutionContext, stage: Stage, made: Materialised) -> None:
        """Asks Dagster for another attempt where items failed for the machine's sake, not just for want of a system.

        Raises:
            RetryRequested: there are attempts left.
        """
        failed = {reason for report in made.reports.values() for reason in report.failed}
        times = self.retries.get(stage.name, 0)
        if failed - {RejectionReason.MISSING.value} and context.retry_number < times:
            raise dg.RetryRequested(max_retries=times, seconds_to_wait=self.pause_seconds)


def whole_asset(
    project: Project, stage: Stage, code: str, handling: Handling, progress: Progress
) -> dg.AssetsDefinition:
    """The asset of a stage that brings all its steps up to date through DVC, and says to ``progress`` when."""

    def materialise(context: dg.AssetExecutionContext) -> Any:
        made = materialise_stage(project, stage, progress, getattr(context.resources, TURN))
        handling.again(context, stage, made)
        if stage.matrix:
            _tell_partitions(context, project, stage, made)
        return _result(stage, made, asset_pages.shown(project, stage, made))

    return _declared(stage, code, handling, materialise)


def partitioned_asset(project: Project, stage: Stage, code: str, handling: Handling) -> dg.AssetsDefinition:
    """The asset of a stage with a matrix, each partition of which is a step."""

    def materialise(context: dg.AssetExecutionContext) -> Any:
        freshness: Freshness = getattr(context.resources, TURN)
        step = step_of(freshness.plan, stage, context.partition_key)
        if step is None:
            raise ProjectError(f"{stage.name} has no step {context.partition_key} in what is composed")
        made = materialise_step(project, step, freshness)
        handling.again(context, stage, made)
        return _result(stage, made, asset_pages.shown_of_step(project, stage, step, made))

    return _declared(stage, code, handling, materialise, partitions_of(stage.name))


def _declared(
    stage: Stage,
    code: str,
    handling: Handling,
    body: Callable[[dg.AssetExecutionContext], Any],
    partitions: dg.DynamicPartitionsDefinition | None = None,
) -> dg.AssetsDefinition:
    """The asset; the op of one by partitions has a name of its own, for that of the whole asset is beside it."""
    spec = dg.AssetSpec(
        stage.name,
        deps=[*_inputs(stage)],
        code_version=code,
        partitions_def=partitions,
        **asset_pages.declared(stage, handling.fresh_hours),
    )
    body.__annotations__ = {"context": dg.AssetExecutionContext}
    make = dg.multi_asset(
        name=f"{stage.name}_step" if partitions else stage.name,
        specs=[spec],
        check_specs=check_specs(stage, partitions),
        pool=handling.pools.get(stage.name),
        required_resource_keys={TURN},
    )
    return make(body)


def _inputs(stage: Stage) -> Iterator[dg.AssetDep]:
    """A step reads those steps of its inputs that agree with it, which no mapping of Dagster's own can say: all."""
    for name in stage.inputs:
        yield dg.AssetDep(name, partition_mapping=dg.AllPartitionMapping())
    if stage.data or not stage.inputs:
        yield dg.AssetDep("data")


def _tell_partitions(context: dg.AssetExecutionContext, project: Project, stage: Stage, made: Materialised) -> None:
    """An event for each step of whose present version Dagster's history does not know."""
    known = context.instance.get_materialized_partitions(context.asset_key)
    freshness: Freshness = getattr(context.resources, TURN)
    for step in freshness.plan.steps_of(stage.name):
        partition, version = partition_of(step), made.versions[step.name]
        if partition not in known or (step.name in made.changed and version != _last_version(context, partition)):
            metadata = asset_pages.shown_of_step(project, stage, step, made.of(step))
            tags = {DATA_VERSION: version}
            event = dg.AssetMaterialization(context.asset_key, partition=partition, metadata=metadata, tags=tags)
            context.log_event(event)


def _last_version(context: dg.AssetExecutionContext, partition: str) -> str | None:
    of_partition = dg.AssetRecordsFilter(context.asset_key, asset_partitions=[partition])
    records = context.instance.fetch_materializations(of_partition, limit=1).records
    last = records[0].asset_materialization if records else None
    return (last.tags or {}).get(DATA_VERSION) if last else None


def _result(stage: Stage, made: Materialised, metadata: dict[str, Any]) -> dg.MaterializeResult:  # type: ignore[type-arg]
    return dg.MaterializeResult(
        data_version=dg.DataVersion(made.version),
        metadata=metadata,
        check_results=list(checks(stage, made.reports).values()),
    )
