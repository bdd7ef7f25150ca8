"""Training pages: each alone by its seed, with a truth that fits its picture."""

from __future__ import annotations

import subprocess
import sys
from functools import cache

import numpy as np
import pytest

from diagramloop.data.synth.ink import InkSettings, ink_page
from diagramloop.data.synth.ink_page import BORDER, CONNECTOR, FRAME, GROUND, HEAD, TEXT, UNSURE, InkPage

SEEDS = [f"page {number}" for number in range(12)]
SIDE = 256


@cache
def page(seed: str) -> InkPage:
    return ink_page(seed, SIDE)


def same(one: InkPage, other: InkPage) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in one.__dataclass_fields__)


def test_a_page_is_made_alone() -> None:
    last = ink_page(SEEDS[-1], SIDE)
    assert same(last, page(SEEDS[-1]))
    assert not np.array_equal(page(SEEDS[0]).pixels, page(SEEDS[1]).pixels)


def test_a_page_has_the_same_bytes_in_any_process() -> None:
    made = "import hashlib; from diagramloop.data.synth.ink import ink_page; p = ink_page('page 0', 256)"
    told = "print(hashlib.sha256(p.pixels.tobytes() + p.classes.tobytes() + p.course.tobytes()).hexdigest())"
    digests = {
        subprocess.run(
            [sys.executable, "-c", f"{made}; {told}"], capture_output=True, text=True, check=True, env=environment
        ).stdout
        for environment in ({"PYTHONHASHSEED": "1", **_inherited()}, {"PYTHONHASHSEED": "2", **_inherited()})
    }
    assert len(digests) == 1


def _inherited() -> dict[str, str]:
    import os

    return {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "HOME") if name in os.environ}


@pytest.mark.parametrize("seed", SEEDS)
def test_truth_has_the_picture_s_shape_and_known_values(seed: str) -> None:
    made = page(seed)
    assert made.pixels.shape == (SIDE, SIDE, 3)
    assert made.classes.shape == made.inside.shape == made.course.shape[:2] == (SIDE, SIDE)
    assert set(np.unique(made.classes)) <= {GROUND, CONNECTOR, HEAD, BORDER, TEXT, FRAME, UNSURE}
    assert set(np.unique(made.inside)) <= {0, 1}


@pytest.mark.parametrize("seed", SEEDS)
def test_courses_are_unit_vectors_on_lines_alone(seed: str) -> None:
    made = page(seed)
    lengths = np.hypot(*made.course.astype(float).transpose(2, 0, 1)) / 127
    known = lengths > 0
    assert np.isin(made.classes[known], (CONNECTOR, HEAD)).all()
    assert (np.abs(lengths[known] - 1) < 0.02).all()


@pytest.mark.parametrize("seed", SEEDS)
def test_nodes_lie_where_insides_are(seed: str) -> None:
    made = page(seed)
    for x0, y0, x1, y1, kind in made.nodes.tolist():
        assert (made.inside[int((y0 + y1) / 2), int((x0 + x1) / 2)], int(kind) in range(4)) == (1, True)


def test_every_class_occurs() -> None:
    classes = np.concatenate([page(seed).classes.ravel() for seed in SEEDS])
    shares = np.bincount(classes, minlength=256)[: FRAME + 1] / classes.size
    assert (shares > 0.0005).all()
    assert shares[GROUND] > 0.7


def test_ink_differs_from_the_ground_beside_it() -> None:
    """Contrast of what is called ink with the page, on a page of a program: neither noise nor paper."""
    clean = InkSettings(by_hand=0.0, jpeg=0.0, filled=0.0, noise_levels=(0.0, 0.0), blur_px=(0.0, 0.0))
    made = ink_page("clean", SIDE, settings=clean)
    gray = made.pixels.astype(int).sum(axis=2)
    usual = np.median(gray[made.classes == GROUND])
    assert np.quantile(np.abs(gray[np.isin(made.classes, (CONNECTOR, BORDER, TEXT))] - usual), 0.1) > 60
