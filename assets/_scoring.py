"""The stages in which the answers to a task are scored, made of what the task's own module says of them.

One step of each is of a system that no configuration names: the gold, scored as if it had been answered.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Protocol

from assets._canaries import canary_note
from assets._scores import SCORE_ROWS, SCORES, STRATA, link, read_item_scores, with_outcomes
from assets.machinery import ItemHeard, Row, Stage, StageReport, StageRun, made_of, read_heard
from diagramloop.evaluation.heard import ItemAnswers, Party
from diagramloop.evaluation.lineage import lineages_of, with_seen
from diagramloop.evaluation.outcome import Link
from diagramloop.evaluation.rows import (
    LeaderboardRow,
    board_rows,
    cells_of,
    rows_of_nothing,
    stratum_rows,
    with_answers,
)
from diagramloop.evaluation.scores import GOLD
from diagramloop.plugins import Kind


class Board(Protocol):
    """A module of :mod:`diagramloop.evaluation`: the name of a task's board, and the metrics that it shows first."""

    TASK: str
    SHOWN: tuple[str, ...]


class Scoring(ABC):
    """The way in which the answers to a task are scored.

    Attributes:
        board: of the task.
        kind: of plug-in that its systems are; None where it is not told what they were made of.
        systems: the configuration node of the systems, and the dimension that names one of them.
        before: the input stages that an item comes from before it is put to a system.
        answers: the input stages that are the system's doing; the artifact of the last one is scored.
    """

    board: Board
    kind: ClassVar[Kind[Any] | None] = None
    systems: ClassVar[tuple[str, str]]
    before: ClassVar[tuple[str, ...]]
    answers: ClassVar[tuple[str, ...]]

    @abstractmethod
    def items(self, run: StageRun) -> Sequence[Row]:
        """The rows to be scored, each with its ``id``, its board as ``data``, and its gold."""

    @abstractmethod
    def gold(self, item: Row) -> str:
        """The cell of the right answer to an item."""

    @abstractmethod
    def said(self, run: StageRun) -> Mapping[str, str]:
        """By the id of an item, the cell of what the system answered."""

    @abstractmethod
    def things(self, item: Row) -> Collection[str]:
        """The fingerprints of an item, and of what it is a part of; asked only where lineages are known."""

    def board_of(self, run: StageRun) -> str:
        """The board that the row stands on if no item came to any."""
        return run.key["source"]

    def boards(self, run: StageRun, items: Sequence[Row]) -> Collection[str]:
        """The boards that the row stands on, also where the machine failed to score their items."""
        return dict.fromkeys(item["data"] for item in items) or (self.board_of(run),)

    def options(self, run: StageRun) -> Mapping[str, Any]:
        """Arguments of the function that scores an item."""
        del run
        return {}

    def upstream(self, run: StageRun, items: Sequence[Row]) -> Sequence[Link]:
        """Further refusals, after those of :attr:`before`."""
        del run, items
        return ()

    def judged(self, run: StageRun) -> Sequence[ItemHeard]:
        """The answers of models that judge the system's, by item."""
        return read_heard(run.out)

    def note(self, run: StageRun) -> str:
        """A remark for the readers of the row."""
        return canary_note(run.folder(self.answers[-1]))

    def beside(self, run: StageRun, items: Sequence[Row]) -> None:
        """Writes what else the artifact has."""
        del run, items

    def further(self, run: StageRun, items: Sequence[Row], rows: Sequence[LeaderboardRow]) -> Sequence[LeaderboardRow]:
        """Cells of figures of a board as a whole, which are no sums over its items; ``rows`` are the others."""
        del run, items, rows
        return ()

    def stage(
        self, name: str, description: str, score: Any, params: tuple[str, ...] = ("score",), **declared: Any
    ) -> Stage:
        """The stage that scores one system, or the gold: declared where ``score`` is.

        Args:
            score: makes the rows (:func:`assets._scores.score_rows`) of one item with its outcome.
            params: beside those of the system.
            declared: as :class:`~assets.machinery.Stage` has it.
        """

        def body(run: StageRun) -> StageReport:
            rows = self._with_outcomes(run)
            batch = run.items.for_each(score, rows, self.options(run), SCORE_ROWS, run.out)
            self.beside(run, rows)
            return StageReport.of(batch, self._summed(run, rows))

        body.__doc__, body.__module__ = description, score.__module__
        node, dimension = self.systems
        of_system = made_of(f"{node}.{{{dimension}}}") if self.kind is not None else ()
        return Stage(name, "score", body, params=(*params, *of_system), controls={dimension: GOLD}, **declared)

    def is_gold(self, run: StageRun) -> bool:
        """True of the step that scores the gold."""
        return self._system(run) == GOLD

    def _system(self, run: StageRun) -> str:
        return run.key[self.systems[1]]

    def _before(self, run: StageRun) -> list[Link]:
        return [link(run, name, answers=False) for name in self.before]

    def _with_outcomes(self, run: StageRun) -> list[Row]:
        items, links = self.items(run), self._before(run)
        if self.is_gold(run):
            return list(with_outcomes(items, {item["id"]: self.gold(item) for item in items}, links))
        links += [*self.upstream(run, items), *(link(run, name) for name in self.answers)]
        return list(with_outcomes(items, self.said(run), links))

    def _summed(self, run: StageRun, items: Sequence[Row]) -> dict[str, float | None]:
        """Writes the cells of the row, and those of each stratum.

        Returns:
            The figures that the asset itself shows; the leaderboard has all.
        """
        task, shown, system = self.board.TASK, self.board.SHOWN, self._system(run)
        seed, scores = run.param("score")["seed"], list(read_item_scores(run.out))
        rows = self._with_notes(run, items, board_rows(scores, task=task, system=system, seed=seed))
        rows += self.further(run, items, rows)
        stood_on = {row.data for row in rows}
        for board in self.boards(run, items):
            if board not in stood_on:
                rows += rows_of_nothing(task, board, system, shown, self._before(run))
        _write(run.out / SCORES, [cells_of(row) for row in rows], indent=1)
        strata = stratum_rows(scores, task=task, system=system, seed=seed)
        _write(
            run.out / STRATA, [{"axis": part.axis, "stratum": part.stratum, **cells_of(part.row)} for part in strata]
        )
        return {f"{row.data} {row.metric}": row.value for row in rows if row.metric in shown}

    def _with_notes(self, run: StageRun, items: Sequence[Row], rows: Sequence[LeaderboardRow]) -> list[LeaderboardRow]:
        """The cells with what their systems were made of and what models answered, and with the note."""
        if self.is_gold(run):
            return with_seen(rows, (), None)
        lineages = None
        if self.kind is not None:
            system = run.system(f"{self.systems[0]}.{{{self.systems[1]}}}")
            lineages = lineages_of(self.kind, system["make"], system["options"])
        seen = with_seen(rows, ((item["data"], self.things(item)) for item in items), lineages)
        note = self.note(run)
        noted = (replace(row, note="; ".join(filter(None, (row.note, note)))) for row in seen)
        return with_answers(noted, self._heard(run, items))

    def _heard(self, run: StageRun, items: Sequence[Row]) -> Iterator[ItemAnswers]:
        """The answers of models for each item: of the system's, whatever became of it, and of those that judge it."""
        data = {item["id"]: item["data"] for item in items}
        for name in self.answers:
            for artifact in run.inputs.get(name, ()):
                for heard in read_heard(artifact.folder):
                    if heard.id in data:
                        yield ItemAnswers(data[heard.id], Party.SYSTEM, heard.roles)
        for heard in self.judged(run):
            yield ItemAnswers(data[heard.id], Party.JUDGE, heard.roles)


def _write(path: Path, rows: Sequence[Mapping[str, Any]], indent: int | None = None) -> None:
    path.write_text(json.dumps(rows, indent=indent) + "\n", encoding="utf-8")
