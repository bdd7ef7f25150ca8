"""Strokes of one person's hand: trembling, with changing pressure, beyond corners or short of them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.data.synth.handwriting import Gray
from diagramloop.data.synth.looks import Colour, colours

Points = NDArray[np.float64]  # shape (n, 2), in pixels

STEP_PX = 5.0  # between points of a stroke
CORNER_DEGREES = 35.0  # sharper turns of an outline are corners, at which the pen is lifted
FINE = 2  # pixels of the ink per pixel of the page, each way


@dataclass(frozen=True)
class Hand:
    """The manner in which one person draws.

    Attributes:
        tremble: px of the slow wandering of a stroke.
        miss: px by which the ends of strokes go beyond a corner or stay short of it.
        pen: width in px.
        pressure: share of its width by which a stroke's changes along it.
        ink: RGB.
        faint: share of the ink that is missing, unevenly, as pencils leave it.
        twice: whether outlines are gone over a second time.
        beside: whether labels stand beside their lines, not in gaps.
        head: of arrows: ``open``, ``filled`` or ``hollow``.
    """

    tremble: float
    miss: float
    pen: float
    pressure: float
    ink: Colour
    faint: float
    twice: bool
    beside: bool
    head: str

    @classmethod
    def of(cls, kind: str, rng: np.random.Generator) -> Hand:
        """A person drawn at random, before a sheet of a ``kind`` of paper."""
        inks = colours("pen", "markers" if kind == "whiteboard" else "inks")
        return cls(
            tremble=rng.uniform(0.8, 2.6),
            miss=rng.uniform(1.0, 5.0),
            pen=rng.uniform(4.0, 7.0) if kind == "whiteboard" else rng.uniform(2.0, 4.5),
            pressure=rng.uniform(0.0, 0.3),
            ink=inks[rng.integers(len(inks))],
            faint=rng.uniform(0.0, 0.35),
            twice=bool(rng.random() < 0.25),
            beside=bool(rng.random() < 0.5),
            head=str(rng.choice(["open", "open", "filled", "hollow"])),
        )


def draw_stroke(ink: Gray, stroke: Points, hand: Hand, rng: np.random.Generator) -> None:
    """Draw a stroke of changing width on ``ink``, which is FINE times as large as the page."""
    change = cv2.GaussianBlur(rng.normal(size=(len(stroke) + 16, 1)), (1, 17), 0, sigmaY=4.0)[8:-8, 0]
    widths = FINE * hand.pen * (1 + hand.pressure * np.clip(2.5 * change, -1, 1))
    pixels = np.rint(FINE * stroke * 16).astype(np.int32)
    for start, stop, width in zip(pixels[:-1], pixels[1:], widths[:-1], strict=True):
        cv2.line(ink, start.tolist(), stop.tolist(), 255, max(1, round(float(width))), cv2.LINE_AA, shift=4)


def covering(size: tuple[int, ...], hand: Hand, rng: np.random.Generator) -> NDArray[np.float32]:
    """Share of the ink that stays on the grain of the paper, shape (height, width, 1)."""
    grain = cv2.GaussianBlur(rng.random(size, np.float32), (0, 0), 1.0)
    return (1 - hand.faint * np.clip(0.5 + 4 * (grain - 0.5), 0, 1))[:, :, None].astype(np.float32)


def outline_strokes(ring: Points, hand: Hand, rng: np.random.Generator) -> Iterator[Points]:
    """Side after side where there are corners, else round in one go and a little beyond the start."""
    corners = np.flatnonzero(_turns(ring) > CORNER_DEGREES)
    for _ in range(2 if hand.twice else 1):
        if len(corners) < 3:
            closed = np.concatenate([ring, ring[: 1 + len(ring) // 20]])
            yield trembling(closed, hand, rng)
            continue
        for a, b in itertools.pairwise([*corners.tolist(), int(corners[0]) + len(ring)]):
            yield trembling(ring[np.arange(a, b + 1) % len(ring)], hand, rng, ends=hand.miss)


def _turns(ring: Points) -> Points:
    into, out_of = ring - np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0) - ring
    angle = np.arctan2(*out_of.T[::-1]) - np.arctan2(*into.T[::-1])
    return np.abs(np.degrees((angle + np.pi) % (2 * np.pi) - np.pi))


def head_strokes(tip: Points, back: Points, hand: Hand, rng: np.random.Generator) -> Iterator[Points]:
    """Two strokes, in which a third one joins their ends, or many."""
    along = (back - tip) / max(1e-6, float(np.hypot(*(back - tip))))
    barbs = []
    for side in (-1, 1):
        angle = side * np.radians(rng.uniform(20, 38))
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        barbs.append(tip + rng.uniform(15, 24) * turn @ along)
    yield from (trembling(np.array([tip, barb]), hand, rng) for barb in barbs)
    shares: Sequence[float] = {"open": [], "hollow": [1.0], "filled": np.arange(0.2, 1.01, hand.pen / 24).tolist()}[
        hand.head
    ]
    for share in shares:
        ends = [tip + share * (barb - tip) for barb in barbs]
        yield trembling(np.array(ends), hand, rng, ends=hand.miss / 2 if hand.head == "hollow" else 0.0)


def trembling(points: Points, hand: Hand, rng: np.random.Generator, ends: float = 0.0) -> Points:
    """Points every STEP_PX, wandering by slow noise, first and last one shifted along the stroke."""
    steps = np.hypot(*np.diff(points, axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(steps)])
    first, last = rng.uniform(-ends, ends / 2 if along[-1] > 4 * ends else 0.0, 2) if ends else (0.0, 0.0)
    at = np.linspace(first, along[-1] - last, max(2, round(along[-1] / STEP_PX)))
    inner = np.column_stack([np.interp(at, along, points[:, k]) for k in (0, 1)])
    if len(points) > 1 and ends:  # beyond the ends the stroke goes straight on
        for i, (end, before) in ((0, (points[0], points[1])), (-1, (points[-1], points[-2]))):
            over = first if i == 0 else last
            inner[i] = end + min(0.0, over) * (before - end) / max(1e-6, float(np.hypot(*(before - end))))
    noise = rng.normal(size=(len(at) + 16, 2))
    slow = cv2.GaussianBlur(noise, (1, 17), 0, sigmaY=5.0, borderType=cv2.BORDER_REPLICATE)[8:-8]
    return inner + hand.tremble * slow / max(1e-6, float(slow.std())) * min(1.0, float(along[-1]) / 60)
