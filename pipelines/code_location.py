"""Definitions for Dagster: one asset per declared stage, whose body runs that stage through DVC.

Nothing here knows a stage by name. (No ``from __future__ import annotations``: Dagster reads the
annotations of its functions, and of its generic results it knows the bare class only.)
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import dagster as dg

from assets.machinery import Stage, StageReport
from diagramloop.errors import Cause, RejectionReason
from pipelines import asset_pages
from pipelines.asset_pages import LEADERBOARD
from pipelines.code_identity import code_of
from pipelines.composition import Planned, write_composition
from pipelines.freshness import Freshness
from pipelines.materialise import (
    Progress,
    materialise_configuration,
    materialise_data,
    materialise_stage,
)
from pipelines.mlflow_curves import record_curves
from pipelines.mlflow_models import register_models
from pipelines.mlflow_sink import SinkError, record_leaderboard
from pipelines.plan import load_stages
from pipelines.project import Project, node
from pipelines.turns import alone
from pipelines.unfinished import failures_of

CHECKS = {
    "counts_add_up": "Every input item is done or rejected with a reason, and the counts add up.",
    "nothing_rejected_unexpectedly": "Items are rejected only for reasons that the stage foresees.",
    "nothing_failed": "No item failed for the machine's sake: those have no score and are tried again.",
    "something_made": "No step failed as a whole: a system that fails on every item is broken, and has no row.",
}
CONTROL = "A control row has its known score."
TURN = "turn"  # the resource that every run holds as long as it lasts
REAL_EXPERIMENT = "experiment=flowexplainbench"


class Composition(dg.Config):
    """The composition of params.yaml; None keeps the overrides it was last composed with."""

    overrides: list[str] | None = None


class RealData(dg.Config):
    """The folder of data that may not be shipped; None when it is linked already or not needed."""

    path: str | None = None


def run_config(overrides: Sequence[str] | None, real_data: Path | None = None) -> dict[str, Any]:
    """The run configuration of a refresh."""
    ops = {
        "configuration": {"config": {"overrides": None if overrides is None else list(overrides)}},
        "data": {"config": {"path": None if real_data is None else str(real_data)}},
    }
    return {"ops": ops, "loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}


def make_definitions(project: Project, composed: Planned | None = None) -> dg.Definitions:
    """The assets, checks, jobs, schedule and sensor of ``project``.

    Args:
        composed: the configuration of the one run that is to come, where it is known; it is not composed again.
    """
    project.prepare_environment()
    if not project.params_file.is_file():
        write_composition(project, [])
    params = project.params()
    stages = load_stages(params["stages"])
    progress, code = Progress(), code_of(project)
    everything = dg.AssetSelection.all()
    refresh = dg.define_asset_job("refresh", everything, config=run_config(None))  # who asks for another says so
    refresh_real = dg.define_asset_job("refresh_real", everything, config=run_config([REAL_EXPERIMENT]))
    return dg.Definitions(
        assets=[
            *_roots(project, composed),
            *(_stage_asset(project, stage, progress, code.of([stage.module])) for stage in stages),
            *_sinks(project, stages),
        ],
        jobs=[refresh, refresh_real],
        schedules=[_schedule(refresh, node(params, "schedule"))],
        sensors=[_data_sensor(project, refresh)],
        resources={TURN: _turn(project)},
        executor=dg.in_process_executor,  # a process for each step costs seconds; stages have their own pools
    )


def _schedule(job: Any, configured: Mapping[str, Any]) -> dg.ScheduleDefinition:
    """A schedule that refreshes what is composed; its page can switch it on and off, whatever is configured."""
    status = dg.DefaultScheduleStatus.RUNNING if configured["running"] else dg.DefaultScheduleStatus.STOPPED
    return dg.ScheduleDefinition(
        name="refresh_regularly", job=job, cron_schedule=configured["cron"], default_status=status
    )


def _turn(project: Project) -> dg.ResourceDefinition:
    @dg.resource(description="The checkout, which one run has alone: others wait for it. It holds what DVC says of it.")
    def turn(context: dg.InitResourceContext) -> Iterator[Freshness]:
        run = context.run
        with alone(project, f"Dagster's run {run.run_id} of {run.job_name}" if run else "Dagster"):
            yield Freshness(project)

    return turn


def _roots(project: Project, composed: Planned | None) -> Iterator[dg.AssetsDefinition]:
    @dg.asset(group_name="ingest", required_resource_keys={TURN})
    def configuration(config: Composition) -> dg.MaterializeResult:  # type: ignore[type-arg]
        """params.yaml and dvc.yaml, composed by Hydra from conf/ and the declared stages."""
        version = materialise_configuration(project, config.overrides, composed)
        text = project.params_file.read_text(encoding="utf-8")
        return dg.MaterializeResult(
            data_version=dg.DataVersion(version), metadata={"params": dg.MetadataValue.md(f"```yaml\n{text}```")}
        )

    @dg.asset(group_name="ingest", deps=["configuration"], required_resource_keys={TURN})
    def data(config: RealData) -> dg.MaterializeResult:  # type: ignore[type-arg]
        """Input data, pinned by data.dvc."""
        version = materialise_data(project, None if config.path is None else Path(config.path))
        return dg.MaterializeResult(data_version=dg.DataVersion(version))

    yield from (configuration, data)


def _stage_asset(project: Project, stage: Stage, progress: Progress, code: str) -> dg.AssetsDefinition:
    @dg.asset(
        name=stage.name,
        required_resource_keys={TURN},
        deps=[*stage.inputs, "data"] if stage.data or not stage.inputs else list(stage.inputs),
        code_version=code,
        **asset_pages.declared(stage),
        check_specs=[
            dg.AssetCheckSpec(name, asset=stage.name, description=CHECKS.get(name, CONTROL))
            for name in _checks(stage, {})
        ],
    )
    def materialise(context: dg.AssetExecutionContext) -> dg.MaterializeResult:  # type: ignore[type-arg]
        made = materialise_stage(project, stage, progress, getattr(context.resources, TURN))
        return dg.MaterializeResult(
            data_version=dg.DataVersion(made.version),
            metadata=asset_pages.shown(project, stage, made),
            check_results=list(_checks(stage, made.reports).values()),
        )

    return materialise


def _sinks(project: Project, stages: Sequence[Stage]) -> Iterator[dg.AssetsDefinition]:
    if LEADERBOARD not in (stage.name for stage in stages):
        return

    name = "mlflow_runs"
    told = "MLflow has the leaderboard, the curves and the models, whole without it."
    recorded = dg.AssetCheckSpec("recorded", asset=name, description=told)

    @dg.asset(
        name=name,
        group_name=LEADERBOARD,
        deps=[LEADERBOARD, *(stage.name for stage in stages if stage.curves or stage.model)],
        required_resource_keys={TURN},
        check_specs=[recorded],
    )
    def mlflow_runs() -> dg.MaterializeResult:  # type: ignore[type-arg]
        """The leaderboard as MLflow runs, one for each system and state of the data; curves, and trained models."""
        added, fault = {"runs_added": 0, "model_versions_added": 0}, ""
        try:
            added["runs_added"] = record_leaderboard(project) + record_curves(project, stages)
            added["model_versions_added"] = register_models(project, stages)
        except SinkError as error:
            fault = str(error)
        check = _result(recorded.name, fault, dg.AssetCheckSeverity.WARN)
        return dg.MaterializeResult(metadata=added, check_results=[check])

    yield mlflow_runs


def _checks(stage: Stage, reports: Mapping[str, StageReport]) -> dict[str, dg.AssetCheckResult]:
    """The checks of a stage by name; on no reports, what there is to check."""
    wrong_sums = [name for name, report in reports.items() if not report.adds_up]
    unexpected = {
        name: surprising for name, report in reports.items() if (surprising := _surprises(stage, report.rejected))
    }
    checks = {
        "counts_add_up": _result("counts_add_up", wrong_sums, dg.AssetCheckSeverity.ERROR),
        "nothing_rejected_unexpectedly": _result(
            "nothing_rejected_unexpectedly", unexpected, dg.AssetCheckSeverity.WARN
        ),
    }
    failed = failures_of(reports)
    broken = [name for name, report in reports.items() if report.made_nothing]
    checks |= {
        "nothing_failed": _result("nothing_failed", failed, dg.AssetCheckSeverity.WARN),
        "something_made": _result("something_made", broken, dg.AssetCheckSeverity.ERROR),
    }
    for figure, value in stage.expected.items():
        off = {
            name: report.figures.get(figure) for name, report in reports.items() if report.figures.get(figure) != value
        }
        checks[f"{figure}_as_expected"] = _result(f"{figure}_as_expected", off, dg.AssetCheckSeverity.ERROR)
    return checks


def _result(name: str, faults: Any, severity: dg.AssetCheckSeverity) -> dg.AssetCheckResult:
    return dg.AssetCheckResult(
        passed=not faults,
        check_name=name,
        severity=severity,
        metadata={"faults": dg.MetadataValue.text(str(faults or "none"))},
    )


def _surprises(stage: Stage, rejected: Mapping[str, int]) -> dict[str, int]:
    """Rejections that the stage does not foresee, of what is not told as failed."""
    foreseen = stage.may_reject
    return {
        reason: count
        for reason, count in rejected.items()
        if RejectionReason(reason).cause is not Cause.WORLD and RejectionReason(reason) not in foreseen
    }


def _data_sensor(project: Project, job: Any) -> dg.SensorDefinition:
    @dg.sensor(name="data_changed", job=job, minimum_interval_seconds=60)
    def data_changed(context: dg.SensorEvaluationContext) -> dg.SensorResult:
        """Refreshes when data.dvc pins other data than before."""
        pin = hashlib.sha256(project.data_pin.read_bytes()).hexdigest()
        changed = context.cursor is not None and context.cursor != pin
        requests = [dg.RunRequest(run_key=pin)] if changed else []
        return dg.SensorResult(run_requests=requests, cursor=pin)

    return data_changed
