"""Pictures of the report: small, whole where they must be, and named alike whenever they are alike."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from diagramloop.report._gallery import PIXELS, Gallery, reduced


def png(made: Image.Image) -> bytes:
    content = io.BytesIO()
    made.save(content, "PNG")
    return content.getvalue()


def drawn(width: int, height: int) -> bytes:
    """A chart of sorts: lines and fields of colour."""
    pixels = np.full((height, width, 3), 255, np.uint8)
    pixels[::97], pixels[:, ::89] = 0, 0
    pixels[height // 4 : height // 2, width // 4 : width // 2] = (40, 90, 220)
    return png(Image.fromarray(pixels))


def test_a_large_picture_becomes_small_and_keeps_its_shape_and_colours() -> None:
    with Image.open(io.BytesIO(reduced(drawn(4000, 2000)))) as shown:
        assert shown.width * shown.height <= PIXELS * 1.01
        assert shown.width / shown.height == pytest.approx(2, abs=0.01)
        there = np.asarray(shown.convert("RGB"))[int(shown.height * 0.4), int(shown.width * 0.4)]
        assert np.abs(there.astype(int) - (40, 90, 220)).max() < 30


def test_what_would_grow_and_what_cannot_be_read_stay_as_they_are() -> None:
    rough = io.BytesIO()
    Image.fromarray(np.random.default_rng(0).integers(0, 255, (90, 90, 3), dtype=np.uint8)).save(
        rough, "WEBP", quality=1
    )
    assert reduced(rough.getvalue()) == rough.getvalue()
    for broken in (b"", b"no picture", drawn(300, 200)[:200]):
        assert reduced(broken) == broken


def test_equal_pictures_are_hung_once_and_all_are_there_at_the_end(tmp_path: Path) -> None:
    pictures = [drawn(300, 200), drawn(200, 300), drawn(300, 200)]
    with Gallery(tmp_path) as gallery:
        places = [gallery(picture) for picture in pictures]
    assert places[0] == places[2]
    assert {str(file.relative_to(tmp_path)) for file in (tmp_path / "pictures").iterdir()} == set(places)
    assert (tmp_path / places[1]).read_bytes() == reduced(pictures[1])
