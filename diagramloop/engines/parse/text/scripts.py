"""Scripts: told of a line before it is read, so that none is taken for another; what is not read says why.

A text that was not read travels as letters of Linear A, which no reader reads, so that all agents know that there is
text of some length; :func:`without_unread` takes them out of the graph when all is done.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import Any, Protocol, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.budget import BUDGET, Budget
from diagramloop.engines.parse.text.lexicon import SHIPPED, is_letter, lexicon
from diagramloop.engines.parse.text.recogniser import HALF_WHITE, Grey, LineReader, Reading, columns_of, session_of
from diagramloop.graph import Edge, FlowGraph, Group, Node

SCRIPTS = ("Latin", "Greek", "Cyrillic", "Han", "Hangul", "Arabic", "Hebrew", "Thai", "Devanagari")
"""The scripts that are told; kana are of Han, figures and signs of Latin."""
WEIGHTS = Path(__file__).parent / "weights" / "scripts.onnx"
HEIGHT_PX = 32  # of a line as the network sees it
_WIDEST_PX, _NARROWEST_PX = 480, 16
_SURE = 0.9  # probability from which a line is of another script than Latin
_ROUNDS = 2  # in which the page's lines tell each other's script
_STRANGE = 0.02  # share of each script that every page may have
_LETTERS = {"Han": 1000, "Hangul": 1000, "Arabic": 28, "Hebrew": 22}  # in an alphabet that has a script, at least
_LETTERS_OF_OTHERS = 40

_TOO_SMALL, TOO_MANY = "too small", "too many lines"
_LEAST_ROWS = 9  # of a line with two of margin: letters of 4 pixels read .34 like what is written, of 5 pixels .89
_REASONS = (*(f"script {script}" for script in SCRIPTS), _TOO_SMALL, TOO_MANY)
_MARKS = {reason: chr(0x10600 + number) for number, reason in enumerate(_REASONS)}
Labelled = TypeVar("Labelled", Node, Group, Edge)

_NO_MARKS = dict.fromkeys(map(ord, _MARKS.values()))


class AlphabetReader(LineReader, Protocol):
    """A reader that says which characters it reads."""

    @property
    def characters(self) -> Sequence[str]:
        """All of them, in any order."""
        ...


@dataclass(frozen=True)
class ByScript:
    """Reads the lines whose script the reader has; of others it says which script they are in.

    Attributes:
        reader: of the lines of its alphabet's scripts.
        others: of lines in scripts that it does not read, the first that does.
    """

    reader: AlphabetReader
    others: tuple[AlphabetReader, ...] = ()

    def read(self, strips: Sequence[Grey]) -> list[Reading]:
        """See :class:`~diagramloop.engines.parse.text.recogniser.LineReader`."""
        known = scripts_in(tuple(self.reader.characters))
        scripts = told_scripts(strips)
        read = self.reader.read(strips)
        strange = [reading for reading, (script, _) in zip(read, scripts, strict=True) if script not in known]
        in_words = sum(map(_in_words, strange)) * 2 > len(strange)  # short words of shared letters are no other script
        rows = [len(strip) for strip in strips]
        tiny = bool(rows) and median(rows) < _LEAST_ROWS  # else what is as low has no tall letter
        readings = []
        for strip, reading, (script, probability) in zip(strips, read, scripts, strict=True):
            if script not in known and not (in_words and _in_words(reading)):
                readings.append(self._by_another(strip, script, probability))
            elif tiny and len(strip) < _LEAST_ROWS:
                readings.append(unread_small(reading))
            else:
                readings.append(reading)
        return readings

    def _by_another(self, strip: Grey, script: str, probability: float) -> Reading:
        for reader in self.others:
            if script in scripts_in(tuple(reader.characters)):
                return reader.read([strip])[0]
        return unread_script(script, strip, probability)


def _in_words(reading: Reading) -> bool:
    """True of a sure reading all of whose words are in the shipped lexicon."""
    words = ["".join(run).lower() for of_letters, run in groupby(reading.text, key=is_letter) if of_letters]
    return bool(words) and reading.confidence > _SURE and all(word in lexicon(SHIPPED).costs for word in words)


def told_scripts(strips: Sequence[Grey]) -> list[tuple[str, float]]:
    """The script of each line of one page with its probability; Latin where no other one is sure.

    Args:
        strips: dark on white, shape (height, width). What most of them are makes it likelier for each.
    """
    if not strips:
        return []
    shares = np.stack([_shares(strip.shape, strip.tobytes()) for strip in strips])
    wide = np.array([strip.shape[1] / strip.shape[0] for strip in strips])
    likely = shares
    for _ in range(_ROUNDS):
        likely = shares * (np.average(likely, axis=0, weights=wide) + _STRANGE)
        likely /= likely.sum(axis=1, keepdims=True)
    scripts = []
    for row in likely:
        best = int(row.argmax())
        sure = float(row[best])
        scripts.append((SCRIPTS[best], sure) if sure > _SURE else (SCRIPTS[0], float(row[0])))
    return scripts


@lru_cache(maxsize=4_000)
def _shares(shape: tuple[int, int], pixels: bytes) -> NDArray[np.float32]:
    """The probability of each script for a line; the same line is often looked at again."""
    line = as_seen(np.frombuffer(pixels, np.uint8).reshape(shape))
    (answer,) = _network().run(None, {"x": (line.astype(np.float32) / HALF_WHITE - 1)[None, None]})
    shares: NDArray[np.float32] = answer[0]
    return shares


def as_seen(strip: Grey) -> Grey:
    """A line as the network sees it, shape (:data:`HEIGHT_PX`, columns)."""
    rows, columns = strip.shape
    width = min(max(round(columns * HEIGHT_PX / rows), _NARROWEST_PX), _WIDEST_PX)
    way = cv2.INTER_AREA if rows > HEIGHT_PX else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(strip, (width, HEIGHT_PX), interpolation=way), np.uint8)


@cache
def _network() -> Any:
    return session_of(WEIGHTS)


@lru_cache(maxsize=8)
def scripts_in(characters: Sequence[str]) -> frozenset[str]:
    """The scripts of which an alphabet has enough letters to read them; Latin always."""
    counts = Counter(map(_script, characters))
    enough = (script for script in SCRIPTS if counts[script] >= _LETTERS.get(script, _LETTERS_OF_OTHERS))
    return frozenset((SCRIPTS[0], *enough))


def _script(character: str) -> str:
    name = unicodedata.name(character, "").partition(" ")[0] if len(character) == 1 else ""
    return {"CJK": "Han"}.get(name, name.capitalize())


def read_affordable(reader: LineReader, strips: Sequence[Grey], budget: Budget = BUDGET) -> list[Reading]:
    """Readings of the first lines, as many as the budget of a picture has; the others are unread, as too many.

    Args:
        strips: dark on white, shape (height, width), those of nodes first.
    """
    columns = np.cumsum([columns_of(strip) for strip in strips])
    affordable = min(budget.text_lines, int(np.searchsorted(columns, budget.text_columns, "right")))
    left_out = [_unread(TOO_MANY, strip, 0.0) for strip in strips[affordable:]]
    return [*reader.read(strips[:affordable]), *left_out]


def unread_script(script: str, strip: Grey, probability: float) -> Reading:
    """The reading of a line of which nothing is known but its script, and how sure that is."""
    return _unread(f"script {script}", strip, probability)


def _unread(reason: str, strip: Grey, probability: float) -> Reading:
    rows, columns = strip.shape
    letters = max(1, round(columns / rows))
    places = (np.arange(letters) + 0.5) / letters
    return Reading(_MARKS[reason] * letters, probability, tuple(places.tolist()), 0.0)


def unread_small(reading: Reading) -> Reading:
    """The reading of a line as one that is too small: its letters are none, though there may be as many."""
    return replace(reading, text=_MARKS[_TOO_SMALL] * len(reading.text), probability=0.0)


def unread_reason(text: str) -> str:
    """Why a text, or part of it, was not read: ``script Hangul``, ``too small``, ``too many lines``; empty if none."""
    return next((reason for reason, mark in _MARKS.items() if mark in text), "")


def read_part(text: str) -> str:
    """The text less what was not read."""
    return text.translate(_NO_MARKS).strip() if unread_reason(text) else text


def without_unread(graph: FlowGraph) -> FlowGraph:
    """The graph with the texts that were read, and no confidence in those of which a part was not; itself where all
    were."""
    nodes = [_told(node, "text", "text_confidence") for node in graph.nodes]
    groups = [_told(group, "text", "text_confidence") for group in graph.groups]
    edges = [_told(edge, "label", "label_confidence") for edge in graph.edges]
    return graph.replace(nodes=tuple(nodes), groups=tuple(groups), edges=tuple(edges))


def _told(element: Labelled, text: str, confidence: str) -> Labelled:
    """An element less what was not read of its text, by the names of its fields."""
    given = getattr(element, text)
    if not unread_reason(given):
        return element
    return element.model_copy(update={text: read_part(given), confidence: 0.0})
