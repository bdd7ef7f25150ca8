"""Pages of replicated papers, in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from diagramloop.evaluation.heard import percent
from diagramloop.evaluation.published.book import published
from diagramloop.evaluation.published.replication import READINGS, OurRow, Replication, TableHere
from diagramloop.evaluation.published.rules import Judgement, Verdict
from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.scores.bootstrap import value_text

RULES = """A claim **holds** or is **contradicted** where that follows by arithmetic from the printed values,
whatever they were before they were rounded or cut off; else it **cannot be told** from what is
published. The rules stand in `diagramloop.evaluation.published.rules`, the values in
`published.yaml` beside it; no verdict is given by hand. Claims are in our words, and some are what
statements of a paper imply together."""


def paper_page(replication: Replication) -> str:
    """The page of one paper: its claims, its tables as printed, what is recomputed of them, and ours."""
    paper = published().papers[replication.paper]
    lines = [
        f"# {paper.name}, replicated\n",
        f"*{paper.title}.* This page is made by `diagramloop replicate {replication.paper} -o PAGE`.\n",
        f"{RULES}\n",
        "## Claims\n",
        *claim_lines([replication]),
    ]
    for here in replication.tables:
        lines += ["", f"## {here.table.source}: {here.table.about}\n", *_table(here)]
    return "\n".join(lines) + "\n"


def findings_page(replications: Sequence[Replication]) -> str:
    """The page of what arithmetic found in all papers."""
    judgements = [judgement for replication in replications for _, judgement in replication.claims]
    counts = ", ".join(
        f"{sum(judgement.verdict is verdict for judgement in judgements)} {verdict}" for verdict in Verdict
    )
    lines = [
        "# Found in the papers\n",
        f"{len(judgements)} claims of {len(replications)} papers: {counts}.",
        "This page is made by `diagramloop replicate all -o PAGE`.\n",
        f"{RULES}\n",
    ]
    for verdict in (Verdict.CONTRADICTED, Verdict.CANNOT_BE_TOLD, Verdict.HOLDS):
        lines += [f"## {verdict.capitalize()}\n", *claim_lines(replications, verdict), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def claim_lines(replications: Iterable[Replication], only: Verdict | None = None) -> Iterator[str]:
    """A table of claims; of one verdict where that is asked for."""
    yield from _head("paper", "source", "claim", "verdict", "why")
    for replication in replications:
        name = published().papers[replication.paper].name
        for claim, judgement in replication.claims:
            if only in (None, judgement.verdict):
                why = "; ".join((judgement.why, *amiss(judgement)))
                yield _line(name, claim.source, claim.says, f"**{judgement.verdict}**", why)


def amiss(judgement: Judgement, most: int = 4) -> list[str]:
    """Printed values that are not what others make of them, the first ones and how many more."""
    cells = [cell for cell in judgement.cells if not cell.agrees]
    words = [f"{cell.row}, {cell.column}: {cell.printed}, recomputed {span(cell.low, cell.high)}" for cell in cells]
    return words if len(words) <= most else [*words[:most], f"{len(words) - most} more"]


def span(low: float, high: float) -> str:
    """Two ends in as many digits as tell them from a printed value."""
    return f"{low:.4g}" if f"{low:.4g}" == f"{high:.4g}" else f"{low:.4g} to {high:.4g}"


def reading(row: LeaderboardRow | None) -> str:
    """A value with its interval, as boards have it."""
    return "-" if row is None else value_text(row.value, row.low, row.high)


def remarks(ours: OurRow) -> str:
    """Return what is to be known of a value of ours before it is set beside a published one."""
    row = ours.row
    seen = f"{row.seen} of {row.items} items in its training" if row.seen else ""
    unread = "" if row.unread is None else f"{percent(row.unread)} of answers unread"
    return "; ".join(filter(None, (ours.refused, seen, unread)))


def _table(here: TableHere) -> Iterator[str]:
    table = here.table
    items = "" if table.items is None else f", {table.items} items"
    yield f"{table.data}: {table.split}{items}. Measured by {table.harness} program. As printed:\n"
    yield from _head("system", *table.columns)
    for system, cells in table.cells.items():
        yield _line(system, *cells)
    if here.ours:
        yield "\nHere:\n"
        yield from _head("system", "data", "column", *READINGS, "least detectable difference", "remarks")
    for ours in here.ours:
        least = "-" if ours.row.detectable is None else f"{ours.row.detectable:.3f}"
        yield _line(ours.system, ours.data, ours.column, *map(reading, ours.readings), least, remarks(ours))
    yield from (f"\nHere: {need}." for need in here.needs)


def _head(*names: str) -> tuple[str, str]:
    return _line(*names), _line(*["---"] * len(names))


def _line(*cells: str) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
