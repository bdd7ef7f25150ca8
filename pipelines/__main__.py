"""``python -m pipelines``: refresh the leaderboard, or do one part of that."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from diagramloop.errors import DiagramloopError
from diagramloop.whole_files import is_of_the_disk
from pipelines import bytecode
from pipelines.compose import ConfigError
from pipelines.project import Project, ProjectError

if TYPE_CHECKING:
    from assets.machinery import StageReport

app = typer.Typer(
    rich_markup_mode=None, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, help=__doc__
)

_HISTORY_SECONDS = 1.0  # for the last word to Dagster's history

Overrides = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[NAME=VALUE]...",
        help="experiment=NAME, real_data=PATH, or any Hydra override, such as render.seed=7 or parser=[hmas_checked].",
    ),
]


@app.command()
def refresh(
    overrides: Overrides = None,
    folder: Annotated[
        Path | None,
        typer.Option("--in", metavar="DIR", help="Try it in a workspace there, and leave the checkout as it is."),
    ] = None,
) -> None:
    """Compose the configuration, bring the data, run what is out of date, print the leaderboard.

    Without arguments this is the default experiment; see conf/experiment/ for the others.
    """
    if folder is not None:
        from pipelines.workspace import refresh_in

        refresh_in(Project.find(), folder, overrides or [])
    from pipelines.lifetimes import ending_by_signals, interruptible

    with ending_by_signals(_end_refresh), _compiled_anew():
        interruptible(lambda: _refresh_in_turn(Project.find(), overrides or []))


def _refresh_in_turn(project: Project, overrides: list[str]) -> None:
    from pipelines.turns import alone

    with alone(project, " ".join(["refresh", *overrides])):
        from pipelines.refresh import CheckError, show  # who waits for its turn needs none of this
        from pipelines.refresh import refresh as refresh_all

        try:
            refresh_all(project, overrides)
        except CheckError:
            show(project)
            raise
        show(project)


def _end_refresh() -> None:
    """Kills what a refresh has started, and says in Dagster's history that its run is over, if Dagster is there yet."""
    import psutil

    from diagramloop.models.deadline import within
    from pipelines.lifetimes import kill_descendants

    kill_descendants(psutil.Process())
    if (dead_runs := sys.modules.get("pipelines.dead_runs")) is not None:
        with suppress(Exception):  # whoever has the turn next says it otherwise
            within(_HISTORY_SECONDS, dead_runs.cancel_own_runs)


@app.command()
def compose(
    overrides: Overrides = None,
    check: Annotated[bool, typer.Option("--check", help="Write nothing; fail if a file is not up to date.")] = False,
) -> None:
    """Compose params.yaml from conf/ and generate dvc.yaml from the declared stages."""
    from pipelines.composition import check_composition, write_composition

    if check:
        check_composition(Project.find())
    else:
        write_composition(Project.find(), overrides or [])


@app.command()
def identify() -> None:
    """Write a digest of each stage's code, which the stages depend on: what dvc.yaml calls first."""
    from pipelines.code_identity import write_identities
    from pipelines.dvc_yaml import plan_of

    project = Project.find()
    write_identities(project, plan_of(project))


@app.command()
def run(
    stage: Annotated[str, typer.Argument(help="As in dvc.yaml, such as charts; or one step of it, as charts@corpus.")],
) -> None:
    """Run one stage on what its inputs left: what dvc.yaml calls."""
    from pipelines.lifetimes import stage_lifetime
    from pipelines.turns import stage_of_a_plan

    project = Project.find()
    project.prepare_environment()  # DVC by itself does not; numeric libraries read it when they are imported
    with stage_lifetime(), _compiled_anew(), stage_of_a_plan(project):
        from pipelines import unfinished
        from pipelines.runner import run as run_stage

        failures = run_stage(project, stage, _tell)
    if failures:
        typer.secho(unfinished.said(failures), err=True, fg="yellow")
        raise typer.Exit(unfinished.EXIT_CODE)


def _tell(step: str, report: StageReport) -> None:
    typer.echo(f"{step}: {report.done} of {report.items} done, {dict(report.rejected) or 'none'} rejected")


@app.command()
def verify() -> None:
    """Hash all cached and made files again; name each that is not what the locks say."""
    from pipelines.verify import of_other_plans
    from pipelines.verify import verify as verify_all

    project = Project.find()
    faults = verify_all(project)
    for fault in faults:
        typer.echo(fault, err=True)
    if not faults and (others := of_other_plans(project)):
        typer.echo(f"not of this plan, and not looked at: {', '.join(others)}")
    typer.echo(f"{len(faults)} faults" if faults else "every file is what the locks say")
    raise typer.Exit(1 if faults else 0)


@app.command()
def gc(
    days: Annotated[float | None, typer.Option(help="Forget items not used for so long; else as configured.")] = None,
    gib: Annotated[float | None, typer.Option(help="Keep so much of items; else as configured.")] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Free it. Otherwise it is only said.")] = False,
) -> None:
    """Say what is kept for other experiments and can go: finished items, and objects of DVC's cache."""
    from pipelines import kept
    from pipelines.listings import cache_is_shared
    from pipelines.turns import alone

    project = Project.find()
    configured = kept.Bounds.of(project.params())
    bounds = kept.Bounds(configured.gib if gib is None else gib, configured.days if days is None else days)
    with alone(project, "gc"):
        items = kept.surplus_items(project, bounds, forget=yes)
        objects = kept.surplus_objects(project, forget=yes)
    typer.echo(f"finished items beyond {bounds.gib:g} GiB or {bounds.days:g} days: {items}")
    typer.echo(f"objects of DVC's cache that the present dvc.lock does not need: {objects}")
    if cache_is_shared(project):
        typer.echo("other checkouts may need objects of a shared cache: `dvc gc --workspace --projects PATH` frees it")
    typer.echo("freed" if yes else "nothing is freed without --yes")


@app.command()
def record(
    name: Annotated[str | None, typer.Argument(help="Of the record, as in docs/results/shown.yaml.")] = None,
    folder: Annotated[
        Path | None, typer.Option("--in", metavar="DIR", help="The workspace of the refresh; else the checkout.")
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Write nothing; fail if a page is not up to date.")] = False,
) -> None:
    """Keep the boards of the last refresh in docs/results/, and make the pages of results anew.

    Without a name only the pages are made.
    """
    from pipelines import records

    project = Project.find()
    if check:
        if stale := records.stale_pages(project):
            raise DiagramloopError(f"stale: {', '.join(stale)}: run `python -m pipelines record` and commit them")
        return
    if name is not None:
        records.record(project, name, project if folder is None else Project.find(folder))
    records.write_pages(project)


@app.command()
def pin_calls() -> None:
    """Pin the store of model calls in calls.dvc, so that it can be shared and replayed."""
    from pipelines.calls import pin_calls as pin

    typer.echo(f"{pin(Project.find())} calls pinned in calls.dvc")


@app.command()
def dagster(
    port: Annotated[int, typer.Option(help="Of the web page.")] = 3000,
    host: Annotated[str, typer.Option(help="To listen on.")] = "127.0.0.1",
) -> None:
    """Start Dagster's web page and daemon (schedules, sensors) for this project."""
    from pipelines.lifetimes import run_services

    project = Project.find()
    project.prepare_environment()
    _end_dead_runs()
    services = ["dev", "-m", "pipelines.definitions", "--host", host, "--port", str(port)]
    raise typer.Exit(run_services([_program("dagster"), *services], project.root))


def _end_dead_runs() -> None:
    from dagster import DagsterInstance

    from pipelines.dead_runs import end_dead_runs

    with DagsterInstance.get() as instance:
        end_dead_runs(instance)


@app.command()
def mlflow(
    port: Annotated[int, typer.Option(help="Of the web page.")] = 5000,
    host: Annotated[str, typer.Option(help="To listen on.")] = "127.0.0.1",
) -> None:
    """Start MLflow's web page on the leaderboards recorded so far; print where the runs of each task are."""
    from pipelines.mlflow_store import database, experiment_pages, whole_client

    project = Project.find()
    project.prepare_environment()
    whole_client(project)
    for name, address in experiment_pages(project, f"http://{host}:{port}").items():
        typer.echo(f"{name}: {address}")
    sys.stdout.flush()  # before another program takes over
    os.chdir(project.root)
    page = ["ui", "--backend-store-uri", database(project), "--workers", "1", "--host", host, "--port", str(port)]
    os.execv(_program("mlflow"), [_program("mlflow"), *page])  # noqa: S606 - no shell; it gets the signals


@contextmanager
def _compiled_anew() -> Iterator[None]:
    """Starts again where a compiled module ends too early, which typer would take for an interrupt."""
    try:
        yield
    except EOFError as error:
        if (compiled := bytecode.cut_short(error)) is not None:
            bytecode.start_again_without(compiled)
        raise ProjectError(f"{Project.find().root}: a file there ends too early: {error or 'refresh again'}") from error


def _program(name: str) -> str:
    """The path of a program of this interpreter's environment."""
    return str(Path(sys.executable).with_name(name))


def main() -> None:
    """Runs a command; a known error becomes one clear line and exit code 1, a wrong configuration 2."""
    try:
        app(prog_name="python -m pipelines")
    except OSError as error:
        if not is_of_the_disk(error):
            raise
        typer.secho(f"error: {error.filename or 'a file of this checkout'}: {error.strerror}", err=True, fg="red")
        sys.exit(1)
    except sqlite3.OperationalError as error:
        typer.secho(f"error: a database of this checkout: {error}", err=True, fg="red")
        sys.exit(1)
    except DiagramloopError as error:
        typer.secho(f"error: {error}", err=True, fg="red")
        sys.exit(2 if isinstance(error, ConfigError) else 1)  # 2, as for an option that there is not


if __name__ == "__main__":
    main()
