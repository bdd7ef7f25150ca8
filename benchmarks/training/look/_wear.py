"""Wear of material: pictures shrink, get margins, are saved as JPEG, blurred, darkened and grained."""

from __future__ import annotations

import io
import random

import cv2
import numpy as np
from PIL import Image

from diagramloop.engines.parse.blackboard import RGB

LEAST_SIDE_PX = 40


def worn(picture: bytes, rng: random.Random) -> RGB:
    """The pixels of a picture file as they may come out of a document or off a screen."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    scale = rng.uniform(0.35, 1.1)
    if min(image.size) * scale < LEAST_SIDE_PX:
        scale = 1.0
    resampling = rng.choice((Image.Resampling.BILINEAR, Image.Resampling.BICUBIC, Image.Resampling.LANCZOS))
    image = image.resize((max(8, int(image.width * scale)), max(8, int(image.height * scale))), resampling)
    if rng.random() < 0.5:
        margin = rng.randint(2, 40)
        wider = Image.new("RGB", (image.width + 2 * margin, image.height + 2 * margin), image.getpixel((0, 0)))
        wider.paste(image, (margin, margin))
        image = wider
    if rng.random() < 0.6:
        out = io.BytesIO()
        image.save(out, "JPEG", quality=rng.randint(35, 92))
        image = Image.open(io.BytesIO(out.getvalue())).convert("RGB")
    pixels = np.asarray(image)
    return np.ascontiguousarray(_grained(pixels, rng) if rng.random() < 0.25 else pixels)


def _grained(pixels: RGB, rng: random.Random) -> RGB:
    blurred = cv2.GaussianBlur(pixels, (0, 0), rng.uniform(0.4, 1.1)).astype(float) * rng.uniform(0.8, 1)
    grain = np.random.default_rng(rng.getrandbits(30)).normal(0, rng.uniform(1, 6), pixels.shape)
    return np.clip(blurred + grain, 0, 255).astype(np.uint8)
