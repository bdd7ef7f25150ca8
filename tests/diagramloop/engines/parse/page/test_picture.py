"""Whatever comes in, RGB or a typed error comes out."""

from __future__ import annotations

import contextlib
import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from processor_time import within

from diagramloop.engines.parse.page.picture import read_picture
from diagramloop.errors import PictureError, RejectionReason


def encoded(image: Image.Image, form: str = "PNG", **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, form, **options)
    return out.getvalue()


def reason_of(source: object) -> RejectionReason:
    with pytest.raises(PictureError) as caught:
        read_picture(source)  # type: ignore[arg-type]
    return caught.value.reason


def png_declaring(width: int, height: int) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0")) + chunk(b"IEND", b"")


def test_hostile_files_have_their_reason(tmp_path: Path) -> None:
    text = tmp_path / "text.png"
    text.write_text("not a picture")
    assert reason_of(b"") == RejectionReason.EMPTY
    assert reason_of(text) == RejectionReason.UNREADABLE
    assert reason_of(tmp_path / "absent.png") == RejectionReason.MISSING
    assert reason_of(png_declaring(50_000, 50_000)) == RejectionReason.TOO_LARGE
    assert reason_of(png_declaring(12_000, 13_000)) == RejectionReason.TOO_LARGE
    assert reason_of(encoded(Image.new("RGB", (1, 1)))) == RejectionReason.NO_DIAGRAM
    assert reason_of(encoded(Image.new("RGB", (300, 300), "red"))[:120]) == RejectionReason.UNREADABLE


@pytest.mark.parametrize("form", ["GIF", "PNG", "WEBP", "TIFF"])
def test_animations_and_several_pages_are_refused(form: str) -> None:
    frames = [Image.new("RGB", (20, 20), colour) for colour in ("red", "blue")]
    data = encoded(frames[0], form, save_all=True, append_images=frames[1:])
    assert reason_of(data) == RejectionReason.UNSUPPORTED


def test_the_pages_of_a_file_of_a_hundred_thousand_are_not_counted() -> None:
    fields = [(256, 10), (257, 10), (258, 8), (259, 1), (262, 1), (273, 8), (278, 10), (279, 100)]
    page = struct.pack("<H", len(fields)) + b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in fields)
    size = len(page) + 4
    chain = b"".join(page + struct.pack("<I", 8 + size * number) for number in range(1, 100_001))
    with within(1):
        assert reason_of(b"II*\0" + struct.pack("<I", 8) + chain) == RejectionReason.UNSUPPORTED


def test_a_line_of_pixels_is_refused_by_its_header() -> None:
    assert reason_of(png_declaring(50_000_000, 1)) == RejectionReason.NO_DIAGRAM


@pytest.mark.parametrize("mode", ["1", "L", "P", "LA", "RGBA", "I;16", "RGB"])
def test_every_png_mode_becomes_rgb(mode: str) -> None:
    white = Image.new("L", (20, 10), 255)
    image = Image.fromarray(np.full((10, 20), 65535, np.uint16)) if mode == "I;16" else white.convert(mode)
    pixels = read_picture(encoded(image))
    assert pixels.shape == (10, 20, 3)
    assert pixels.dtype == np.uint8
    assert pixels.min() == 255


def test_transparency_lies_over_white() -> None:
    image = Image.new("RGBA", (20, 10), (0, 0, 0, 0))
    assert read_picture(encoded(image)).min() == 255
    assert read_picture(np.zeros((10, 20, 4), np.uint8)).min() == 255


@pytest.mark.parametrize("form", ["JPEG", "WEBP", "GIF", "BMP", "TIFF"])
def test_other_formats(form: str) -> None:
    assert read_picture(encoded(Image.new("RGB", (20, 10), "white"), form)).min() == 255


def test_cmyk_and_rotated_jpeg() -> None:
    assert read_picture(encoded(Image.new("CMYK", (20, 10)), "JPEG")).shape == (10, 20, 3)
    exif = Image.Exif()
    exif[0x0112] = 6  # turn by a quarter
    assert read_picture(encoded(Image.new("RGB", (20, 10)), "JPEG", exif=exif)).shape == (20, 10, 3)


def test_arrays_of_other_kinds_are_invalid() -> None:
    assert reason_of(np.zeros((10, 10, 3))) == RejectionReason.INVALID
    assert reason_of(np.zeros((10, 10, 2), np.uint8)) == RejectionReason.INVALID
    assert reason_of(np.zeros((0, 10), np.uint8)) == RejectionReason.INVALID


@given(place=st.integers(8, 400), value=st.integers(0, 255))
def test_a_flipped_byte_gives_pixels_or_a_typed_error(place: int, value: int) -> None:
    data = bytearray(encoded(Image.linear_gradient("L").resize((40, 40)).convert("P")))
    data[place % len(data)] = value
    with contextlib.suppress(PictureError):
        assert read_picture(bytes(data)).shape[2] == 3
