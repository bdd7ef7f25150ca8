"""Definitions for Dagster: one asset per declared stage, whose body runs that stage through DVC.

Nothing here knows a stage by name. (No ``from __future__ import annotations``: Dagster reads the
annotations of its functions, and of its generic results it knows the bare class only.)
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import dagster as dg

from assets.machinery import CodeIdentity, Stage
from pipelines import asset_pages, automation
from pipelines.asset_checks import result
from pipelines.asset_pages import LEADERBOARD
from pipelines.code_identity import code_of
from pipelines.composition import Planned, write_composition
from pipelines.dagster_executor import executor_of
from pipelines.dead_runs import end_dead_runs
from pipelines.dvc_yaml import plan_of
from pipelines.fetching import fetch_all
from pipelines.freshness import Freshness
from pipelines.materialise import Progress, materialise_configuration, materialise_data
from pipelines.mlflow_curves import record_curves
from pipelines.mlflow_models import register_models
from pipelines.mlflow_sink import record_leaderboard
from pipelines.mlflow_store import SinkError, experiment_pages
from pipelines.partitions import fill
from pipelines.plan import load_stages
from pipelines.project import Project, node
from pipelines.stage_assets import TURN, Handling, partitioned_asset, whole_asset
from pipelines.turns import turn_of_run

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


@dataclass(frozen=True)
class _Parts:
    """Parts that the definitions of a project are made of."""

    project: Project
    params: Mapping[str, Any]
    stages: Sequence[Stage]
    code: CodeIdentity

    @classmethod
    def of(cls, project: Project) -> "_Parts":
        project.prepare_environment()
        if not project.params_file.is_file():
            write_composition(project, [])
        params = project.params()
        return cls(project, params, load_stages(params["stages"]), code_of(project))

    def whole(self, composed: Planned | None, *, unattended: bool) -> list[dg.AssetsDefinition]:
        """All assets without partitions."""
        handling, progress = Handling.of(self.params, unattended=unattended), Progress()
        return [
            *_roots(self.project, self.stages, composed),
            *(whole_asset(self.project, s, self.code.of([s.module]), handling, progress) for s in self.stages),
            *_sinks(self.project, self.stages),
        ]

    def with_partitions(self, whole: Sequence[dg.AssetsDefinition]) -> Iterator[dg.AssetsDefinition]:
        """The assets as their pages show them: a stage with a matrix by its steps, the others as they are."""
        handling = Handling.of(self.params, unattended=True)
        by_step = {dg.AssetKey(stage.name): stage for stage in self.stages if stage.matrix}
        for asset in whole:
            if stage := by_step.get(asset.key):
                yield partitioned_asset(self.project, stage, self.code.of([stage.module]), handling)
            else:
                yield asset


def whole_definitions(project: Project, composed: Planned | None = None) -> dg.Definitions:
    """The assets and jobs of one run of everything, by the process that asks for it.

    Args:
        composed: the configuration of the one run that is to come, where it is known; it is not composed again.
    """
    assets = _Parts.of(project).whole(composed, unattended=False)
    return _in_one_run(project, assets, dg.in_process_executor)


def make_definitions(project: Project) -> dg.Definitions:
    """The code location of ``project``: assets by partitions, checks, jobs, schedule and sensors."""
    parts = _Parts.of(project)
    executor = executor_of(project, parts.params["dagster_executor"])
    whole = parts.whole(None, unattended=True)
    in_one_run = _in_one_run(project, whole, executor)
    fetched = _fetched(project, node(parts.params, "fetch"))
    fetch = dg.define_asset_job("fetch", dg.AssetSelection.assets(fetched))
    jobs = [in_one_run.resolve_job_def(name) for name in ("refresh", "refresh_real")]
    return dg.Definitions(
        assets=[*parts.with_partitions(whole), fetched],
        jobs=[*jobs, fetch],
        schedules=[
            automation.schedule("refresh_regularly", jobs[0], node(parts.params, "schedule")),
            automation.schedule("fetch_regularly", fetch, node(parts.params, "fetch")),
        ],
        sensors=[automation.data_sensor(project, jobs[0]), automation.partition_sensor(project, parts.stages)],
        resources={TURN: _turn(project)},
        executor=executor,
    )


def _in_one_run(
    project: Project, assets: Sequence[dg.AssetsDefinition], executor: dg.ExecutorDefinition
) -> dg.Definitions:
    """The jobs that make all of ``assets`` in one run, of the composed experiment where none is asked for."""
    everything = dg.AssetSelection.all()
    return dg.Definitions(
        assets=assets,
        jobs=[
            dg.define_asset_job("refresh", everything, config=run_config(None)),
            dg.define_asset_job("refresh_real", everything, config=run_config([REAL_EXPERIMENT])),
        ],
        resources={TURN: _turn(project)},
        executor=executor,
    )


def _turn(project: Project) -> dg.ResourceDefinition:
    @dg.resource(description="The checkout, which one run has alone: others wait for it. It holds what DVC says of it.")
    def turn(context: dg.InitResourceContext) -> Iterator[Freshness]:
        run = context.run
        with turn_of_run(project, run.run_id if run else "", run.job_name if run else ""):
            if context.instance is not None:
                end_dead_runs(context.instance)
            yield Freshness(project)

    return turn


def _roots(project: Project, stages: Sequence[Stage], composed: Planned | None) -> Iterator[dg.AssetsDefinition]:
    @dg.asset(group_name="ingest", required_resource_keys={TURN})
    def configuration(context: dg.AssetExecutionContext, config: Composition) -> dg.MaterializeResult:  # type: ignore[type-arg]
        """params.yaml and dvc.yaml, composed by Hydra from conf/ and the declared stages."""
        version = materialise_configuration(project, config.overrides, composed)
        fill(context.instance, plan_of(project), stages)
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


def _fetched(project: Project, configured: Mapping[str, Any]) -> dg.AssetsDefinition:
    @dg.asset(group_name="ingest", required_resource_keys={TURN}, kinds={"python"})
    def fetched() -> dg.MaterializeResult:  # type: ignore[type-arg]
        """Papers that arXiv lists and pinned data sets, brought to data/ by the job of that name alone."""
        counts = fetch_all(project, configured, datetime.now(UTC))
        told = {f"{place}: {outcome}": n for place, found in counts.items() for outcome, n in found.items()}
        return dg.MaterializeResult(metadata=told or {"note": "nothing is configured: see fetch in conf/"})

    return fetched


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
        added: dict[str, Any] = {"runs_added": 0, "model_versions_added": 0}
        fault = ""
        try:
            added["runs_added"] = record_leaderboard(project) + record_curves(project, stages)
            added["model_versions_added"] = register_models(project, stages)
            added |= asset_pages.links(project, experiment_pages(project))
        except SinkError as error:
            fault = str(error)
        check = result(recorded.name, fault, dg.AssetCheckSeverity.WARN)
        return dg.MaterializeResult(metadata=added, check_results=[check])

    yield mlflow_runs
