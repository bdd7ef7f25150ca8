"""A PDF page's drawing as SVG, in the room that opens PDF files (:mod:`._pdf_room`).

Paths keep their order, colours, widths and dashes; letters are put together to lines of text by baseline and gap, for a
PDF has no words. Pictures, shadings and clippings are left out. A box is in points from the top left, and only what
lies within it is written.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from diagramloop.errors import RejectionReason, SourceError

MAX_OBJECTS, MAX_SEGMENTS, MAX_LETTERS, MAX_DEPTH = 20_000, 200_000, 20_000, 12
BLANK, BREAK = 0.1, 0.9  # font sizes between two letters, the least with a blank, and the most on one line of text
BACK = 0.6  # font sizes by which a letter may begin before the end of the one before
SAME = 0.01  # font sizes between origins of one glyph's letters: a ligature comes as its letters, all at its place
LEVEL = 0.25  # font sizes by which letters of one line may lie off its baseline
LEAST_TURN = 0.05  # radians between the baselines of two lines
NONE, SEEN, WRITTEN = range(3)  # a blank before a letter
LEAST_SIZE = 0.5  # points of type; smaller letters are not meant to be read

Matrix = tuple[float, float, float, float, float, float]
Box = tuple[float, float, float, float]


class TooMuchError(SourceError):
    """More on the page than is read."""

    reason = RejectionReason.TOO_LARGE


def product(inner: Matrix, outer: Matrix) -> Matrix:
    """The matrix that applies ``inner``, then ``outer``."""
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


def moved(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """The place of a point."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


@dataclass(frozen=True)
class Letter:
    """One letter: its origin, the size and angle of its type, its width, and whether a blank stands before it."""

    text: str
    x: float
    y: float
    size: float
    angle: float
    width: float
    blank: int


@dataclass
class Line:
    """Letters on one baseline, from its origin to its end; ``last`` is where its last letter begins."""

    x: float
    y: float
    size: float
    angle: float
    text: str = ""
    end: float = 0.0
    last: float = 0.0

    def _along(self, letter: Letter) -> tuple[float, float]:
        """The distance along the baseline at which a letter begins, and its distance off it."""
        dx, dy = letter.x - self.x, letter.y - self.y
        cos, sin = math.cos(self.angle), math.sin(self.angle)
        return dx * cos + dy * sin, dy * cos - dx * sin

    def goes_on(self, letter: Letter) -> bool:
        """True if ``letter`` is the next one of this line."""
        along, off = self._along(letter)
        gap = along - self.end
        level = abs(letter.angle - self.angle) < LEAST_TURN and abs(off) < LEVEL * self.size
        same_glyph = bool(self.text) and abs(along - self.last) < SAME * letter.size
        return level and (same_glyph or -BACK * letter.size < gap < BREAK * letter.size)

    def add(self, letter: Letter) -> None:
        """Puts it behind the others, after a blank where one is written, or is seen and wide enough to be one."""
        along, _ = self._along(letter)
        apart = letter.blank == WRITTEN or (letter.blank == SEEN and along - self.end > BLANK * letter.size)
        self.text += f" {letter.text}" if apart and self.text else letter.text
        self.end, self.last = max(self.end, along + letter.width), along

    def svg(self, page: Matrix) -> str:
        """The text, put by its middle, since other fonts are wider or narrower."""
        half = self.end / 2
        x, y = moved(page, self.x + half * math.cos(self.angle), self.y + half * math.sin(self.angle))
        tip = moved(page, self.x + math.cos(self.angle), self.y + math.sin(self.angle))
        start = moved(page, self.x, self.y)
        turn = math.degrees(math.atan2(tip[1] - start[1], tip[0] - start[0]))
        rotate = f' transform="rotate({turn:.2f} {x:.2f} {y:.2f})"' if abs(turn) > 1 else ""
        place = f'x="{x:.2f}" y="{y:.2f}" font-size="{self.size:.2f}" text-anchor="middle"'
        return f"<text {place}{rotate}>{escape(self.text)}</text>"


class Page:
    """One page, walked once.

    Args:
        page: of pypdfium2.
        box: of what is written, in points from the top left; all if None.
    """

    def __init__(self, page: Any, box: Box | None) -> None:
        import pypdfium2.raw as raw

        self._raw, self._page, self._box = raw, page, box
        self.width, self.height = page.get_size()
        self._matrix = self._upright()
        self._objects = self._segments = 0

    def svg(self) -> str:
        """The drawing."""
        x0, y0, x1, y1 = self._box or (0.0, 0.0, self.width, self.height)
        size = f'width="{x1 - x0:.2f}" height="{y1 - y0:.2f}" viewBox="{x0:.2f} {y0:.2f} {x1 - x0:.2f} {y1 - y0:.2f}"'
        body = "\n".join([*self._paths(), *(line.svg(self._matrix) for line in self._lines())])
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n{body}\n</svg>\n'

    def _upright(self) -> Matrix:
        """From the page's own units, y upwards, to points from the top left of the page as it is shown."""
        left, bottom, right, top = self._page.get_cropbox()
        turns: dict[int, Matrix] = {
            0: (1, 0, 0, -1, -left, top),
            90: (0, 1, 1, 0, -bottom, -left),
            180: (-1, 0, 0, 1, right, -bottom),
            270: (0, -1, -1, 0, top, right),
        }
        return turns[self._page.get_rotation() % 360]

    def _paths(self) -> Iterator[str]:
        raw = self._raw
        for object, matrix in self._within(
            raw.FPDFPage_CountObjects, raw.FPDFPage_GetObject, self._page.raw, (1, 0, 0, 1, 0, 0), 0
        ):
            if raw.FPDFPageObj_GetType(object) == raw.FPDF_PAGEOBJ_PATH and (drawn := self._path(object, matrix)):
                yield drawn

    def _within(self, count: Any, get: Any, holder: Any, matrix: Matrix, depth: int) -> Iterator[tuple[Any, Matrix]]:
        """Objects in the order of drawing, those in forms with the matrix of the form."""
        raw = self._raw
        if depth > MAX_DEPTH:
            raise TooMuchError(f"forms within each other, more than {MAX_DEPTH}")
        for at in range(count(holder)):
            self._objects += 1
            if self._objects > MAX_OBJECTS:
                raise TooMuchError(f"more than {MAX_OBJECTS} objects on the page")
            object = get(holder, at)
            if raw.FPDFPageObj_GetType(object) == raw.FPDF_PAGEOBJ_FORM:
                inner = product(self._matrix_of(object), matrix)
                yield from self._within(
                    raw.FPDFFormObj_CountObjects, raw.FPDFFormObj_GetObject, object, inner, depth + 1
                )
            else:
                yield object, matrix

    def _matrix_of(self, object: Any) -> Matrix:
        found = self._raw.FS_MATRIX()
        if not self._raw.FPDFPageObj_GetMatrix(object, found):
            return (1, 0, 0, 1, 0, 0)
        return found.a, found.b, found.c, found.d, found.e, found.f

    def _path(self, object: Any, outer: Matrix) -> str:
        """A path element; nothing where it is not painted, or lies out of the box."""
        raw = self._raw
        mode, stroked = ctypes.c_int(), ctypes.c_int()
        raw.FPDFPath_GetDrawMode(object, mode, stroked)
        if not mode.value and not stroked.value:
            return ""
        matrix = product(product(self._matrix_of(object), outer), self._matrix)
        d, places = self._way(object, matrix)
        if not self._shown(places):
            return ""
        fill = self._colour(raw.FPDFPageObj_GetFillColor, object) if mode.value else ""
        stroke = self._colour(raw.FPDFPageObj_GetStrokeColor, object) if stroked.value else ""
        rule = ' fill-rule="evenodd"' if mode.value == raw.FPDF_FILLMODE_ALTERNATE else ""
        pen = f' stroke="{stroke}"{self._pen(object, matrix)}' if stroke else ""
        return f'<path d="{d}" fill="{fill or "none"}"{rule}{pen}/>' if fill or stroke else ""

    def _way(self, object: Any, matrix: Matrix) -> tuple[str, list[tuple[float, float]]]:
        """The path's data, and the places that it goes through."""
        raw, x, y = self._raw, ctypes.c_float(), ctypes.c_float()
        words: list[str] = []
        places: list[tuple[float, float]] = []
        curved = 0
        for at in range(raw.FPDFPath_CountSegments(object)):
            self._segments += 1
            if self._segments > MAX_SEGMENTS:
                raise TooMuchError(f"more than {MAX_SEGMENTS} pieces of paths on the page")
            segment = raw.FPDFPath_GetPathSegment(object, at)
            raw.FPDFPathSegment_GetPoint(segment, x, y)
            places.append(moved(matrix, x.value, y.value))
            kind = raw.FPDFPathSegment_GetType(segment)
            letter = {raw.FPDF_SEGMENT_MOVETO: "M", raw.FPDF_SEGMENT_LINETO: "L"}.get(kind, "" if curved % 3 else "C")
            curved = curved + 1 if kind == raw.FPDF_SEGMENT_BEZIERTO else 0
            words.append(f"{letter}{places[-1][0]:.3f} {places[-1][1]:.3f}")
            words += ["Z"] if raw.FPDFPathSegment_GetClose(segment) else []
        return " ".join(words), places

    def _shown(self, places: list[tuple[float, float]]) -> bool:
        if self._box is None or not places:
            return bool(places)
        x0, y0, x1, y1 = self._box
        return all(x0 - 1 <= x <= x1 + 1 and y0 - 1 <= y <= y1 + 1 for x, y in places)

    def _colour(self, get: Any, object: Any) -> str:
        """The colour in CSS; nothing where it cannot be seen, or is no plain colour."""
        parts = [ctypes.c_uint() for _ in range(4)]
        if not get(object, *parts) or not parts[3].value:
            return ""
        return "#" + "".join(f"{part.value:02x}" for part in parts[:3])

    def _pen(self, object: Any, matrix: Matrix) -> str:
        raw, width = self._raw, ctypes.c_float()
        raw.FPDFPageObj_GetStrokeWidth(object, width)
        scale = math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
        count = raw.FPDFPageObj_GetDashCount(object)
        dashes = (ctypes.c_float * max(count, 1))()
        dashed = 0 < count <= 16 and raw.FPDFPageObj_GetDashArray(object, dashes, count)
        lengths = " ".join(f"{dash * scale:.3f}" for dash in dashes) if dashed else ""
        return f' stroke-width="{max(width.value * scale, 0.1):.3f}"' + (
            f' stroke-dasharray="{lengths}"' if lengths else ""
        )

    def _lines(self) -> Iterator[Line]:
        """Lines of text in the order of the page."""
        line: Line | None = None
        for letter in self._letters():
            if line is None or not line.goes_on(letter):
                if line is not None:
                    yield line
                line = Line(letter.x, letter.y, letter.size, letter.angle)
            line.add(letter)
        if line is not None:
            yield line

    def _letters(self) -> Iterator[Letter]:
        """Letters in the order of the page; PDFium tells of blanks, written or seen, and of hyphens that part words."""
        raw, page, blank = self._raw, self._page.get_textpage(), NONE
        count = page.count_chars()
        if count > MAX_LETTERS:
            raise TooMuchError(f"more than {MAX_LETTERS} letters on the page")
        for at in range(count):
            hyphen = raw.FPDFText_IsHyphen(page.raw, at) == 1
            text = "-" if hyphen else chr(raw.FPDFText_GetUnicode(page.raw, at) or 0xFFFD)
            if text.isspace():
                blank = max(blank, SEEN if raw.FPDFText_IsGenerated(page.raw, at) == 1 else WRITTEN)
            elif text.isprintable() and (letter := self._letter(page.raw, at, text, blank)):
                blank = NONE
                yield letter

    def _letter(self, text_page: Any, at: int, text: str, blank: int) -> Letter | None:
        raw = self._raw
        x, y, box, matrix = ctypes.c_double(), ctypes.c_double(), raw.FS_RECTF(), raw.FS_MATRIX()
        raw.FPDFText_GetCharOrigin(text_page, at, x, y)
        raw.FPDFText_GetLooseCharBox(text_page, at, box)
        raw.FPDFText_GetMatrix(text_page, at, matrix)
        size = raw.FPDFText_GetFontSize(text_page, at) * math.hypot(matrix.c, matrix.d)
        if size < LEAST_SIZE or not self._shown([moved(self._matrix, x.value, y.value)]):
            return None
        angle = math.atan2(matrix.b, matrix.a)
        level = abs(math.cos(angle)) > abs(math.sin(angle))
        width = abs(box.right - box.left) if level else abs(box.top - box.bottom)
        return Letter(text, x.value, y.value, size, angle, width, blank)
