"""A gate for automation: which of many files are good, doubtful or refused, as a line, a report and an exit code."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from diagramloop.doors.cli._complaints import describe
from diagramloop.doors.cli._results import write_result
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import FlowGraph

DOUBTFUL = 3
"""Exit code where all files were read and one of them not surely enough."""
FOLDER = "doubtful"
"""Name of the folder, in that of the results, for those of doubtful files."""
_LINES = ".jsonl"
_SHOWN_FROM = 6  # files from which on a bar shows how far a batch is

MinEstimate = Annotated[
    float | None,
    typer.Option(
        "--min-estimate",
        min=0,
        max=1,
        help=f"F1 that a reading must be likely to have. Else the file is doubtful: exit code {DOUBTFUL}, its results "
        f"in the folder {FOLDER} within that of -o.",
    ),
]
ReportPlace = Annotated[
    Path | None,
    typer.Option(
        "--report",
        help="Outcome of each file, as JSON; a line for each in a .jsonl file.",
        metavar="FILE",
    ),
]


class Outcome(StrEnum):
    """The outcome of one file."""

    GOOD = "good"
    DOUBTFUL = "doubtful"
    NO_DIAGRAM = "not a diagram"
    REFUSED = "refused"


@dataclass(frozen=True)
class Passed:
    """One file that came to the gate.

    Attributes:
        path: as it was given.
        estimate: F1 that its reading is likely to have, the least of several; None where nobody estimated it.
        message: why it was refused; empty if it was not.
        lost: what of it is in no result.
        results: paths of what was written.
    """

    path: str
    outcome: Outcome
    estimate: float | None = None
    message: str = ""
    lost: tuple[str, ...] = ()
    results: tuple[str, ...] = ()


@dataclass
class Gate:
    """The outcomes of a batch.

    Attributes:
        least: estimate that a good file has; every one that was read is good if None.
        place: of the report, or None.
    """

    least: float | None = None
    place: Path | None = None
    passed: list[Passed] = field(default_factory=list)

    @property
    def asked(self) -> bool:
        """Somebody wants to know the outcomes."""
        return self.least is not None or self.place is not None

    def outcome(self, estimate: float | None) -> Outcome:
        """The outcome of a file that was read."""
        if self.least is not None and estimate is not None and estimate < self.least:
            return Outcome.DOUBTFUL
        return Outcome.GOOD

    def refuse(self, path: Path, error: Exception) -> None:
        """Keeps a file that was not read."""
        without = isinstance(error, DiagramloopError) and error.reason is RejectionReason.NO_DIAGRAM
        outcome = Outcome.NO_DIAGRAM if without else Outcome.REFUSED
        self.passed.append(Passed(str(path), outcome, message=describe(error, path)))

    @property
    def line(self) -> str:
        """All outcomes in one line."""
        counts = Counter(file.outcome for file in self.passed)
        return ", ".join(f"{counts[outcome]} {outcome.value}" for outcome in Outcome if counts[outcome])

    @property
    def any_doubtful(self) -> bool:
        """A file is doubtful."""
        return any(file.outcome is Outcome.DOUBTFUL for file in self.passed)

    def write(self, read: frozenset[str]) -> None:
        """Writes the report, if one is asked for, over none of the files that were ``read``."""
        if self.place is None:
            return
        rows = [asdict(file) for file in self.passed]
        if self.place.suffix == _LINES:
            text = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
        else:
            counts = Counter(file.outcome.value for file in self.passed)
            text = json.dumps({"outcomes": counts, "files": rows}, ensure_ascii=False, indent=1) + "\n"
        write_result(self.place, text.encode("utf-8", "surrogateescape"), read)


def estimate_of(graphs: Sequence[FlowGraph]) -> float | None:
    """The least F1 that one of the graphs is likely to have, of all or else of edges; None if nobody estimated it."""
    estimates = [graph.estimated_edge_f1 if graph.estimated_f1 is None else graph.estimated_f1 for graph in graphs]
    return min((estimate for estimate in estimates if estimate is not None), default=None)


def with_progress(paths: Sequence[Path]) -> Iterator[Path]:
    """The paths, of many on a terminal with a bar of how many are done and how long the rest takes."""
    if len(paths) < _SHOWN_FROM or not sys.stderr.isatty():
        yield from paths
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(paths, "files", console=Console(stderr=True), transient=True)
