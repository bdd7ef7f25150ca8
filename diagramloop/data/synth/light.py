"""The light on a photographed page: from one side, in a shadow with an edge, with a lamp's reflection."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.float32]


def uneven_light(size: tuple[int, int], rng: np.random.Generator) -> Pixels:
    """Brightness from 1 on the lit side down to 0.45, and a soft shadow over a corner."""
    width, height = size
    angle = rng.uniform(0, 2 * np.pi)
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    slope = (x * np.cos(angle) + y * np.sin(angle)) / np.sqrt(2)
    light = 1.0 - rng.uniform(0.05, 0.25) * (1 + slope)
    shadow = np.zeros((height, width), np.float32)
    corner = rng.integers(4)
    at = np.array([(0, 0), (width, 0), (width, height), (0, height)])[corner]
    cv2.ellipse(
        shadow,
        at.tolist(),
        (round(rng.uniform(0.3, 0.7) * width), round(rng.uniform(0.3, 0.7) * height)),
        rng.uniform(0, 90),
        0,
        360,
        1.0,
        -1,
    )
    soft = cv2.GaussianBlur(shadow, (0, 0), 0.02 * max(width, height))
    return (light * (1 - rng.uniform(0.1, 0.3) * soft)).astype(np.float32)


def cast_shadow(size: tuple[int, int], depth: float, rng: np.random.Generator) -> Pixels:
    """A shadow with an edge over one side: 1 in the light, ``depth`` less in it."""
    width, height = size
    angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(-0.4, 0.6)
    x, y = np.meshgrid(np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32))
    bulge = 0.3 * np.sin(2.5 * (x * np.sin(angle) - y * np.cos(angle)) + rng.uniform(0, 6))
    dark = (x * np.cos(angle) + y * np.sin(angle) + bulge > reach).astype(np.float32)
    return 1 - depth * cv2.GaussianBlur(dark, (0, 0), rng.uniform(0.002, 0.01) * max(size))


def glare(size: tuple[int, int], rng: np.random.Generator) -> Pixels:
    """The share of a lamp's light in what is seen: up to two thirds in a spot."""
    width, height = size
    x, y = np.meshgrid(np.linspace(0, 1, width, dtype=np.float32), np.linspace(0, 1, height, dtype=np.float32))
    (u, v), radius = rng.uniform(0.1, 0.9, 2), rng.uniform(0.05, 0.2)
    return (rng.uniform(0.3, 0.66) * np.exp(-((x - u) ** 2 + (y - v) ** 2) / (2 * radius**2))).astype(np.float32)
