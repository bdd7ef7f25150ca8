"""First guesses of scale and shift: profiles of straight sides, correlated at every scale."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
import scipy

from diagramloop.data.sources.registration._sides import Floats, Mask, Sides

_RATIO = 1.003  # from scale to scale: a side 1,000 pixels from the middle moves by less than the blur
_BLUR_PX = 2.5
_LEAST_SHARE = 0.25  # of the picture's width or height that the boxes take at least
_SCALES = 12  # that are tried
_APART = 4  # steps of scale between two that are tried
_SHIFTS = 3  # that are tried on each axis
_SHIFTS_APART_PX = 8


def guesses(both: tuple[Sides, Sides], drawn: tuple[Mask, Mask]) -> Iterator[tuple[float, float, float]]:
    """The likeliest (scale, x shift, y shift), best scale first.

    Args:
        drawn: straight steps from column to column, and the same of the picture with its axes exchanged.
    """
    profiles = [
        scipy.ndimage.gaussian_filter1d(np.sqrt(mask.sum(axis=0, dtype=np.float64)), _BLUR_PX) for mask in drawn
    ]
    scales = _scales(both, profiles)
    fits = [[_fit(one, profile, scale) for one, profile in zip(both, profiles, strict=True)] for scale in scales]
    totals = np.array([sum(fit.max() for fit in at_scale) for at_scale in fits])
    chosen: list[int] = []
    for at in np.argsort(-totals, kind="stable").tolist():
        if len(chosen) < _SCALES and all(abs(at - other) >= _APART for other in chosen):
            chosen.append(at)
    for at in chosen:
        firsts = [scales[at] * one.at.min() for one in both]
        for x, y in product(*map(_peaks, fits[at])):
            yield float(scales[at]), float(x - firsts[0]), float(y - firsts[1])


def _scales(both: tuple[Sides, Sides], profiles: list[Floats]) -> Floats:
    """All at which the boxes fit into the picture and take a fair share of it."""
    extents = [max(float(np.ptp(one.at)), 1e-6) for one in both]
    most = min(len(profile) / extent for profile, extent in zip(profiles, extents, strict=True))
    count = int(np.log(1 / _LEAST_SHARE) / np.log(_RATIO)) + 1
    return np.asarray(most * _RATIO ** -np.arange(count, dtype=np.float64))


def _fit(one: Sides, profile: Floats, scale: float) -> Floats:
    """Measure how well the sides meet the profile at this scale, as a cosine, for each place of the first of them."""
    places = scale * (one.at - one.at.min())
    template = np.zeros(len(profile))
    np.add.at(template, np.minimum(places.round().astype(int), len(profile) - 1), np.sqrt(scale * one.lengths))
    size = 2 * len(profile)
    correlation = np.fft.irfft(np.fft.rfft(profile, size) * np.fft.rfft(template, size).conj(), size)[: len(profile)]
    return np.asarray(correlation / max(float(np.linalg.norm(template) * np.linalg.norm(profile)), 1e-9))


def _peaks(fit: Floats) -> list[int]:
    """The places of the best values, best first, some pixels from one another."""
    left, places = fit.copy(), []
    for _ in range(_SHIFTS):
        at = int(left.argmax())
        places.append(at)
        left[max(0, at - _SHIFTS_APART_PX) : at + _SHIFTS_APART_PX + 1] = -np.inf
    return places
