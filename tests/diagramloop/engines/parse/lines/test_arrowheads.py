"""Blobs: components by contours, and distances band by band."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.parse.lines import arrowheads

masks = st.builds(
    lambda seed, height, width, share, scale: np.kron(
        np.random.default_rng(seed).random((height, width)) < share, np.ones((scale, scale), bool)
    ),
    st.integers(0, 10**6),
    st.integers(1, 25),
    st.integers(1, 25),
    st.floats(0.1, 0.9),
    st.integers(1, 2),
)


@given(masks)
def test_components_are_those_that_labelling_finds(mask: np.ndarray) -> None:
    count, labels = cv2.connectedComponents(mask.view(np.uint8), connectivity=8)
    found = list(arrowheads._components(mask))
    assert len(found) == count - 1
    for window, own, side in found:
        whole = np.zeros(mask.shape, bool)
        whole[window] = own
        assert (whole == (labels == labels[whole][0])).all()
        assert side == max(np.ptp(places) for places in np.nonzero(whole)) + 1


def blobs(height: int, width: int) -> np.ndarray:
    rng, mask = np.random.default_rng(3), np.zeros((height, width), np.uint8)
    for x, y, radius in rng.integers((0, 0, 2), (width, height, 30), (12, 3)).tolist():
        cv2.circle(mask, (x, y), radius, 1, -1)
    return mask.view(bool)


def test_bands_change_no_distance(monkeypatch: pytest.MonkeyPatch) -> None:
    solid = blobs(400, 150)
    whole = cv2.distanceTransform(solid.view(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_5)
    monkeypatch.setattr(arrowheads, "BAND", 3_000)
    bands = [distance[band] for _, band, distance in arrowheads._distances(solid)]
    assert len(bands) > 10
    assert (np.concatenate(bands) == whole).all()


def test_depths_are_the_distances_of_a_component(monkeypatch: pytest.MonkeyPatch) -> None:
    solid = blobs(400, 150)
    whole = cv2.distanceTransform(solid.view(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_5)
    monkeypatch.setattr(arrowheads, "BAND", 3_000)
    components = arrowheads._rings(solid)
    assert len(components) > 5
    for rings, parts in zip(components, arrowheads._depths(solid, components), strict=True):
        window, own = arrowheads._filled(rings, slice(0, len(solid)))
        assert (np.concatenate([depths for _, depths in parts]) == whole[window][own]).all()
        assert all(rows.stop > rows.start for rows, _ in parts)


def test_ink_without_any_ground_has_a_finite_distance() -> None:
    (_, _, distance), *rest = arrowheads._distances(np.ones((20, 20), bool))
    assert not rest
    assert (distance == arrowheads.FARTHEST).all()
