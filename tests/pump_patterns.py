"""Pumps every regular expression of a checkout and prints those whose time grows faster than the text, as JSON.

It is run as a program of its own, so that no module is imported yet and the kernel can end it.
"""

from __future__ import annotations

import json
import re
import resource
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from compiled_patterns import UsedPattern, used_patterns
from processor_time import seconds_of
from pumped import Pump, pumps

LENGTH = 1_500
"""Of the shortest text; the longest is four times as long."""
MOST_GROWTH = 2.6**2
"""Of the time, where the text is four times as long: linear is 4, squared is 16."""
LEAST_SECONDS = 0.002
"""Below that nothing is said: a linear pattern takes less for the longest text, one that is squared ten times more."""
MOST_SECONDS = 1.0
_LIMIT_SECONDS = 120


class _LateError(Exception):
    pass


def growths(pattern: UsedPattern, length: int = LENGTH) -> Iterator[tuple[str, Pump, float]]:
    """Each method and pump by which a pattern's time grows too fast, with the ratio."""
    ways = {method if method in ("match", "fullmatch", "search") else "finditer" for method in pattern.methods}
    for way in sorted(ways):
        for pump in sorted(pumps(pattern.pattern), key=repr):
            growth = _growth(pattern.pattern, way, pump, length)
            if growth > MOST_GROWTH:  # a pattern that is slow is so again; what ran beside it is gone by then
                growth = min(growth, _growth(pattern.pattern, way, pump, length))
            if growth > MOST_GROWTH:
                yield way, pump, growth


def _growth(pattern: re.Pattern[Any], way: str, pump: Pump, length: int) -> float:
    short, long = (_search(pattern, way, pump.text(times * length)) for times in (1, 4))
    try:
        if seconds_of(long) < LEAST_SECONDS:
            return 0.0
        seconds = seconds_of(long, 3)
        return seconds / seconds_of(short, 3) if seconds >= LEAST_SECONDS else 0.0
    except _LateError:
        return float("inf")


def _search(pattern: re.Pattern[Any], way: str, text: str) -> Callable[[], object]:
    given = text if isinstance(pattern.pattern, str) else text.encode("latin-1", "ignore")
    search = partial(getattr(pattern, way), given)

    def within_limit() -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)
        try:
            found = search()
            if way == "finditer":
                deque(found, maxlen=0)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    return within_limit


def _too_late(*_: object) -> None:
    raise _LateError


def main(root: str, packages: list[str]) -> None:
    """Print the number of patterns, and the place, way, text and growth of each that grows too fast."""
    resource.setrlimit(resource.RLIMIT_CPU, (_LIMIT_SECONDS, _LIMIT_SECONDS))
    signal.signal(signal.SIGVTALRM, _too_late)
    sys.path.insert(0, root)
    patterns = used_patterns(packages, Path(root))
    slow = {}
    for pattern in patterns:
        for way, pump, growth in growths(pattern):
            slow[pattern.place] = f"{way} of {pump}: {growth:.1f} times for four times the text"
            break
    print(json.dumps({"patterns": len(patterns), "slow": slow}))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
