"""Pictures with known text for the tests of the parser's text agents."""

from __future__ import annotations

from importlib.resources import as_file, files

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from diagramloop.engines.parse.blackboard import RGB, Environment, Shape

SIZE = 32
ENVIRONMENT = Environment(background=(255, 255, 255), stroke=2.0, text_height=23.0, flatness=5)


def font(size: int = SIZE) -> ImageFont.FreeTypeFont:
    with as_file(files("mermaidx").joinpath("assets/fonts/DejaVuSans.ttf")) as path:
        return ImageFont.truetype(str(path), size)


def canvas(width: int, height: int, colour: str = "white") -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGB", (width, height), colour)
    return image, ImageDraw.Draw(image)


def box_node(
    draw: ImageDraw.ImageDraw,
    box: tuple[int, int, int, int],
    text: str,
    fill: str = "#ececff",
    ink: str = "#333333",
    size: int = SIZE,
) -> Shape:
    """Draws a bordered box with its text in the middle and returns the shape a hunter would find."""
    draw.rectangle(box, fill=fill, outline="#9370db", width=2)
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    draw.multiline_text(middle, text, fill=ink, font=font(size), anchor="mm", align="center", spacing=10)
    return rectangle(box)


def rectangle(box: tuple[int, int, int, int], role: str = "node", border: float = 2.0) -> Shape:
    x0, y0, x1, y1 = (float(v) for v in box)
    corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Shape(corners, "rect", role, border, (236, 236, 255), 0.95)  # type: ignore[arg-type]


def pixels(image: Image.Image) -> RGB:
    return np.asarray(image, dtype=np.uint8).copy()
