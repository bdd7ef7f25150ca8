"""Rows of a board: what the items of one system sum up to, and of how many of them that can be said."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeVar

from diagramloop.asking import GOLD_READ
from diagramloop.evaluation.heard import (
    ItemAnswers,
    RoleAnswers,
    asked,
    by_board,
    ill_understood,
    percent,
    unread_notes,
    unread_share,
)
from diagramloop.evaluation.outcome import Link, Standing, in_words
from diagramloop.evaluation.scores import ItemScore
from diagramloop.scores import METRICS, summarise
from diagramloop.scores.scoring import Summary, without_refusals_alone
from diagramloop.scores.stratified import summarise_strata

_Key = TypeVar("_Key", bound=Hashable)

MOST_REASONS = 3  # told in a cell, the most frequent ones
MAX_DETAIL_CHARACTERS = 300  # of the first item's words for each reason
OF_ANSWERS = ("asked", "unread", "answers")  # fields that are written only where a model was asked


@dataclass(frozen=True)
class LeaderboardRow:
    """One metric of one system on one data set: a cell of a board.

    Attributes:
        task: ``parsing``, ``generation``, ...
        data: source and variant, such as ``corpus/multi``.
        system: what was measured.
        metric: name in the metric registry, such as ``edge_f1``.
        value: over the items that are scored; None when none is, or when the metric cannot be computed.
        low, high: 95 % confidence interval, resampled by chart, document, ...
        n: number of charts, documents, ... behind the value.
        reason: why there is no value, or none of some items; else empty.
        control: whether the system is made of the gold or of nothing, to say what a score is worth: it has no rank.
        items: that the row has.
        scored: of them, those behind the value.
        failed: those for which machine, endpoint or weights failed.
        not_asked: those that never came to the system.
        seen: those that its weights were made of; None where that is not known.
        note: what readers of the row must know.
        measured_by: names of the text similarity, the vision models and the judges behind the value; empty where it
            depends on none. Values that unlike instruments made are not ranked together.
        detectable: the least difference that the board's paired test would find with a power of 80 % on as many charts,
            from ``against``; from a row of equal spread where that is empty. None where it is not known.
        against: the best other row that the same instruments measured.
        needs: charts with which the difference from ``against`` would be found; None where it is found, or not known.
        ceiling: what people, or a second reference, reach on the same items by the same metric
            (:mod:`diagramloop.evaluation.ceilings`); None where nobody measured it.
        contamination: whether the items can have been in training data
            (:class:`~diagramloop.evaluation.contamination.Contamination`), in words; empty where nobody has said.
        comparability: hash of the row's items, metric, instruments and settings: rows of two boards compare if they
            have the same (:mod:`diagramloop.evaluation.comparability`).
        profile: mark of the metric, where it notices less than .95 of the faults that it is to see, or edits that say
            the same move it (:class:`~diagramloop.scores.planted_faults.Profile`); else empty.
        asked: times that the system's models were asked for these items, failed ones among them.
        unread: of the answers on which its scores hang, the share that was not understood; None where there is none.
        answers: by role, those of its models, of the judges' and of simulated users'.
    """

    task: str
    data: str
    system: str
    metric: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    reason: str = ""
    control: bool = False
    items: int = 0
    scored: int = 0
    failed: int = 0
    not_asked: int = 0
    seen: int | None = None
    note: str = ""
    measured_by: str = ""
    detectable: float | None = None
    against: str = ""
    needs: int | None = None
    ceiling: float | None = None
    contamination: str = ""
    comparability: str = ""
    profile: str = ""
    asked: int = 0
    unread: float | None = None
    answers: tuple[RoleAnswers, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "answers", tuple(map(RoleAnswers.of, self.answers)))

    @property
    def complete(self) -> bool:
        """True if every item is behind the value, and it says what it is said to: only then it can have a rank."""
        return self.value is not None and self.scored == self.items and not self.void

    @property
    def void(self) -> str:
        """Why the value says nothing of the system, however many items are behind it, in a few words; else empty.

        It answered with gold that the files alone have (``diagramloop.asking.GOLD_READ``); or of the answers of a role
        too many were not understood.
        """
        if GOLD_READ in self.note:
            return "gold read"
        shares = [of_role.counts.unread_share for of_role in ill_understood(self.answers, own=True)]
        return f"{percent(max(shares))} unread" if shares else ""

    @property
    def of_items(self) -> str:
        """Why it can have no rank, for whoever shows the value beside others: of how many items it is, or :attr:`void`.

        Empty where it can have one.
        """
        if self.complete or self.value is None:
            return ""
        return self.void or f"{self.scored} of {self.items}"


def cells_of(row: LeaderboardRow) -> dict[str, Any]:
    """The fields of a row as they are written; those of answers only where a model was asked."""
    cells = asdict(row)
    return cells if row.answers else {name: cells[name] for name in cells if name not in OF_ANSWERS}


def with_answers(rows: Iterable[LeaderboardRow], heard: Iterable[ItemAnswers]) -> list[LeaderboardRow]:
    """The rows with what models answered for the items of their boards, and with notes where it was not understood."""
    boards = by_board(heard)
    return [_with_answers(row, boards[row.data]) if boards.get(row.data) else row for row in rows]


def _with_answers(row: LeaderboardRow, answers: tuple[RoleAnswers, ...]) -> LeaderboardRow:
    note = "; ".join(filter(None, (row.note, *unread_notes(answers))))
    return replace(row, asked=asked(answers), unread=unread_share(answers), answers=answers, note=note)


@dataclass(frozen=True)
class StratumRow:
    """A cell over the items of one stratum of an axis."""

    axis: str
    stratum: str
    row: LeaderboardRow


def board_rows(scores: Iterable[ItemScore], *, task: str, system: str, seed: int) -> list[LeaderboardRow]:
    """The cells of one system: board by board, metric by metric, both in order of first appearance.

    A metric that no answer has, though there are answers, has no value: it would be that of refusals alone.

    Args:
        seed: of the bootstrap.
    """
    return [
        _cell(summary, accounts, task, data, system)
        for data, of_board in _grouped((score.data, score) for score in scores).items()
        for members in [_without_refusals_alone(of_board)]
        for accounts in [_accounts(members)]
        for summary in summarise([score.row for score in members], seed=seed)
    ]


def stratum_rows(scores: Iterable[ItemScore], *, task: str, system: str, seed: int) -> list[StratumRow]:
    """Return rows like :func:`board_rows`, for each stratum of each axis."""
    made: list[StratumRow] = []
    for data, of_board in _grouped((score.data, score) for score in scores).items():
        members = _without_refusals_alone(of_board)
        parts = _grouped((part, score) for score in members for part in score.strata.items())
        accounts = {part: _accounts(inside) for part, inside in parts.items()}
        for found in summarise_strata(((score.strata, score.row) for score in members), seed=seed):
            cell = _cell(found.summary, accounts[found.axis, found.stratum], task, data, system)
            made.append(StratumRow(found.axis, found.stratum, cell))
    return made


def _without_refusals_alone(scores: Sequence[ItemScore]) -> list[ItemScore]:
    """The scores of a board, see :func:`~diagramloop.scores.scoring.without_refusals_alone`."""
    answered = [score.standing is Standing.ANSWERED for score in scores]
    rows = without_refusals_alone([score.row for score in scores], answered)
    return [replace(score, row=row) for score, row in zip(scores, rows, strict=True)]


def rows_of_nothing(
    task: str, data: str, system: str, metrics: Iterable[str], links: Iterable[Link]
) -> list[LeaderboardRow]:
    """The cells of a system on a board that no item came to: they say who refused them all; none if nobody did."""
    refused = [f"{len(link.refused)} refused by {link.name}: {_first(link)}" for link in links if link.refused]
    reason = f"no items; {'; '.join(refused)}"
    return [LeaderboardRow(task, data, system, name, None, None, None, 0, reason) for name in metrics if refused]


def _first(link: Link) -> str:
    refusal = next(iter(link.refused.values()))
    return f"{in_words(refusal.reason)} ({refusal.detail[:MAX_DETAIL_CHARACTERS]})"


@dataclass
class _Account:
    """Counts of one metric's items by standing, and the reasons of those that are not scored."""

    standings: Counter[Standing]
    reasons: Counter[tuple[Standing, str]]
    details: dict[tuple[Standing, str], str]
    without: Counter[str]  # of items that are scored, but on which the metric cannot be had

    @classmethod
    def of(cls, scores: Iterable[ItemScore]) -> _Account:
        made = cls(Counter(), Counter(), {}, Counter())
        for score in scores:
            made.standings[score.standing] += 1
            if not score.standing.scored:
                made.reasons[score.standing, score.reason] += 1
                made.details.setdefault((score.standing, score.reason), score.row.missing)
            elif score.row.missing:
                made.without[score.row.missing] += 1
        return made

    @property
    def items(self) -> int:
        return self.standings.total()

    @property
    def scored(self) -> int:
        return self.items - self.reasons.total() - self.without.total()

    def told(self) -> str:
        """Of how many items the value is, and what became of the others; empty where all items were answered."""
        if not self.reasons:
            return ""
        missing = [f"{self.without.total()} without it: {min(self.without)}"] if self.without else []
        return "; ".join([f"{self.scored} of {self.items} items", *missing, *self._reasons()])

    def _reasons(self) -> Iterator[str]:
        for (standing, reason), count in self.reasons.most_common(MOST_REASONS):
            detail = self.details[standing, reason][:MAX_DETAIL_CHARACTERS]
            said = standing.value.replace("_", " ")
            more = f" ({detail})" if detail != reason else ""
            yield f"{count} {said}{'' if reason == said else f': {reason}'}{more}"
        if (rest := len(self.reasons) - MOST_REASONS) > 0:
            yield f"and for {rest} more reasons"


def _accounts(scores: Iterable[ItemScore]) -> dict[str, _Account]:
    """By metric; a mean stands as that part of it does that has the fewest items."""
    found = {name: _Account.of(members) for name, members in _grouped((s.row.metric, s) for s in scores).items()}
    means = [metric for metric in METRICS.values() if metric.mean_of and found.keys() >= set(metric.mean_of)]
    return found | {mean.name: min((found[part] for part in mean.mean_of), key=lambda a: a.scored) for mean in means}


def _cell(summary: Summary, accounts: Mapping[str, _Account], task: str, data: str, system: str) -> LeaderboardRow:
    account = accounts[summary.metric]
    return LeaderboardRow(
        *(task, data, system, summary.metric, summary.value, summary.low, summary.high, summary.n),
        reason=account.told() or summary.missing,
        items=account.items,
        scored=account.scored,
        failed=account.standings[Standing.FAILED],
        not_asked=account.standings[Standing.NOT_ASKED],
        measured_by=summary.similarity,
    )


def _grouped(pairs: Iterable[tuple[_Key, ItemScore]]) -> dict[_Key, list[ItemScore]]:
    """By key, in order of first appearance."""
    found: dict[_Key, list[ItemScore]] = defaultdict(list)
    for key, score in pairs:
        found[key].append(score)
    return found
