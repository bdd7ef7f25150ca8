"""The whole loop in one call: the Dagster job over all assets, in this process, and the table at its end."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from diagramloop.base.room import kernel_seals
from diagramloop.errors import DiagramloopError, RejectionReason
from pipelines.compose import compose
from pipelines.composition import Planned
from pipelines.data import split_real_data
from pipelines.freshness import is_settled, settle, unsettle
from pipelines.kept import Bounds, sweep
from pipelines.materialise import checked
from pipelines.plan import folder_of
from pipelines.project import ON_TERMINAL, Project, load_yaml
from pipelines.turns import alone

BOARD, CODE = "leaderboard", "code"  # stages of dvc.yaml: the one that is shown, and the digests of the code
MEBIBYTE = 1 << 20  # bytes


class RefreshError(DiagramloopError):
    """A step failed or a check did not hold; the message names them."""

    reason = RejectionReason.ENGINE_FAILED


class CheckError(RefreshError):
    """Everything was made, and a check that must hold does not: the board is there, and something on it is broken."""


def refresh(project: Project, arguments: Sequence[str]) -> None:
    """Brings everything up to date for the configuration that ``arguments`` make, through Dagster if it is not.

    Warns of checks that do not hold and need not, such as items rejected for reasons that their stage does not foresee.

    Raises:
        ConfigError: an argument is wrong, or a system that is configured.
        RefreshError: a step failed; a CheckError where a check alone does not hold that must.
    """
    with alone(project, " ".join(["refresh", *arguments])):
        _refreshed(project, arguments)


def _refreshed(project: Project, arguments: Sequence[str]) -> None:
    overrides, real_data = split_real_data(arguments)
    params = compose(project, overrides)
    if is_settled(project, params, real_data):
        print("every step is up to date", flush=True)
        return
    composed = checked(project, params)  # before Dagster is imported: a mistake is told in a second
    unsettle(project)
    result = _run(project, composed, overrides, real_data)
    if (gone := sweep(project, Bounds.of(project.params()))).count:
        print(f"finished items of other experiments beyond executor.kept_items are forgotten: {gone}")
    if _is_well(result):
        settle(project)


def _run(project: Project, composed: Planned, overrides: Sequence[str], real_data: Path | None) -> Any:
    from sqlalchemy.exc import SQLAlchemyError

    from pipelines.code_location import run_config, whole_definitions

    job = whole_definitions(project, composed).resolve_job_def("refresh")
    try:
        result = _executed(job, run_config(overrides, real_data))
    except SQLAlchemyError as error:
        raise RefreshError(_of_the_history(project, error)) from error
    return result


def _is_well(result: Any) -> bool:
    """True if nothing failed and every check holds; warns of those that need not."""
    from dagster import AssetCheckSeverity

    failures = [_failure(event) for event in result.all_events if event.is_step_failure]
    checks = [check for check in result.get_asset_check_evaluations() if not check.passed]
    wrong = [_told(check) for check in checks if check.severity == AssetCheckSeverity.ERROR]
    for check in checks:
        if check.severity == AssetCheckSeverity.WARN:
            print(f"warning: {_told(check)}", file=sys.stderr)
    if failures:
        raise RefreshError("; ".join(failures + wrong))
    if wrong:
        raise CheckError("; ".join(wrong))
    if not result.success:
        raise RefreshError("Dagster ended the run between two steps; its history says why")
    return not checks


def _executed(job: Any, config: Mapping[str, Any]) -> Any:
    from dagster import DagsterInstance

    with DagsterInstance.from_config(os.environ["DAGSTER_HOME"], ON_TERMINAL) as instance:
        return job.execute_in_process(config, instance, raise_on_error=False)


def _of_the_history(project: Project, error: Exception) -> str:
    free = shutil.disk_usage(project.root).free // MEBIBYTE
    said = str(error).partition("\n")[0]
    return f"Dagster's history in {os.environ['DAGSTER_HOME']} cannot be written: {said}; its disk has {free} MiB free"


def show(project: Project) -> None:
    """Prints the leaderboard and its essence; of a plan without a board, where what it makes lies."""
    from diagramloop.report import closing_lines, print_leaderboard, read_rows
    from pipelines.records import recorded_rows

    stages = load_yaml(project.dvc_file)["stages"]
    if BOARD not in stages:  # what lies there is of another plan
        print("\n".join(f"{name}: {project.root / folder_of(name)}" for name in stages if name != CODE))
        return
    board = project.root / "artifacts" / "leaderboard"
    rows = read_rows((board / "leaderboard.json").read_text(encoding="utf-8"))
    print_leaderboard(rows)
    differences, notes = (_listed(board / f"{name}.json") for name in ("differences", "notes"))
    for note in [*notes, *_unsealed()]:
        print(f"note: {note}")
    paths = {"rows": board / "leaderboard.json", "page": project.root / "artifacts" / "report" / "index.html"}
    there = {name: str(path) for name, path in paths.items() if path.is_file()}
    print("\n".join(["", *closing_lines(rows, differences, recorded_rows(project), notes, there)]))


def _unsealed() -> list[str]:
    """A note where this machine cannot rule out that a system read its gold; of the machine, so not of the board."""
    seals = kernel_seals()
    return [] if "landlock" in seals else [f"rooms here are {seals}: a system of these rows could have read its gold"]


def _listed(path: Path) -> list[Any]:
    """The list in a file beside the board; empty where an older one has none."""
    return list(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else []


def _failure(event: Any) -> str:
    """The step and its own error's words; Dagster puts the name of the exception's class before them."""
    error = event.step_failure_data.error
    error = error.cause or error
    return f"{event.step_key}: {error.message.partition(': ')[2].strip() or error.message.strip()}"


def _told(check: Any) -> str:
    return f"{check.asset_key.to_user_string()}: {check.check_name} does not hold: {check.metadata['faults'].value}"
