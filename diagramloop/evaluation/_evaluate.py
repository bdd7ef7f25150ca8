"""One call from data to a row, without a checkout: what the pipeline does step by step, and nothing is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from diagramloop.asking import answering
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.confidences import COUNTED
from diagramloop.evaluation.data_sets import Data, data_set
from diagramloop.evaluation.heard import ItemAnswers, Party
from diagramloop.evaluation.lineage import with_seen
from diagramloop.evaluation.outcome import Outcome, Refusal, Standing, not_asked, refused
from diagramloop.evaluation.predictions import Predictions, read_predictions
from diagramloop.evaluation.rows import LeaderboardRow, board_rows, rows_of_nothing, with_answers
from diagramloop.evaluation.scores import ItemScore, item_scores
from diagramloop.evaluation.table import Table
from diagramloop.evaluation.tasks import Posed, Posing, System, Task, task_named
from diagramloop.evaluation.worth import boards_of, with_detectable
from diagramloop.models.answers import Account, UnreadAnswer, accounted
from diagramloop.scores import METRICS
from diagramloop.scores.registry import is_own


def evaluate(
    task: str,
    data: Data,
    system: Any = None,
    *,
    predictions: Predictions | None = None,
    options: Mapping[str, Any] | None = None,
    limit: int | None = None,
    metrics: Sequence[str] | None = None,
    seed: int = 0,
    conditions: Mapping[str, Any] | None = None,
) -> Table:
    """Asks a system about every item of a data set, or takes its predictions, and scores what it answers.

    Args:
        task: ``parse``, ``generate``, ``extract``, ``attribute``, ``answer``, ``converse`` or ``convert``.
        data: ``corpus``, which ships with diagramloop; a folder in its form; ``NAME=FOLDER``, where NAME is a data set
            that diagramloop knows or ``package.module:Class``; or an opened source.
        system: the name of an embedded one or of a control, ``package.module:attribute``, a callable, or an object.
        predictions: instead of a system, by the id of each item what it answered; or a folder or a file of them.
            Items without one are not asked.
        options: that the system is made or called with.
        limit: charts, documents or dialogues: the same ones on every machine, and as ``sources.NAME.limit`` chooses.
        metrics: names; all of the task if None.
        seed: of the bootstrap, and of generators.
        conditions: anything else that decides what is measured, by name, as far as the task has it
            (:func:`diagramloop.evaluation.tasks.conditions_of`); ``limit`` and ``seed`` go before.

    Returns:
        The row. An item that the system refused or got wrong counts as empty; one that an exception, a time-out or
        a missing weight took is not scored, and said.

    Raises:
        DiagramloopError: there is no such task, data set, system or metric; or the system cannot be made.
        ConditionError: the task has no such condition.
    """
    chosen = task_named(task, {**(conditions or {}), "limit": limit, "seed": seed})
    wanted = _Wanted.of(chosen, metrics)
    answering = _system(chosen, system, predictions, options or {})
    return _table(chosen, chosen.pose(data_set(data)), answering, wanted, chosen.seed)


@dataclass(frozen=True)
class _Wanted:
    """Metrics to be computed, and those of them, or means of them, to be told."""

    counted: tuple[str, ...]
    told: frozenset[str]

    @classmethod
    def of(cls, task: Task, metrics: Sequence[str] | None) -> _Wanted:
        of_task = dict.fromkeys(task.metrics)
        means = [m.name for m in METRICS.values() if m.mean_of and of_task.keys() >= set(m.mean_of)]
        known = [*of_task, *means, *task.confidences]
        for name in metrics or ():
            if name not in known:
                message = f"the task {task.name} has no metric {name!r}; there are {', '.join(dict.fromkeys(known))}"
                raise DiagramloopError(message, reason=RejectionReason.MISSING)
        told = frozenset(metrics or known)
        parts = {part for name in told for part in (METRICS[name].mean_of if name in METRICS else COUNTED)}
        return cls(tuple(name for name in task.metrics if name in told | parts), told)


def _system(task: Task, system: Any, predictions: Predictions | None, options: Mapping[str, Any]) -> System:
    if (system is None) == (predictions is None):
        raise DiagramloopError("give a system or predictions, and not both")
    return task.system(system, options) if predictions is None else read_predictions(task, predictions)


def _table(task: Task, posing: Posing, system: System, wanted: _Wanted, seed: int) -> Table:
    scores: list[ItemScore] = []
    answers: list[tuple[Posed, Any]] = []
    heard = _Heard()
    for posed in posing.items:
        with accounted() as account:
            outcome = ask(system, posed)
        with accounted() as judged:
            scores += item_scores(posed.item, outcome, wanted.counted)
        heard.add(posed, account, judged)
        if outcome.answer is not None and not system.control:
            answers.append((posed, outcome.answer))
    rows = with_answers(_rows(task, posing, system, scores, seed), heard.answers)
    if not system.control and wanted.told.intersection(task.confidences):
        rows += task.confidence_rows(rows, scores, answers)
    wanted_rows = tuple(row for row in rows if row.metric in wanted.told)
    return Table(wanted_rows, tuple(scores), _shown(task, wanted, wanted_rows), heard.unread)


@dataclass
class _Heard:
    """The answers of models, item by item: of the system's, and of those that judge what it answers."""

    answers: list[ItemAnswers] = field(default_factory=list)
    unread: dict[str, tuple[UnreadAnswer, ...]] = field(default_factory=dict)

    def add(self, posed: Posed, account: Account, judged: Account) -> None:
        data = posed.item.place.data
        self.answers.append(ItemAnswers(data, Party.SYSTEM, account.roles))
        self.answers.append(ItemAnswers(data, Party.JUDGE, judged.roles))
        unread = (*account.unread, *judged.unread)
        if unread:
            self.unread[posed.id] = unread


def _rows(task: Task, posing: Posing, system: System, scores: Sequence[ItemScore], seed: int) -> list[LeaderboardRow]:
    """The cells of the row, with what its system was made of and what the row can tell apart."""
    cells = board_rows(scores, task=task.board, system=system.name, seed=seed)
    if not cells:
        cells = rows_of_nothing(task.board, posing.label, system.name, task.shown, posing.refused)
    things = ((posed.item.place.data, posed.things) for posed in posing.items)
    rows = with_seen((replace(cell, control=system.control) for cell in cells), things, system.lineages)
    return with_detectable(rows, boards_of(((task.board, score.data, system.name), score) for score in scores), {})


def _shown(task: Task, wanted: _Wanted, rows: Sequence[LeaderboardRow]) -> tuple[str, ...]:
    """The metrics that the table shows first: the task's, and those of other packages; all where none of these is."""
    measured = dict.fromkeys(row.metric for row in rows)
    own = {*task.confidences, *filter(is_own, measured)}
    first = (*task.shown, *(name for name in measured if name not in own))
    return tuple(name for name in first if name in wanted.told) or tuple(measured)


def ask(system: System, posed: Posed) -> Outcome[Any]:
    """The outcome of one item: an exception that is no answer of the system is a failure, and told."""
    try:
        withheld = system.withheld(posed)
        if withheld is not None:
            return not_asked(withheld.step, withheld.refusal)
        with answering():
            lacking = system.lacks(posed)
            if not lacking:
                return Outcome(Standing.ANSWERED, system.answer(posed))
    except DiagramloopError as error:
        return refused(Refusal.of(error))
    except Exception as error:
        return refused(Refusal(RejectionReason.ENGINE_FAILED, f"{type(error).__name__}: {error}"))
    return refused(Refusal(RejectionReason.NOT_ASKED, lacking))
