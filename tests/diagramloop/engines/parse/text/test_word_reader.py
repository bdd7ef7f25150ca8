"""The published recogniser with the lexicon in its beam."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from diagramloop.engines.parse.text.lexicon import SHIPPED, lexicon
from diagramloop.engines.parse.text.recogniser import Recogniser
from diagramloop.engines.parse.text.word_reader import WordReader
from diagramloop.errors import ModelError

TEXTS = ["Send invoice", "order 12.5 kg", "Zqxvk_71", "if x > 10", "Parsen", "yes"]


def strip(text: str) -> NDArray[np.uint8]:
    font = ImageFont.load_default(28)
    left, top, right, bottom = (round(side) for side in font.getbbox(text))
    image = Image.new("L", (right - left + 12, bottom - top + 8), 255)
    ImageDraw.Draw(image).text((6 - left, 4 - top), text, fill=0, font=font)
    return np.asarray(image, np.uint8)


def test_without_a_lexicon_it_is_the_recogniser() -> None:
    strips = [strip(text) for text in TEXTS]
    for reading, wanted in zip(WordReader(words=None).read(strips), Recogniser().read(strips), strict=True):
        assert reading.text == wanted.text
        assert reading.confidence == pytest.approx(wanted.confidence, abs=0.05)  # that of squeezed lines
        assert reading.places == pytest.approx(wanted.places, abs=0.1)


def test_print_is_read_as_it_is_whether_its_words_are_known_or_not() -> None:
    readings = WordReader().read([strip(text) for text in TEXTS])
    assert [reading.text for reading in readings] == TEXTS
    for reading in readings:
        assert len(reading.places) == len(reading.text)
        assert list(reading.places) == sorted(reading.places)


def test_marks_are_those_of_ascii_as_the_recogniser_has_them() -> None:
    strips = [strip("it's done"), strip("yes"), strip("it's done")]
    readings = WordReader().read(strips)
    assert readings[0] == readings[2]
    assert all(reading.text.isascii() for reading in readings)


def test_the_shipped_lexicon_has_words_of_procedures_and_of_english() -> None:
    costs = lexicon(SHIPPED).costs
    assert {"invoice", "approve", "whereas"} <= set(costs)
    assert costs["the"] < costs["invoice"] < costs["whereas"] + 5
    assert all(cost > 0 for cost in costs.values())


def test_a_file_that_is_no_recogniser_is_refused(tmp_path: Path) -> None:
    (tmp_path / "broken.onnx").write_bytes(b"no graph")
    with pytest.raises(ModelError):
        WordReader(tmp_path / "broken.onnx").read([strip("a")])
