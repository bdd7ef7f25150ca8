"""Lines of many scripts set in open fonts, from which telling a script is learned; each is as a parser would cut it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from diagramloop.engines.parse.text.lexicon import SHIPPED, lexicon
from diagramloop.engines.parse.text.scripts import SCRIPTS
from diagramloop.engines.training.words.set_lines import has
from diagramloop.engines.training.words.wear import seen, worn

Grey = NDArray[np.uint8]

_WHITE = 255
_SIZES = (10, 40)  # of letters, in pixels
_MARGIN = (0.05, 0.3)  # of a line's height, around its ink
_LETTERS_OF_A_FONT = 10  # of a script that are looked for in it
_LEAST_LETTERS = 0.4  # of those that a font of the script has
_TRIED = 9  # letters, until the font has one
_SIGNS = ("1", "2", "10", "?", "!", ":", "(1)", "-", "/", "3.", "&", "%")
_COUNT_BY = {"gb2312": (0xB0, 0xD7), "euc_kr": (0xB0, 0xC8)}  # rows of a national set that hold its usual letters


def _span(first: int, last: int) -> str:
    return "".join(map(chr, range(first, last + 1)))


def _usual(encoding: str) -> str:
    """The usual letters of a national set of characters."""
    first, last = _COUNT_BY[encoding]
    rows = (bytes([row, cell]) for row in range(first, last + 1) for cell in range(0xA1, 0xFF))
    return "".join(pair.decode(encoding, "ignore") for pair in rows)


_CONSONANTS = {"Devanagari": _span(0x915, 0x939), "Thai": _span(0xE01, 0xE2E)}
_MARKS = {"Devanagari": _span(0x93E, 0x94D), "Thai": "ะาำิีึืุูเแโใไ่้๊็์"}
LETTERS: Mapping[str, str] = {
    "Greek": "ααααααααοοοοοοιιιιιιεεεεεττττττσσσςςςννννηηηηρρρυυυκκκκπππμμμλλγδθχωωφβξζψάέήίίόόύώ",
    "Cyrillic": "оооооооооееееееееааааааааиииииииннннннттттттсссссррррввввллллкккмммдддпппууяяыыььггззбчйхжшющцэфъёіїє",
    "Han": _usual("gb2312") + (_span(0x3041, 0x3093) + _span(0x30A2, 0x30F3)) * 12,
    "Hangul": _usual("euc_kr"),
    "Arabic": _span(0x627, 0x63A) + _span(0x641, 0x64A) * 2 + "ا" * 4 + "پچگی",
    "Hebrew": _span(0x5D0, 0x5EA),
    **_CONSONANTS,
}
"""Letters of each script but Latin, the frequent ones more than once."""


def fonts_by_script(folder: Path) -> dict[str, tuple[str, ...]]:
    """The fonts of a folder by the scripts that they have letters of, by name."""
    paths = [str(path) for path in sorted(folder.glob("*")) if path.suffix in (".ttf", ".otf", ".woff")]
    wanted = {"Latin": "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", **LETTERS}
    fonts = {}
    for script in SCRIPTS:
        letters = wanted[script][:: max(1, len(wanted[script]) // _LETTERS_OF_A_FONT)]
        fonts[script] = tuple(path for path in paths if _share(path, letters) >= _LEAST_LETTERS)
    return fonts


def family(font: str) -> str:
    """The name of a font's design, by its file: ``noto-sans-kr`` of ``noto-sans-kr-korean-400-normal.woff``."""
    return Path(font).stem.lower().split("-korean")[0].replace("noto-", "noto").split("-")[0].removesuffix("sans")


def line_of(script: str, fonts: Sequence[str], rng: np.random.Generator) -> Grey:
    """A line of a script, dark on white; of Latin, one in eight is no writing.

    Args:
        fonts: that have its letters.
    """
    if script == "Latin" and rng.random() < 1 / 8:
        return _no_writing(rng)
    font = fonts[int(rng.integers(len(fonts)))]
    text = _text(script, font, rng)
    grey = _set(text, font, int(np.exp(rng.uniform(*np.log(_SIZES)))), rng)
    return worn(grey, rng) if rng.random() < 0.5 else seen(grey, rng)


def _share(font: str, letters: str) -> float:
    return float(np.mean([has(font, letter) for letter in letters]))


@lru_cache(maxsize=1)
def _latin_words() -> tuple[str, ...]:
    return tuple(lexicon(SHIPPED).costs)


def _text(script: str, font: str, rng: np.random.Generator) -> str:
    words = [_word(script, font, rng) for _ in range(int(rng.integers(1, 4)))]
    sign = _SIGNS[int(rng.integers(len(_SIGNS)))]
    if script == "Latin" and rng.random() < 0.1:
        words = [sign]
    elif rng.random() < 0.2 and has(font, sign):
        words.insert(int(rng.integers(len(words) + 1)), sign)
    joined = ("" if script == "Han" else " ").join(words)
    style = rng.random()
    return joined.upper() if style < 0.2 else joined.capitalize() if style < 0.5 else joined


def _word(script: str, font: str, rng: np.random.Generator) -> str:
    if script == "Latin":
        words = _latin_words()
        return words[int(len(words) * rng.random() ** 3)]
    letters, marks = LETTERS[script], _MARKS.get(script, "")
    word = ""
    for _ in range(int(rng.integers(1, 8))):
        word += _one_of(letters, font, rng)
        if marks and rng.random() < 0.6:
            word += _one_of(marks, font, rng)
    return word


def _one_of(letters: str, font: str, rng: np.random.Generator) -> str:
    """A letter that the font has, of nine by chance; the last one if it has none of them."""
    for _ in range(_TRIED):
        letter = letters[int(rng.integers(len(letters)))]
        if has(font, letter):
            break
    return letter


def _set(text: str, font: str, size: int, rng: np.random.Generator) -> Grey:
    loaded = _font(font, size)
    left, top, right, bottom = (round(side) for side in loaded.getbbox(text))
    high, wide = max(2, bottom - top), max(2, right - left)
    above, below, before, behind = (max(1, round(high * rng.uniform(*_MARGIN))) for _ in range(4))
    image = Image.new("L", (before + wide + behind, above + high + below), _WHITE)
    ImageDraw.Draw(image).text((before - left, above - top), text, fill=0, font=loaded)
    return np.asarray(image, np.uint8)


@lru_cache(maxsize=2_000)
def _font(font: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font, size, layout_engine=ImageFont.Layout.RAQM)


def _no_writing(rng: np.random.Generator) -> Grey:
    """Strokes, dashes, corners and dots, as a drawing has them where a parser takes them for text."""
    height, width = int(rng.integers(8, 48)), int(rng.integers(12, 160))
    page = np.full((height, width), _WHITE, np.uint8)
    for _ in range(int(rng.integers(1, 6))):
        ends = rng.integers((0, 0), (width, height), (3, 2)).astype(np.int32)
        thick = int(rng.integers(1, 4))
        shape = rng.random()
        if shape < 0.5:
            cv2.polylines(page, [ends[: 2 + int(shape < 0.2)]], False, 0, thick, cv2.LINE_AA)
        elif shape < 0.8:
            cv2.ellipse(
                page, ends[0].tolist(), (height // 3, height // 4), 0, 0, float(rng.integers(90, 360)), 0, thick
            )
        else:
            cv2.fillPoly(page, [ends], 0, cv2.LINE_AA)
    return seen(page, rng)
