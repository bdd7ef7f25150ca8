"""Claims of papers, each with the rule that judges it on the printed values alone.

``holds`` and ``contradicted`` are arithmetic: they are said only where every number that the printed ones may stand for
agrees. All else ``cannot be told`` from what is published.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from statistics import NormalDist
from typing import Annotated, Literal

from pydantic import Field

from diagramloop.evaluation.published.intervals import Interval, exactly, harmonic_mean, printed, weighted_mean
from diagramloop.evaluation.published.tables import NO_VALUE, Name, Strict, Table

LEVEL = 0.05  # of the tests, two-sided
Tables = Mapping[str, Table]


class Verdict(StrEnum):
    """The outcome of a claim."""

    HOLDS = "holds"
    CANNOT_BE_TOLD = "cannot be told"
    CONTRADICTED = "contradicted"


@dataclass(frozen=True, slots=True)
class Recomputed:
    """A printed value beside the same made of other printed ones.

    Attributes:
        low, high: between which it must lie.
    """

    table: str
    row: str
    column: str
    printed: str
    low: float
    high: float
    agrees: bool


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict, and what it is made of."""

    verdict: Verdict
    why: str
    cells: tuple[Recomputed, ...] = ()


class Claim(Strict):
    """A statement of a paper, in our words."""

    paper: str
    source: Name
    says: Name

    def judged(self, tables: Tables) -> Judgement:
        """Return the verdict on the printed values."""
        raise NotImplementedError


class OfTable(Claim):
    """A claim on one table."""

    table: str


class Sum(OfTable):
    """A column is the weighted sum, or mean, of others; with ``down`` a row of other rows.

    Attributes:
        parts: by column (row) its weight, a number or a product of two (``246*2.59``).
        only: rows (columns) of which it is said; all by default.
    """

    rule: Literal["sum"]
    total: str
    parts: dict[str, str]
    mean: bool = False
    down: bool = False
    only: tuple[str, ...] = ()

    def judged(self, tables: Tables) -> Judgement:
        """Compare the total with the sum of the printed parts, line by line."""
        table = tables[self.table]
        lines = self.only or (table.columns if self.down else tuple(table.rows))
        cells = []
        for line in lines:
            total, *parts = ((part, line) if self.down else (line, part) for part in (self.total, *self.parts))
            if NO_VALUE not in [table.text(*part) for part in (total, *parts)]:
                cells.append(
                    _recomputed(self.table, table, total, self._sum([table.interval(*part) for part in parts]))
                )
        return _all_agree(cells)

    def _sum(self, values: list[Interval]) -> Interval:
        weights = [_product(weight) if "*" in weight else exactly(Fraction(weight)) for weight in self.parts.values()]
        if self.mean:
            return weighted_mean(values, weights)
        return sum((value * weight for value, weight in zip(values, weights, strict=True)), exactly(0))


class F1(OfTable):
    """F1 goes with precision and recall.

    Micro F1 is their harmonic mean. That of items' F1 is at most the harmonic mean of the mean precision and recall,
    for it is concave (Jensen), and at least their sum less 1.
    """

    rule: Literal["f1"]
    triples: tuple[tuple[str, str, str], ...]
    micro: bool = False

    def judged(self, tables: Tables) -> Judgement:
        """Compare every F1 with what its precision and recall permit."""
        table = tables[self.table]
        cells = []
        for row in table.rows:
            for precision, recall, f1 in self.triples:
                a, b = table.interval(row, precision), table.interval(row, recall)
                permitted = harmonic_mean(a, b)
                if not self.micro:
                    permitted = Interval(max(Fraction(0), a.low + b.low - table.scale), permitted.high)
                cells.append(_recomputed(self.table, table, (row, f1), permitted))
        return _all_agree(cells)


class Same(Claim):
    """Rows of two tables are of one thing: (table, row, table, row), in the columns that both have."""

    rule: Literal["same"]
    pairs: tuple[tuple[str, str, str, str], ...]

    def judged(self, tables: Tables) -> Judgement:
        """Compare the rows, column by column."""
        cells = []
        for first, row, second, other in self.pairs:
            for column in tables[first].columns:
                if column in tables[second].columns:
                    expected = tables[second].interval(other, column)
                    cells.append(_recomputed(first, tables[first], (row, column), expected))
        return _all_agree(cells)


class Apart(OfTable):
    """Two rows are of two runs: rows alike in every cell may be one run printed twice."""

    rule: Literal["apart"]
    rows: tuple[str, str]
    columns: tuple[str, ...]

    def judged(self, tables: Tables) -> Judgement:
        """Count the cells in which they are alike."""
        table = tables[self.table]
        first, second = self.rows
        alike = [name for name in self.columns if table.text(first, name) == table.text(second, name)]
        verdict = Verdict.CANNOT_BE_TOLD if len(alike) == len(self.columns) else Verdict.HOLDS
        return Judgement(verdict, f"{len(alike)} of {len(self.columns)} cells are alike")


class Absent(OfTable):
    """Nothing of this name is in the table."""

    rule: Literal["absent"]
    name: str

    def judged(self, tables: Tables) -> Judgement:
        """Look for the name among the rows."""
        rows = [row for row in tables[self.table].rows if self.name in row]
        verdict = Verdict.CONTRADICTED if rows else Verdict.HOLDS
        return Judgement(verdict, f"rows with this name: {', '.join(rows) or 'none'}")


class Margin(OfTable):
    """A row is so much better than the best other one, or than the farthest: in points, or in per cent of the other."""

    rule: Literal["margin"]
    column: str
    row: str
    claimed: tuple[int, int]
    farthest: bool = False

    def judged(self, tables: Tables) -> Judgement:
        """Compare the claimed margin, in whole numbers, with both readings of the printed one."""
        table = tables[self.table]
        others = [table.interval(row, self.column) for row in table.rows if row != self.row]
        other = (min if self.farthest else max)(others, key=lambda interval: interval.low)
        points = table.interval(self.row, self.column) - other
        per_cent = points.over(other) * exactly(100) if other.low else points
        half = Fraction(1, 2)
        claimed = Interval(self.claimed[0] - half, self.claimed[1] + half)
        fits = points.meets(claimed) or per_cent.meets(claimed)
        why = f"{float(points.middle.low):.2f} points"
        if not self.farthest:
            why += f", {float(per_cent.middle.low):.1f} % of the other"
        return Judgement(Verdict.HOLDS if fits else Verdict.CONTRADICTED, why)


class Bins(OfTable):
    """A value of all is that of the bins together.

    A micro F1 is between the least and the greatest of the bins', and a mean of items their mean by size: a value
    within the bins that is not their mean may be the one or the other's slip.
    """

    rule: Literal["bins"]
    column: str
    sizes: str
    whole: tuple[str, str, str]

    def judged(self, tables: Tables) -> Judgement:
        """Compare the value of all with the bins' mean by size, and with their range."""
        table = tables[self.table]
        bins = [table.interval(row, self.column) for row in table.rows]
        mean = weighted_mean(bins, [table.interval(row, self.sizes) for row in table.rows])
        name, row, column = self.whole
        cell = _recomputed(name, tables[name], (row, column), mean)
        reach = Interval(min(part.low for part in bins), max(part.high for part in bins))
        verdict = Verdict.HOLDS if cell.agrees else Verdict.CANNOT_BE_TOLD
        if not reach.meets(tables[name].interval(row, column)):
            verdict = Verdict.CONTRADICTED
        why = f"the bins' mean is {cell.low:.2f}, the whole {cell.printed}; how either was summed is not said"
        return Judgement(verdict, why, (cell,))


class Share(OfTable):
    """Each cell is a count of so many items (the GRIM test: Brown and Heathers, 2017)."""

    rule: Literal["share"]
    columns: tuple[str, ...]
    of: Annotated[int, Field(gt=0)]

    def judged(self, tables: Tables) -> Judgement:
        """Look for a count that rounds, or is cut off, to each cell."""
        table = tables[self.table]
        cells = []
        for row in table.rows:
            for column in self.columns:
                count = round(table.interval(row, column).middle.low * self.of / table.scale)
                nearest = exactly(Fraction(count * table.scale, self.of))
                cells.append(_recomputed(self.table, table, (row, column), nearest))
        return _all_agree(cells)


class Best(OfTable):
    """Of each group of rows, the first is the best in so many of all cells."""

    rule: Literal["best"]
    columns: tuple[str, ...]
    groups: dict[str, tuple[str, ...]]
    least: int
    most: int

    def judged(self, tables: Tables) -> Judgement:
        """Count the cells in which it is above all others of its group as printed."""
        table = tables[self.table]
        wins = 0
        for row, others in self.groups.items():
            for column in self.columns:
                value = table.value(row, column) or 0.0
                wins += all(value > (table.value(other, column) or 0.0) for other in others)
        verdict = Verdict.HOLDS if self.least <= wins <= self.most else Verdict.CONTRADICTED
        return Judgement(verdict, f"best in {wins} of {len(self.groups) * len(self.columns)} cells as printed")


class Above(OfTable):
    """A row is better than another, by a value whose spread over items is not published."""

    rule: Literal["above"]
    column: str
    better: str
    worse: str

    def judged(self, tables: Tables) -> Judgement:
        """Look at the order alone: without items no test can be made of it."""
        table = tables[self.table]
        difference = table.interval(self.better, self.column) - table.interval(self.worse, self.column)
        if difference.high < 0:
            return Judgement(Verdict.CONTRADICTED, "the printed order is the other one")
        why = f"a difference of {float(difference.middle.low):.4g}, printed without an interval and without items"
        return Judgement(Verdict.CANNOT_BE_TOLD, why)


class Rates(OfTable):
    """A row succeeds on more of the same items than another.

    How items pair is not published. The sign test (McNemar's, exact) is taken for the pairings that tell most and
    least: where the lesser has no success of its own, and where both share as few as the counts permit.
    """

    rule: Literal["rates"]
    column: str
    better: str
    worse: str
    of: Annotated[int, Field(gt=0)]

    def judged(self, tables: Tables) -> Judgement:
        """Test the difference in both pairings."""
        table = tables[self.table]
        first, second = (round((table.value(row, self.column) or 0.0) * self.of) for row in (self.better, self.worse))
        difference = abs(first - second)
        alone = min(first, second, self.of - max(first, second))
        most, least = _sign_test(difference, 0), _sign_test(difference + alone, alone)
        verdict = Verdict.CANNOT_BE_TOLD
        if max(most, least) < LEVEL:
            verdict = Verdict.HOLDS if first > second else Verdict.CONTRADICTED
        return Judgement(
            verdict, f"{first} and {second} of {self.of}: p from {most:.2g} to {least:.2g} by how they pair"
        )


class Correlations(OfTable):
    """A correlation is above another, or above 0, on so many items: Fisher's z, as if both were of different items."""

    rule: Literal["correlations"]
    better: str
    worse: str = ""
    of: Annotated[int, Field(gt=3)]

    def judged(self, tables: Tables) -> Judgement:
        """Test the difference of both, or the one against 0."""
        table = tables[self.table]
        rows = [self.better, *([self.worse] if self.worse else [])]
        fishers = [math.atanh(table.value(row, table.columns[0]) or 0.0) for row in rows]
        difference = fishers[0] - sum(fishers[1:])
        p_value = 2 * (1 - NormalDist().cdf(abs(difference) / math.sqrt(len(rows) / (self.of - 3))))
        verdict = Verdict.CANNOT_BE_TOLD
        if p_value < LEVEL:
            verdict = Verdict.HOLDS if difference > 0 else Verdict.CONTRADICTED
        return Judgement(verdict, f"p {p_value:.2g} on {self.of} items, as if of different items")


class Room(OfTable):
    """Printed tokens hold so many calls with the printed prompt and a document of mean length.

    A tokenizer makes at least one token of each word.

    Attributes:
        lengths: a table whose rows are documents, their tokens and the prompt's words, with one column.
    """

    rule: Literal["room"]
    lengths: str
    column: str
    calls: Annotated[int, Field(gt=0)]

    def judged(self, tables: Tables) -> Judgement:
        """Compare the printed tokens with the least that those calls take."""
        data = tables[self.lengths]
        prompt, tokens, documents = (data.interval(row, data.columns[0]) for row in reversed(data.rows))
        least = (prompt + tokens.over(documents)) * exactly(self.calls)
        permitted = Interval(least.low, Fraction(10**9))
        cell = _recomputed(self.table, tables[self.table], ("tokens", self.column), permitted)
        verdict = Verdict.CANNOT_BE_TOLD if cell.agrees else Verdict.CONTRADICTED
        why = f"{self.calls} of its calls: {float(least.low):.0f} tokens at least; printed for all: {cell.printed}"
        return Judgement(verdict, why)


AnyClaim = Annotated[
    Sum | F1 | Same | Apart | Absent | Margin | Bins | Share | Best | Above | Rates | Correlations | Room,
    Field(discriminator="rule"),
]


def _recomputed(name: str, table: Table, cell: tuple[str, str], permitted: Interval) -> Recomputed:
    agrees = table.interval(*cell).meets(permitted)
    return Recomputed(name, *cell, table.text(*cell), float(permitted.low), float(permitted.high), agrees)


def _all_agree(cells: list[Recomputed]) -> Judgement:
    amiss = sum(not cell.agrees for cell in cells)
    verdict = Verdict.CONTRADICTED if amiss else Verdict.HOLDS
    return Judgement(verdict, f"{len(cells) - amiss} of {len(cells)} values agree", tuple(cells))


def _product(weight: str) -> Interval:
    first, second = weight.split("*")
    return printed(first) * printed(second)


def _sign_test(wins: int, losses: int) -> float:
    """Two-sided p-value of the sign test, exact.

    >>> _sign_test(8, 0)
    0.0078125
    """
    every = wins + losses
    tail = sum(math.comb(every, count) for count in range(min(wins, losses) + 1))
    return min(1.0, float(Fraction(2 * tail, 2**every)))
