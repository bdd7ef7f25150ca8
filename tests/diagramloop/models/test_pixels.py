"""Pictures from outside, decoded within bounds."""

from __future__ import annotations

import io
import struct
import zlib

import numpy as np
import pytest
from PIL import Image

from diagramloop.errors import PictureError, RejectionReason
from diagramloop.models import pixels
from diagramloop.models.pixels import opened, rgb_image


def png(mode: str, colour: object) -> bytes:
    buffer = io.BytesIO()
    Image.new(mode, (5, 4), colour).save(buffer, "PNG")  # type: ignore[arg-type]
    return buffer.getvalue()


def claiming(width: int, height: int) -> bytes:
    """A PNG whose header declares so many pixels."""
    body = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(map(_chunk, (body, b"IDAT" + zlib.compress(b""))))


def _chunk(body: bytes) -> bytes:
    return struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))


@pytest.mark.parametrize(("mode", "colour"), [("RGB", "red"), ("RGBA", (255, 0, 0, 255)), ("P", 0), ("L", 7), ("1", 1)])
def test_every_mode_becomes_rgb(mode: str, colour: object) -> None:
    image = rgb_image(png(mode, colour))
    assert (image.mode, image.size) == ("RGB", (5, 4))


def test_what_is_transparent_is_white() -> None:
    assert rgb_image(png("RGBA", (255, 0, 0, 0))).getpixel((0, 0)) == (255, 255, 255)


def test_large_pictures_are_brought_to_size_and_small_ones_left() -> None:
    buffer = io.BytesIO()
    Image.new("RGB", (400, 100)).save(buffer, "PNG")
    assert rgb_image(buffer.getvalue(), 200).size == (200, 50)
    assert rgb_image(buffer.getvalue(), 500).size == rgb_image(buffer.getvalue()).size == (400, 100)


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (b"", RejectionReason.EMPTY),
        (b"not a picture", RejectionReason.UNREADABLE),
        (png("RGB", "red")[:50], RejectionReason.UNREADABLE),
        (claiming(50_000, 50_000), RejectionReason.TOO_LARGE),
        (claiming(9_000, 9_000), RejectionReason.TOO_LARGE),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", RejectionReason.UNREADABLE),
    ],
)
def test_what_is_broken_or_too_large_is_refused(broken: bytes, reason: RejectionReason) -> None:
    with pytest.raises(PictureError) as caught:
        rgb_image(broken)
    assert caught.value.reason is reason


def test_no_more_than_the_header_is_read_before_the_block() -> None:
    with opened(claiming(900, 800), 900 * 800) as image:
        assert image.size == (900, 800)
    with pytest.raises(PictureError, match="900 x 800 pixels declared"), opened(claiming(900, 800), 900 * 800 - 1):
        pass


def test_what_breaks_while_it_is_decoded_is_unreadable() -> None:
    with pytest.raises(PictureError) as caught, opened(claiming(900, 800), 900 * 800) as image:
        image.load()
    assert caught.value.reason is RejectionReason.UNREADABLE


def test_other_formats_are_not_looked_into() -> None:
    with pytest.raises(PictureError, match="not a picture"), opened(png("RGB", "red"), 20, ("JPEG",)):
        pass


def test_pixels_survive_as_png() -> None:
    noise = np.random.default_rng(0).integers(0, 256, (9, 7, 3), dtype=np.uint8)
    assert (np.asarray(rgb_image(pixels.png(noise))) == noise).all()
    assert pixels.png(noise) == pixels.png(noise.copy())
