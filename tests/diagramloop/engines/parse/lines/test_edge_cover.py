"""The edge cover against brute force, and the cases it was made for."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.parse.lines.edge_cover import _UNUSED_HEAD_COST, _UNUSED_TAIL_COST, _pair_costs, cover_ports
from diagramloop.engines.parse.lines.ports import Port


def ports(heads: str, own=None) -> list[Port]:
    own = [0.0] * len(heads) if own is None else own
    return [Port(i, i, "arrow" if mark == ">" else "none", own[i]) for i, mark in enumerate(heads)]


def cover(heads, costs, forking=(), own=None):
    size = len(heads)
    none, forks = np.zeros((size, size), bool), np.zeros((size, size), bool)
    forks[tuple(np.array(forking, int).reshape(-1, 2).T)] = True
    return cover_ports(ports(heads, own), np.array(costs, float), forks, np.full(size, np.inf), none)


def symmetric(values, size):
    costs = np.full((size, size), np.inf)
    costs[np.triu_indices(size, 1)] = values
    return np.minimum(costs, costs.T)


def test_the_straight_pairs_win():
    costs = symmetric([9, 0, 3, 3, 0, 9], 4)
    pairs = {(j.tail, j.head) for j in cover("-->>", costs)}
    assert pairs == {(0, 2), (1, 3)}


def test_a_merging_line_shares_its_head():
    pairs = {(j.tail, j.head) for j in cover("-->", symmetric([9, 0.1, 0.1], 3))}
    assert pairs == {(0, 2), (1, 2)}


def test_merging_lines_pay_once_for_the_head_that_they_share():
    own = [0.1, 0.3, 0.8]  # and 0.4 of the path: with the head's own again that is more than an unused tail costs
    pairs = {(j.tail, j.head) for j in cover("-->", symmetric([9, 0.1, 0.4], 3), own=own)}
    assert pairs == {(0, 2), (1, 2)}


def test_a_straight_line_with_two_heads_across_a_fork_is_two_lines():
    costs = symmetric([0, 0.4, 0.4, 0.4, 0.4, 0], 4)  # a trunk from 0 on to 1; 2 and 3 are its branches
    assert {(j.tail, j.head) for j in cover("->>>", costs)} == {(0, 1), (2, 3)}
    forking = [(1, 2), (1, 3), (2, 3)]
    assert {(j.tail, j.head) for j in cover("->>>", costs, forking)} == {(0, 1), (0, 2), (0, 3)}


def test_unreachable_ports_are_left():
    assert cover("->", symmetric([np.inf], 2)) == []


OWN = st.lists(st.floats(0, _UNUSED_TAIL_COST), min_size=4, max_size=4)


@given(st.lists(st.floats(0, 5), min_size=6, max_size=6), st.text("->", min_size=4, max_size=4), OWN)
def test_no_cheaper_cover_exists(values, heads, own):
    costs = symmetric(values, 4)
    found = cover(heads, costs, own=own)
    unused = [_UNUSED_HEAD_COST if mark == ">" else _UNUSED_TAIL_COST for mark in heads]
    none = np.zeros((4, 4), bool)
    prices = _pair_costs(ports(heads), costs, none, np.zeros(4), none)  # of lines, less what their ports cost
    every = {frozenset(pair): prices[pair] for pair in itertools.combinations(range(4), 2)}

    def total(chosen):
        ends = [own[i] if any(i in pair for pair in chosen) else unused[i] for i in range(4)]
        return sum(every[pair] for pair in chosen) + sum(ends)

    best = min(total(chosen) for n in range(5) for chosen in itertools.combinations(every, n))
    assert total([frozenset((j.tail, j.head)) for j in found]) <= best + 1e-6
