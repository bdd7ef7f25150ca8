"""Lines so crooked that their ends are rather left without an edge."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.parse.lines.edge_cover import cover_ports
from diagramloop.engines.parse.lines.ports import Port


def joined(ends: str, path: float, *, forking: bool = False, passing: float = np.inf) -> bool:
    """True if the first two ends become an edge; those after them are joined two by two at no cost.

    Args:
        ends: ``-`` is bare, ``>`` has a head, ``?`` a head that may be another line's.
        path: cost of the best path between the first two.
        forking: whether it runs through a fork.
        passing: cost at which the line goes on at the second end.
    """
    count = len(ends)
    ports = [Port(i, i, "none" if mark == "-" else "arrow", 0.0, mark != "?") for i, mark in enumerate(ends)]
    costs, forks, passed = np.full((count, count), np.inf), np.zeros((count, count), bool), np.full(count, np.inf)
    for i in range(0, count, 2):
        costs[i, i + 1] = costs[i + 1, i] = 0.0 if i else path
    forks[0, 1], passed[1] = forking, passing
    found = cover_ports(ports, costs, forks, passed, np.zeros_like(forks))
    return any({pair.tail, pair.head} == {0, 1} for pair in found)


@pytest.mark.parametrize(
    ("ends", "forking", "crooked", "too_crooked"),
    [
        pytest.param("->", False, 4.8, 5.2, id="a head hardly ever stands alone"),
        pytest.param("--", False, 2.8, 3.2, id="a bare end sometimes does"),
        pytest.param("--->", False, 1.6, 2.0, id="the more so where other lines have heads"),
        pytest.param(">>", False, 5.8, 6.2, id="two heads"),
        pytest.param(">?", False, 6.65, 6.75, id="two heads, one of them perhaps of another line"),
        pytest.param(">>", True, 3.8, 4.2, id="two heads across a fork"),
    ],
)
def test_lines_may_be_crooked_as_far_as_their_ends_need_an_edge(
    ends: str, forking: bool, crooked: float, too_crooked: float
) -> None:
    assert joined(ends, crooked, forking=forking)
    assert not joined(ends, too_crooked, forking=forking)


@pytest.mark.parametrize(
    ("path", "passing", "stops"),
    [
        pytest.param(0.47, 0.45, True, id="better line"),
        pytest.param(0.53, 0.45, False, id="better way on"),
        pytest.param(1.0, 0.45, False, id="easy way on"),
        pytest.param(1.0, 0.55, True, id="way on that is not so easy"),
    ],
)
def test_a_line_does_not_stop_where_it_easily_goes_on(path: float, passing: float, stops: bool) -> None:
    assert joined("--", path, passing=passing) == stops
