"""Pages as a scanner has them: a little turned, greyer, with noise."""

from __future__ import annotations

import cv2
import numpy as np
from PIL import Image

MOST_TURN_DEGREES = 0.8
NOISE_LEVELS = 4.0
PAPER = 0.96  # of white


def scan(pixels: np.ndarray, rng: np.random.Generator) -> Image.Image:
    """The page as scanned."""
    height, width = pixels.shape[:2]
    turn = float(rng.uniform(-MOST_TURN_DEGREES, MOST_TURN_DEGREES))
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
    turned = cv2.warpAffine(pixels, matrix, (width, height), borderValue=(255, 255, 255), flags=cv2.INTER_CUBIC)
    noisy = turned.astype(np.float64) * PAPER + rng.normal(0, NOISE_LEVELS, turned.shape)
    return Image.fromarray(np.clip(noisy, 0, 255).astype(np.uint8))
