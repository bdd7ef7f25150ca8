"""The reading of a file with its account: all its charts, and which of its elements are in none of them.

A reader makes the charts and says why it leaves something out. A second count, a :class:`Census`, which shares nothing
with the reader but the file, says what there is; what neither charts nor reasons explain is left out unexplained, and
stands in the account all the same. So charts and what is left out are together what the file holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph._model import FlowGraph

SHAPES, LINES, PAGES = "shapes", "lines", "pages"
UNEXPLAINED = "not understood"
ALL = "all"
"""The page that stands for all of a file."""
Page = int | str | None
"""The number of a page from 1, or its name; None for the main one."""
Part = TypeVar("Part")


@dataclass(frozen=True)
class Census:
    """The elements that a page of a file holds, counted without reading it.

    Attributes:
        shapes: that a reader is to make nodes or groups of.
        lines: that a reader is to make edges of.
    """

    shapes: int
    lines: int


@dataclass(frozen=True)
class LeftOut:
    """Elements of a file that are in no chart.

    Attributes:
        kind: what an editor calls them, in the plural: ``shapes``, ``lines``, ``pages``.
        number: of them.
        reason: in a few words: ``by globs``, ``glued to nothing``.
        page: name of the page that they are on, or its number where it has none; empty for the whole file.
    """

    kind: str
    number: int
    reason: str = UNEXPLAINED
    page: str = ""


@dataclass(frozen=True)
class Chart:
    """One chart of a file: a page, a slide, a board, a block, a plane.

    Attributes:
        graph: that is on it.
        name: as the file has it, or empty.
        number: of the page in the file, from 1; pages that are broken count.
        left_out: its elements that are not in the graph.
        texts: shapes of the file that are labels of the graph's lines, or the chart's name.
    """

    graph: FlowGraph
    name: str = ""
    number: int = 1
    left_out: tuple[LeftOut, ...] = ()
    texts: int = 0

    def against(self, census: Census) -> Chart:
        """The chart with what the census has beyond its graph and its own reasons."""
        read = self.elements
        explained = explained_in(self.left_out)
        missing = []
        for kind, counted in ((SHAPES, census.shapes), (LINES, census.lines)):
            unexplained = counted - read[kind] - explained[kind]
            if unexplained > 0:
                missing.append(LeftOut(kind, unexplained, page=self.name))
        return replace(self, left_out=(*self.left_out, *missing))

    @property
    def label(self) -> str:
        """Its name, or its number where it has none."""
        return self.name or str(self.number)

    @property
    def elements(self) -> dict[str, int]:
        """Numbers of the file's elements that the chart has, by kind."""
        shapes = len(self.graph.nodes) + len(self.graph.groups) + self.texts
        return {SHAPES: shapes, LINES: len(self.graph.edges)}

    @property
    def rank(self) -> tuple[bool, int]:
        """Of the charts of a file, the one of highest rank is meant where none is asked for: one with lines."""
        return bool(self.graph.edges), len(self.graph.nodes) + len(self.graph.edges)


@dataclass(frozen=True)
class Read:
    """A file, read.

    Attributes:
        charts: in the order of the file.
        left_out: what of the file as a whole is in no chart, such as a page that is broken.
        repaired: what was mended to read it, in a few words each.
        main: index of the chart that is meant where none is asked for.
    """

    charts: tuple[Chart, ...]
    left_out: tuple[LeftOut, ...] = ()
    repaired: tuple[str, ...] = ()
    main: int = field(default=-1)

    def __post_init__(self) -> None:
        if not self.charts:
            raise FormatError("a file without a chart", reason=RejectionReason.EMPTY)
        if self.main < 0:
            ranks = [chart.rank for chart in self.charts]
            object.__setattr__(self, "main", ranks.index(max(ranks)))

    @property
    def graph(self) -> FlowGraph:
        """The graph of the main chart."""
        return self.charts[self.main].graph

    def against(self, census: Sequence[Census]) -> Read:
        """The reading with what a census of each page has beyond it, pages among them.

        Args:
            census: one of each page, in the order of the file.
        """
        charts = tuple(chart.against(census[chart.number - 1]) for chart in self.charts)
        missing = len(census) - len(charts) - explained_in(self.left_out)[PAGES]
        pages = (LeftOut(PAGES, missing),) if missing > 0 else ()
        return replace(self, charts=charts, left_out=(*self.left_out, *pages))

    def of_page(self, page: str | None) -> tuple[Chart, ...]:
        """The charts that a page's name or number asks for: ``all``, one, or without a name the main one.

        Raises:
            FormatError: there is no such page (MISSING); the message names those that there are.
        """
        if page == ALL:
            return self.charts
        if page is None:
            return (self.charts[self.main],)
        named = [chart for chart in self.charts if chart.name == page]
        if named:
            return (named[0],)
        numbered = [chart for chart in self.charts if str(chart.number) == page]
        if numbered:
            return (numbered[0],)
        pages = ", ".join(f"{chart.number} {chart.name[:40]!r}" for chart in self.charts[:20])
        raise FormatError(f"no page {page[:40]!r}; there are {pages}", reason=RejectionReason.MISSING)

    def left_out_of(self, shown: Sequence[Chart]) -> tuple[LeftOut, ...]:
        """All that is in none of the charts that are shown: their own elements, and pages."""
        others = len(self.charts) - len(shown)
        pages = (LeftOut(PAGES, others, "left out, --page all has them"),) if others else ()
        return (*(part for chart in shown for part in chart.left_out), *pages, *self.left_out)


@dataclass(frozen=True)
class Account:
    """Elements and pages that are in none of the charts that are given of a file.

    Attributes:
        left_out: elements and pages, each with a reason.
        repaired: what was mended to read it, in a few words each.
        pages: names of all its charts; the number of one that has none.
        line: all that there is to tell, in one line, or empty.
    """

    left_out: tuple[LeftOut, ...] = ()
    repaired: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()
    line: str = ""

    @property
    def loss(self) -> str:
        """The line where something is left out; what is only mended is no loss."""
        return self.line if self.left_out else ""

    def only(self, several: Sequence[Part]) -> Part:
        """The one of several parts of the file.

        Raises:
            FormatError: there are more, as all were asked for (INVALID).
        """
        if len(several) > 1:
            pages = ", ".join(repr(page[:40]) for page in self.pages[:20])
            raise FormatError(f"one at a time: name one of the pages {pages}", reason=RejectionReason.INVALID)
        return several[0]


@dataclass(frozen=True)
class Shown:
    """The charts of a file that are asked for, one at least, and its account."""

    charts: tuple[Chart, ...]
    account: Account

    @classmethod
    def of(cls, read: Read, page: Page = None) -> Shown:
        """The charts of a page; where one is named, no other is missed.

        Raises:
            FormatError: there is no such page (MISSING).
        """
        charts = read.of_page(None if page is None else str(page))
        asked = read
        if page not in (None, ALL):
            of_elements = tuple(part for part in read.left_out if part.kind != PAGES)
            asked = Read(charts, of_elements, read.repaired)
        pages = tuple(chart.label for chart in read.charts)
        return cls(charts, Account(asked.left_out_of(charts), read.repaired, pages, account_line(asked, charts)))

    @property
    def only(self) -> Chart:
        """The one chart; raises as :meth:`Account.only`."""
        return self.account.only(self.charts)


def explained_in(left_out: Sequence[LeftOut]) -> Counter[str]:
    """Numbers of elements that are left out, by kind."""
    numbers: Counter[str] = Counter()
    for part in left_out:
        numbers[part.kind] += part.number
    return numbers


def account_line(read: Read, shown: Sequence[Chart]) -> str:
    """One line that tells of elements in none of the charts that are shown, and of what was mended; empty if neither.

    Example:
        >>> from diagramloop.graph import FlowGraph
        >>> from diagramloop.graph.account import Chart, LeftOut, Read, account_line
        >>> page = Chart(FlowGraph(), "Order", 1, (LeftOut("shapes", 16, "by globs"),))
        >>> read = Read((page, Chart(FlowGraph(), "Return", 2)))
        >>> account_line(read, read.of_page("Order"))
        'read 0 of 16 shapes: 16 by globs; read 1 of 2 pages: 1 left out, --page all has them'
    """
    left_out = read.left_out_of(shown)
    missing = explained_in(left_out)
    taken = Counter({PAGES: len(shown)})
    for chart in shown:
        taken.update(chart.elements)
    phrases = []
    for kind, number in missing.items():
        reasons = explained_in([LeftOut(part.reason, part.number) for part in left_out if part.kind == kind])
        why = ", ".join(f"{count} {reason}" for reason, count in reasons.items())
        is_counted = kind in (SHAPES, LINES, PAGES)  # of others nobody knows how many were read
        counted = f"read {taken[kind]} of {taken[kind] + number} {kind}" if is_counted else f"{number} {kind}"
        phrases.append(f"{counted}: {why}")
    if read.repaired:
        phrases.append(f"repaired: {', '.join(read.repaired)}")
    return "; ".join(phrases)
