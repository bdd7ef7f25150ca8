"""Glyphs that a drawing cuts off, completed from whole ones of the same picture.

Mermaid measures a label, then draws it in a box of that size; when the drawing machine's font is wider, the
last letter is cut in its middle ("location" looks like "locatior"). A picture holds every letter many
times in the same font and size, so the visible part is compared with the left part of each of them. What
is not visible at all is not guessed.
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from diagramloop.engines.parse.text.recogniser import Reading
from diagramloop.engines.parse.text.text_lines import LINE_LETTER_GAP_CAP_HEIGHTS

Grey = NDArray[np.uint8]
Ink = NDArray[np.float32]  # 0 blank to 1 full ink

SHIFTS, UNSHIFTED = 9, 4  # of a pixel each way, itself among them, and where it is in their order
NO_INK = 1e-6  # divides instead of zero


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Cut glyphs by whole ones of the same picture. A difference is a share of the ink that is squared and summed.
_EXEMPLAR_COUNT = 12  # kept of each character: subpixel positions differ
_UP_CAP_HEIGHTS = 1.6  # of a glyph's frame above its baseline
_DOWN_CAP_HEIGHTS = 0.6  # of a glyph's frame below its baseline
_TAIL_CAP_HEIGHTS = 3.0  # end of a line that is compared
_INK_SHARE = 0.45  # of full ink from which a column belongs to a glyph
_CERTAIN_SHARE = 0.9  # confidence of a line from which its glyphs are taken
_WHOLE_SHARE = 0.06  # difference up to which two drawings show the same whole glyph
_CUT_SHARE = 0.04  # the same of a cut glyph, of which there is less to see
_TIED_SHARE = 1e-4  # differences closer than this, or than the best itself, say nothing
_EXACT_SHARE = 1e-4  # difference of glyphs drawn at the same subpixel position
_BETTER_RATIO = 3.0  # as different as what replaces it is a character that is replaced at least


@dataclass(frozen=True)
class _Strip:
    """A line's ink, framed so that its baseline lies in a fixed row.

    Attributes:
        ink: shape (frame around the baseline in pixels, width).
        runs: first and last + 1 column of each run of inked columns, shape (n, 2).
    """

    ink: Ink
    runs: NDArray[np.intp]


class _Match(NamedTuple):
    """A whole glyph found in a line's tail: how different it is there, first and last + 1 column."""

    difference: float
    start: int
    end: int


NOWHERE = _Match(float("inf"), 0, 0)


@dataclass(frozen=True)
class GlyphAtlas:
    """Whole glyphs of one picture and how often each pair of characters follows one another in it.

    Attributes:
        glyphs: drawings of each character, cut at its left and right edge, shape (frame, its width).
        pairs: counts of neighbouring characters, and of single ones.
        size: cap height in pixels.
    """

    glyphs: dict[str, list[Ink]]
    pairs: Counter[str]
    size: float

    def completed(self, grey: Grey, text: str) -> str:
        """``text`` with its last character replaced, or one added, where the strip ends in a cut glyph."""
        strip = _strip(grey, self.size)
        if strip is None:
            return text
        end = strip.runs[-1, 1]
        tail = strip.ink[:, max(0, end - round(_TAIL_CAP_HEIGHTS * self.size)) : end]
        frame = _with_blank_rows(tail)
        if any(_is_at_end(glyph, frame) for glyph in self.glyphs.get(text[-1:], ())):
            return text
        last = self._last(text[-1:], frame)
        twice = self._is_second(text, last, frame)
        if last.difference < _CUT_SHARE and twice is not False:
            added = self._cut_glyph(tail, last.end, text[-1], _CUT_SHARE)
            if added or twice:
                return text + added
        kept = text[:-1].rstrip()
        before = last if twice is False else self._last(kept[-1:], frame)
        if before.difference > _WHOLE_SHARE:
            return text
        limit = min(_CUT_SHARE, last.difference / _BETTER_RATIO)
        return kept + (self._cut_glyph(tail, before.end, kept[-1], limit) or text[len(kept) :])

    def _last(self, character: str, frame: Ink) -> _Match:
        """Last position of ``character`` in a tail with a blank row above it and one below."""
        matches = [_last_match(glyph, frame) for glyph in self.glyphs.get(character, ())]
        return min(matches, key=lambda match: (-match.end, match.difference), default=NOWHERE)

    def _is_second(self, text: str, last: _Match, frame: Ink) -> bool | None:
        """Of a doubled last letter: whether ``last`` is the second of the two; None for a single one."""
        if text[-1:] != text[-2:-1] or last is NOWHERE:
            return None
        first = self._last(text[-1], frame[:, : last.start + 1])
        return first is not NOWHERE and last.start - first.end < LINE_LETTER_GAP_CAP_HEIGHTS * self.size

    def _cut_glyph(self, tail: Ink, start: int, before: str, limit: float) -> str:
        """The character whose left part lies in ``tail`` from ``start`` on, or nothing.

        Of characters that look alike up to the cut it is the one that follows ``before`` most often.
        """
        inked = np.flatnonzero((tail[:, start:] > _INK_SHARE).any(axis=0))
        if len(inked) < 2:
            return ""
        visible = tail[:, start + inked[0] :]
        away = _differences(visible, self.glyphs)
        best = min(away.values(), default=np.inf)
        alike = [character for character, value in away.items() if value <= 2 * best + _TIED_SHARE]
        if best > limit:
            return ""
        return max(alike, key=lambda character: (self.pairs[before + character], self.pairs[character], character))


def _with_blank_rows(tail: Ink) -> Ink:
    """One above and one below, so that a glyph may lie a pixel higher or lower."""
    return np.asarray(cv2.copyMakeBorder(tail, 1, 1, 0, 0, cv2.BORDER_CONSTANT, value=0), np.float32)


def _is_at_end(glyph: Ink, frame: Ink) -> bool:
    """True where a tail ends in just this drawing: a whole glyph, which most are, so the dear search is spared."""
    width = glyph.shape[1]
    if width > frame.shape[1]:
        return False
    return bool(_away(glyph, frame[:, -width:])[0] < _EXACT_SHARE)


def _away(glyph: Ink, frame: Ink) -> Ink:
    """Difference from a glyph at each column that it may begin in, the least of all rows."""
    return np.asarray(cv2.matchTemplate(frame, glyph, cv2.TM_SQDIFF).min(axis=0) / float((glyph**2).sum()))


def _last_match(glyph: Ink, frame: Ink) -> _Match:
    """In a tail with a blank row above it and one below."""
    if glyph.shape[1] > frame.shape[1]:
        return NOWHERE
    away = _away(glyph, frame)
    places = np.flatnonzero(away < _WHOLE_SHARE)
    if len(places) == 0:
        return NOWHERE
    start = int(places[-1]) - int(np.argmin(away[places[-1] :: -1][:2]))
    return _Match(float(away[start]), start, start + glyph.shape[1])


def _differences(visible: Ink, glyphs: Mapping[str, Sequence[Ink]]) -> dict[str, float]:
    """Of a cut glyph from the left parts of each character's whole ones, at the best shift of a pixel.

    The cut column does not count; what is not wider than the visible part is no candidate.
    """
    width = max(1, visible.shape[1] - 1)
    wider = [
        (c, glyph[:, :width].ravel())
        for c, some in glyphs.items()
        for glyph in some
        if len(glyph[0]) > visible.shape[1]
    ]
    if not wider:
        return {}
    lefts = np.array([left for _, left in wider], np.float64)
    frame = np.pad(visible[:, :width].astype(np.float64), 1)
    shifted = sliding_window_view(frame, (len(visible), width)).reshape(SHIFTS, -1)
    ink, own = (lefts**2).sum(axis=1), (shifted**2).sum(axis=1)
    squared = (ink[:, None] + own - 2 * lefts @ shifted.T).min(axis=1)
    values = squared / np.maximum(np.maximum(ink, own[UNSHIFTED]), NO_INK)
    away: dict[str, float] = {}
    for (character, _), value in zip(wider, values.tolist(), strict=True):
        away[character] = min(value, away.get(character, np.inf))
    return away


def atlas_of(greys: Sequence[Grey], readings: Sequence[Reading], whole: Sequence[bool], size: float) -> GlyphAtlas:
    """The whole glyphs in lines that are read with certainty.

    Args:
        greys: strips of dark text on white, one line each, all at the picture's resolution.
        readings: what they say.
        whole: which strips cannot end in a cut glyph.
        size: cap height in pixels.
    """
    glyphs = defaultdict[str, list[Ink]](list)
    pairs: Counter[str] = Counter()
    for grey, reading, ends_whole in zip(greys, readings, whole, strict=True):
        strip = _strip(grey, size) if reading.confidence > _CERTAIN_SHARE else None
        if strip is None:
            continue
        pairs.update(reading.text)
        pairs.update(a + b for a, b in itertools.pairwise(reading.text))
        for character, start, end in _glyphs(strip, reading.text.split()):
            if (ends_whole or end != strip.runs[-1, 1]) and len(glyphs[character]) < _EXEMPLAR_COUNT:
                glyphs[character].append(np.ascontiguousarray(strip.ink[:, start:end]))
    return GlyphAtlas(dict(glyphs), pairs, size)


def _glyphs(strip: _Strip, words: list[str]) -> Iterator[tuple[str, int, int]]:
    """Characters with their columns, of those words in which no two touch; without what lies beyond the line."""
    if not words:
        return
    for word, runs in zip(words, _words(strip.runs, len(words)), strict=False):
        if len(word) == len(runs):
            for character, (start, end) in zip(word, runs.tolist(), strict=True):
                if (strip.ink[:, start:end] ** 2).sum() > NO_INK:  # else it would resemble nothing and everything
                    yield character, start, end


def _strip(grey: Grey, size: float) -> _Strip | None:
    ink = (255 - grey).astype(np.float32) / np.float32(255)
    inked = ink > _INK_SHARE
    runs = np.flatnonzero(np.diff(np.pad(inked.any(axis=0), 1))).reshape(-1, 2)
    if len(runs) == 0:
        return None
    bottoms = [int(np.flatnonzero(inked[:, start:end].any(axis=1))[-1]) + 1 for start, end in runs]
    up, down = round(_UP_CAP_HEIGHTS * size), round(_DOWN_CAP_HEIGHTS * size)
    baseline = int(np.bincount(bottoms).argmax())
    framed = np.pad(ink, ((up, down), (0, 0)))[baseline : baseline + up + down]
    return _Strip(np.asarray(framed, dtype=np.float32), runs)


def _words(runs: NDArray[np.intp], count: int) -> list[NDArray[np.intp]]:
    """Runs parted at the ``count - 1`` widest gaps."""
    gaps = runs[1:, 0] - runs[:-1, 1]
    return np.split(runs, np.sort(np.argsort(-gaps, kind="stable")[: count - 1]) + 1)
