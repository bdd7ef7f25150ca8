"""The edge cover against brute force, and the cases it was made for."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.parse.lines.edge_cover import _pair_costs, cover_ports
from diagramloop.parse.lines.ports import Port
from diagramloop.parse.lines.settings.cover import CoverSettings

PRICES = CoverSettings()


def ports(heads: str) -> list[Port]:
    return [Port(i, i, "arrow" if mark == ">" else "none", 0.0) for i, mark in enumerate(heads)]


def cover(heads, costs, forking=()):
    size = len(heads)
    none, forks = np.zeros((size, size), bool), np.zeros((size, size), bool)
    forks[tuple(np.array(forking, int).reshape(-1, 2).T)] = True
    return cover_ports(ports(heads), np.array(costs, float), forks, np.full(size, np.inf), none, PRICES)


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


def test_a_straight_line_with_two_heads_across_a_fork_is_two_lines():
    costs = symmetric([0, 0.4, 0.4, 0.4, 0.4, 0], 4)  # a trunk from 0 on to 1; 2 and 3 are its branches
    assert {(j.tail, j.head) for j in cover("->>>", costs)} == {(0, 1), (2, 3)}
    forking = [(1, 2), (1, 3), (2, 3)]
    assert {(j.tail, j.head) for j in cover("->>>", costs, forking)} == {(0, 1), (0, 2), (0, 3)}


def test_unreachable_ports_are_left():
    assert cover("->", symmetric([np.inf], 2)) == []


@given(st.lists(st.floats(0, 5), min_size=6, max_size=6), st.text("->", min_size=4, max_size=4))
def test_no_cheaper_cover_exists(values, heads):
    costs = symmetric(values, 4)
    found = cover(heads, costs)
    unused = [PRICES.unused_head_cost if mark == ">" else PRICES.unused_tail_cost for mark in heads]
    price = {frozenset((j.tail, j.head)): j.cost for j in found}
    none = np.zeros((4, 4), bool)
    prices = _pair_costs(ports(heads), costs, none, np.zeros(4), none, PRICES)
    every = {frozenset(pair): prices[pair] for pair in itertools.combinations(range(4), 2)}
    best = min(
        sum(every[p] for p in chosen) + sum(u for i, u in enumerate(unused) if not any(i in p for p in chosen))
        for n in range(5)
        for chosen in itertools.combinations(every, n)
    )
    total = sum(price.values()) + sum(u for i, u in enumerate(unused) if not any(i in p for p in price))
    assert total <= best + 1e-6
