"""One of diagramloop's tasks as a task of Inspect: items are samples, a system is the solver, ours are the scores."""

from __future__ import annotations

import json
from collections.abc import Mapping
from threading import local
from typing import Any

import anyio
from inspect_ai import Task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig, ModelOutput
from inspect_ai.solver import Generate, Solver, TaskState, solver

from diagramloop.doors.inspect_tasks._scoring import HEARD, SCORES, board_scorer
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation._evaluate import ask
from diagramloop.evaluation.asked_models import model_option
from diagramloop.evaluation.data_sets import data_set
from diagramloop.evaluation.heard import Party
from diagramloop.evaluation.outcome import Outcome, Standing
from diagramloop.evaluation.scores import item_scores
from diagramloop.evaluation.tasks import Posed, System, task_named
from diagramloop.evaluation.tasks import Task as OurTask
from diagramloop.evaluation.written_scores import written
from diagramloop.graph import FlowGraph
from diagramloop.graph.mermaid import write_mermaid
from diagramloop.models.answers import Account, accounted
from diagramloop.models.inspect_model import STOPPED

INSPECT = {"back_end": "inspect"}  # configuration of the evaluation's model
LONGEST_SHOWN = 4_000  # characters of an answer in the log


def inspect_task(
    name: str, data: str, system: str, options: Mapping[str, Any] | None, conditions: Mapping[str, Any]
) -> Task:
    """The task of Inspect.

    Args:
        name: of the task.
        options: of the system; where it takes a model and none is named, it gets the evaluation's.

    Raises:
        DiagramloopError: there is no such data set or system; or no item.
    """
    task = task_named(name, conditions)
    posing = task.pose(data_set(data))
    if not posing.items:
        raise DiagramloopError(f"{data} has no item for the task {name}", reason=RejectionReason.EMPTY)
    given = _with_model(task, system, options or {})
    made = task.system(system, given)
    samples = [Sample(input=f"{name}: {posed.id}", target="", id=posed.id) for posed in posing.items]
    posed_by_id = {posed.id: posed for posed in posing.items}
    return Task(
        name=name,
        dataset=MemoryDataset(samples, name=posing.label),
        solver=_system_solver(task, system, given, posed_by_id),
        scorer=board_scorer(task.board, made.name, task.shown[0], task.seed),
        config=GenerateConfig(temperature=0, seed=0),  # as an endpoint is asked
        metadata={"system": made.name, "data": data},
    )


def _with_model(task: OurTask, system: str, options: Mapping[str, Any]) -> dict[str, Any]:
    place = None if system == "gold" else model_option(task.kind, system)
    return dict(options) if place is None else {place: INSPECT, **options}


def _system_solver(task: OurTask, system: str, options: Mapping[str, Any], posed: Mapping[str, Posed]) -> Solver:
    """A solver that puts a sample to the system in a worker thread, each of which has a system of its own."""
    of_thread = local()

    def answered(one: Posed) -> tuple[Outcome[Any], list[dict[str, Any]], list[dict[str, Any]]]:
        if not hasattr(of_thread, "system"):
            of_thread.system = task.system(system, options)
        made: System = of_thread.system
        with accounted() as account:
            outcome = ask(made, one)
        heard = [_heard(one, Party.SYSTEM, account)]
        if outcome.standing is Standing.FAILED:
            return outcome, [], heard
        with accounted() as judged:
            scores = [written(score) for score in item_scores(one.item, outcome, task.metrics)]
        return outcome, scores, [*heard, _heard(one, Party.JUDGE, judged)]

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        del generate
        stopped: list[BaseException] = []
        STOPPED.set(stopped)
        outcome, scores, heard = await anyio.to_thread.run_sync(answered, posed[str(state.sample_id)])
        state.store.set(HEARD, heard)
        if outcome.standing is Standing.FAILED:  # it has no score: Inspect says what it does with such samples
            if stopped:
                raise stopped[-1]
            raise DiagramloopError(outcome.detail, reason=RejectionReason.ENGINE_FAILED)
        state.store.set(SCORES, scores)
        state.output = ModelOutput.from_content(str(state.model), _shown(outcome))
        return state

    @solver(name="diagramloop")
    def without_arguments() -> Solver:  # Inspect keeps a solver's arguments in its log, and these hold the gold
        return solve

    return without_arguments()


def _heard(posed: Posed, party: Party, account: Account) -> dict[str, Any]:
    """The answers of models, for the log."""
    unread = [{"role": answer.role, "why": answer.why, "answer": answer.text} for answer in account.unread]
    return {"data": posed.item.place.data, "party": party.value, "roles": account.as_json(), "unread": unread}


def _shown(outcome: Outcome[Any]) -> str:
    """An answer as the log shows it."""
    if outcome.answer is None:
        return f"({outcome.standing.value}: {outcome.detail})"[:LONGEST_SHOWN]
    graph = getattr(outcome.answer, "graph", outcome.answer)
    if isinstance(graph, FlowGraph):
        return write_mermaid(graph).text[:LONGEST_SHOWN]
    return (graph if isinstance(graph, str) else json.dumps(graph, default=repr))[:LONGEST_SHOWN]
