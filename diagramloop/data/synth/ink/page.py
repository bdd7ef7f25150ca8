"""One training page: its picture and its truth, made alone from a seed."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.data.synth.camera import jpeg
from diagramloop.data.synth.drawing import RGB, random_numbers
from diagramloop.data.synth.ink.manner import Manner, random_manner
from diagramloop.data.synth.ink.penmanship import Penmanship
from diagramloop.data.synth.ink.plan import Plan, random_plan
from diagramloop.data.synth.ink.settings import InkSettings
from diagramloop.data.synth.ink.sheet import Sheet
from diagramloop.data.synth.ink.view import View, random_view
from diagramloop.data.synth.ink_page import DIAMOND, ELLIPSE, OTHER, RECTANGLE, InkPage
from diagramloop.data.synth.light import cast_shadow, uneven_light
from diagramloop.data.synth.paper import paper

KINDS = {"rectangle": RECTANGLE, "diamond": DIAMOND, "ellipse": ELLIPSE, "other": OTHER}
LEAST_RULE_PX = 5.0  # height of a written line for which paper is ruled
GRAIN_PX = 1.0
DEEPEST_SHADOW = 0.4


def ink_page(seed: str, side_px: int = 384, fonts: str = "", settings: InkSettings | None = None) -> InkPage:
    """Draw a page of ``side_px`` each way; the same arguments give the same page, whatever was drawn before.

    Args:
        fonts: folder of fonts of handwriting; plotted letters stand in their place where there is none.
        settings: the distribution of pages.
    """
    settings, rng = settings or InkSettings(), random_numbers(seed)
    hand_fonts = tuple(str(path) for path in sorted(Path(fonts).iterdir())) if fonts else ()
    drawn = bool(rng.random() < settings.by_hand)
    photographed = bool(drawn and rng.random() < settings.photographed)
    view = random_view(side_px, photographed, settings, rng)
    manner = random_manner(drawn, view.scale, hand_fonts, settings, rng)
    plan = random_plan(1.15 * side_px / view.scale, settings, rng)
    sheet = Sheet(_ground(side_px, view, manner, settings, rng))
    Penmanship(sheet, view, manner, rng).draw(plan, settings.crossed_out)
    grain = _grain(side_px, manner.hand.faint, rng) if drawn else None
    pixels, classes, course = sheet.developed(grain)
    pixels = _exposed(pixels, drawn, photographed, settings, rng)
    return InkPage(pixels, classes, sheet.inside, course, _nodes(plan, view, side_px))


def _ground(side: int, view: View, manner: Manner, settings: InkSettings, rng: np.random.Generator) -> RGB:
    if not manner.paper:
        return np.full((side, side, 3), manner.ground, np.uint8)
    line = max(LEAST_RULE_PX, view.scale * rng.uniform(*settings.rule_units))
    page = paper(side, side, manner.paper, line, rng)
    return np.asarray(cv2.warpPerspective(page, view.tilt, (side, side), borderMode=cv2.BORDER_REFLECT), np.uint8)


def _grain(side: int, faint: float, rng: np.random.Generator) -> NDArray[np.float32]:
    grain = cv2.GaussianBlur(rng.random((side, side), np.float32), (0, 0), GRAIN_PX)
    return np.asarray(1 - faint * np.clip(0.5 + 4 * (grain - 0.5), 0, 1), np.float32)


def _exposed(pixels: RGB, drawn: bool, photographed: bool, settings: InkSettings, rng: np.random.Generator) -> RGB:
    """The picture as a camera, a scanner or a screen gives it."""
    seen = pixels.astype(np.float32)
    size = pixels.shape[1], pixels.shape[0]
    if photographed:
        tint = rng.uniform(*settings.exposure) * rng.uniform(0.8, 1.0, 3)
        light = uneven_light(size, rng)[:, :, None] * tint
        if rng.random() < 0.4:
            light = light * cast_shadow(size, rng.uniform(0.1, DEEPEST_SHADOW), rng)[:, :, None]
        seen = (seen * light).astype(np.float32)
    if drawn or rng.random() < 0.4:
        blur = rng.uniform(*settings.blur_px)
        seen = cv2.GaussianBlur(seen, (0, 0), blur) if blur > 0.2 else seen
        grain = rng.normal(0, 1, seen.shape[:2]).astype(np.float32)[:, :, None]
        seen = seen + rng.uniform(*settings.noise_levels) * grain
    stored = np.clip(seen, 0, 255).astype(np.uint8)
    return jpeg(stored, int(rng.integers(*settings.jpeg_quality))) if rng.random() < settings.jpeg else stored


def _nodes(plan: Plan, view: View, side: int) -> NDArray[np.float32]:
    """Boxes and kinds of the nodes whose middles lie on the page."""
    rings = [view(node.ring) for node in plan.nodes]
    found = [
        (*ring.min(axis=0), *ring.max(axis=0), KINDS[node.shape])
        for node, ring in zip(plan.nodes, rings, strict=True)
        if (ring.mean(axis=0) >= 0).all() and (ring.mean(axis=0) < side).all()
    ]
    return np.array(found, np.float32).reshape(-1, 5)
