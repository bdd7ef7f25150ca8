"""Hostile pictures are pure functions of their seeds, and take turns through their kinds."""

from __future__ import annotations

import numpy as np

from diagramloop.synth.hostile import FOUND, PAINTERS, hostile_picture, kind_of


def test_same_seed_same_picture_within_the_bound() -> None:
    seeds = range(len(FOUND), len(FOUND) + len(PAINTERS))
    assert {kind_of(seed) for seed in seeds} == set(PAINTERS)
    for seed in seeds:
        picture = hostile_picture(seed, 40_000)
        assert np.array_equal(picture, hostile_picture(seed, 40_000))
        assert picture.dtype == np.uint8
        assert picture.shape[0] * picture.shape[1] <= 60_000
