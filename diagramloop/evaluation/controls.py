"""Controls: rows made of the gold, or of nothing, whose values are known in part before anything is measured."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from diagramloop.evaluation.contestants import conversion_controls, extraction_controls
from diagramloop.evaluation.contestants.generator_registry import expected_of
from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.scores.expected import Expectations, Expected

_OF_TASK: dict[str, Callable[[str], Expectations | None]] = {
    "generation": expected_of,
    "extraction": extraction_controls.EXPECTED.get,
    "conversion": conversion_controls.EXPECTED.get,
}


def expectations(task: str, make: str) -> Expectations | None:
    """Scores that the control which a configuration calls ``make`` must have; None if it is none.

    Raises:
        DiagramloopError: there is no such system.
    """
    return _OF_TASK[task](make) if task in _OF_TASK else None


def faults(
    rows: Iterable[LeaderboardRow], controls: Mapping[tuple[str, str], Expectations], wordless: Collection[str] = ()
) -> Iterator[LeaderboardRow]:
    """The cells of controls that are not as they must be.

    A control that the machine failed on is at fault; one that was not asked, or has nothing to count, is not. That
    what is drawn can be read, however badly, is expected of a reader of words alone.

    Args:
        rows: their data names what reads generated pictures, as in ``corpus/hmas_checked``.
        controls: by task and system.
        wordless: readers that read no text.
    """
    for row in rows:
        expected = controls.get((row.task, row.system), {}).get(row.metric)
        if expected is Expected.SOMETHING and row.data.partition("/")[2] in wordless:
            continue
        if expected is not None and (row.failed or (row.value is not None and not expected.holds(row.value))):
            yield row
