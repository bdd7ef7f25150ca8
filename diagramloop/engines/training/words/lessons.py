"""Lines to learn from by number: what a step shows follows from its number, so a killed training goes on with it."""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.text.recogniser import at_height
from diagramloop.engines.parse.text.word_reader import STEP_PX, trained_columns
from diagramloop.engines.training.curves import say
from diagramloop.engines.training.pages import loaded
from diagramloop.engines.training.words.alphabet import classes_of
from diagramloop.engines.training.words.hand_lines import HandLine, hdbpmn_lines, load_lines, save_lines
from diagramloop.engines.training.words.set_lines import font_for, fonts_in, set_line
from diagramloop.engines.training.words.settings import HEIGHT, WordsSettings
from diagramloop.engines.training.words.texts import GENERAL_WORDS, Texts, captions_of_paged, read_counts, words_of
from diagramloop.engines.training.words.wear import seen, worn
from diagramloop.errors import RejectionReason, SourceError

Grey = NDArray[np.uint8]

LINES, CAPTIONS = "lines.{split}.npz", "captions.txt"
CHUNK = 8  # steps whose lines are drawn together and sorted by width, so that none is padded
_ALONE = 0.65  # of lines by hand, of which one word is shown
_FLATTER = 0.5  # exponent of a word's frequency among lines by hand: the exercises' words do not crowd out the rest
_WIDEST_PX = 640  # columns of a line that is learned from; a longer one is squeezed
_SIZES = (8, 56)  # of set letters, in pixels
_CLEAN = 0.4  # of print that no camera has seen


class Lesson(NamedTuple):
    """Lines of one width.

    Attributes:
        lines: shape (n, HEIGHT, width), dark on white.
        classes: of the characters of all lines, one line after the other.
        lengths: characters of each line.
    """

    lines: Grey
    classes: NDArray[np.int64]
    lengths: NDArray[np.int64]


@dataclass(frozen=True)
class Materials:
    """The material of lines.

    Attributes:
        hand: lines by hand.
        reach: for each, the probability that it or one before it is drawn.
        hand_fonts, print_fonts: files of fonts.
        texts: that are set.
    """

    hand: Sequence[HandLine]
    reach: NDArray[np.float64]
    hand_fonts: Sequence[str]
    print_fonts: Sequence[str]
    texts: Texts


def prepare(settings: WordsSettings, folder: Path) -> None:
    """Cuts the lines of hdBPMN out of its pages and takes PAGED's captions, once, into the training's folder."""
    for split in ("train", "validation"):
        path = folder / LINES.format(split=split)
        if not path.is_file():
            rows = list(hdbpmn_lines(Path(settings.hdbpmn), split))
            lines = [row for row in rows if isinstance(row, HandLine)]
            unread = [row for row in rows if not isinstance(row, HandLine)]
            say(f"{len(lines)} lines of {split}, {len(unread)} pages unread {unread[:3]}")
            if not lines:
                raise SourceError(f"no lines of {split} in {settings.hdbpmn}", reason=RejectionReason.EMPTY)
            save_lines(path, lines)
    if not (folder / CAPTIONS).is_file():
        (folder / CAPTIONS).write_text("\n".join(captions_of_paged(Path(settings.paged))), encoding="utf-8")


def materials(settings: WordsSettings, folder: Path) -> Materials:
    """The material of the training's lines, from its folder as :func:`prepare` left it."""
    captions = (folder / CAPTIONS).read_text(encoding="utf-8").splitlines()
    general = read_counts(Path(settings.words), GENERAL_WORDS)
    hand = [line for line in load_lines(folder / LINES.format(split="train")) if taught(line, settings)]
    counts = Counter(word for line in hand for word in line.texts)
    weights = np.array([max(counts[word] ** -_FLATTER for word in line.texts) for line in hand])
    return Materials(
        hand,
        np.cumsum(weights / weights.sum()),
        fonts_in(Path(settings.fonts) / "hand"),
        fonts_in(Path(settings.fonts) / "print"),
        Texts(captions, general + words_of(captions)),
    )


def taught(line: HandLine, settings: WordsSettings) -> bool:
    """True if a line of a writer of the split train may be learned from."""
    return line.exercise not in settings.exercises_left_out


class Chunks:
    """The lines of some steps at a time, as torch's loader asks for them: by number.

    Args:
        folder: of the training, as :func:`prepare` left it.
    """

    def __init__(self, settings: WordsSettings, folder: Path) -> None:
        self._settings, self._folder = settings, folder

    def __len__(self) -> int:
        return -(-self._settings.steps // CHUNK)

    def __getitem__(self, chunk: int) -> list[Lesson]:
        return chunk_of(self._settings, self._materials, chunk)

    @cached_property
    def _materials(self) -> Materials:
        """Of each process its own."""
        return materials(self._settings, self._folder)


def lessons(settings: WordsSettings, folder: Path, first: int) -> Iterator[Lesson]:
    """Lines of each step from the ``first`` on, drawn by ``settings.workers`` processes ahead of their use."""
    chunks = Chunks(settings, folder)
    step = first // CHUNK * CHUNK
    for chunk in loaded(chunks, range(first // CHUNK, len(chunks)), settings.workers):
        for lesson in chunk:
            if first <= step < settings.steps:
                yield lesson
            step += 1


def chunk_of(settings: WordsSettings, given: Materials, chunk: int) -> list[Lesson]:
    """The lines of some steps: those of a step are of like width, and brought to its median."""
    digest = hashlib.sha256(f"{settings.seed}/{chunk}".encode()).digest()
    rng = np.random.default_rng(int.from_bytes(digest[:8], "little"))
    drawn = [_drawn(settings, given, rng) for _ in range(CHUNK * settings.batch)]
    drawn.sort(key=lambda pair: pair[0].shape[1] / pair[0].shape[0])
    batches = [drawn[begin : begin + settings.batch] for begin in range(0, len(drawn), settings.batch)]
    return [_lesson(batches[number]) for number in rng.permutation(len(batches))]


def _lesson(batch: Sequence[tuple[Grey, str]]) -> Lesson:
    aspects = [grey.shape[1] / grey.shape[0] for grey, _ in batch]
    width = min(trained_columns(float(np.median(aspects)), HEIGHT), _WIDEST_PX)
    lines, classes = [], []
    for grey, text in batch:
        numbers = classes_of(text) or []
        if steps_needed(numbers) <= width // STEP_PX:
            lines.append(at_height(grey, width, HEIGHT))
            classes.append(numbers)
    flat = np.array([number for numbers in classes for number in numbers], np.int64)
    return Lesson(np.stack(lines), flat, np.array([len(numbers) for numbers in classes], np.int64))


def steps_needed(classes: Sequence[int]) -> int:
    """Positions that CTC needs for a text: one a character, and a blank between equal ones."""
    return len(classes) + sum(before == after for before, after in itertools.pairwise(classes))


def _drawn(settings: WordsSettings, given: Materials, rng: np.random.Generator) -> tuple[Grey, str]:
    """A line and its text, in the reader's characters; drawn anew where it is not."""
    shares = np.array([settings.hand, settings.set_by_hand, settings.print])
    for _ in range(100):
        kind = int(np.searchsorted(np.cumsum(shares / shares.sum()), rng.random()))
        grey, text = _by_hand(given, rng) if kind == 0 else _set(given, rng, printed=kind == 2)
        if classes_of(text) and min(grey.shape) > 2:
            return grey, text
    raise SourceError("no line in the reader's characters", reason=RejectionReason.EMPTY)


def _by_hand(given: Materials, rng: np.random.Generator) -> tuple[Grey, str]:
    line = given.hand[min(int(np.searchsorted(given.reach, rng.random())), len(given.hand) - 1)]
    begin, end = 0, len(line.texts)
    if rng.random() < _ALONE:
        begin = int(rng.integers(end))
        end = begin + 1
    boxes = line.boxes[begin:end]
    box = (*boxes[:, :2].min(axis=0), *boxes[:, 2:].max(axis=0))
    return worn(_cut(line.grey, box, rng), rng), " ".join(line.texts[begin:end])


def _set(given: Materials, rng: np.random.Generator, printed: bool) -> tuple[Grey, str]:
    text = given.texts.text(rng)
    font = font_for(text, given.print_fonts if printed else given.hand_fonts, rng)
    if font is None:
        return np.zeros((1, 1), np.uint8), ""
    size = round(np.exp(rng.uniform(*np.log(_SIZES))))
    picture, box = set_line(text, font, size)
    grey = _cut(picture, box, rng)
    if not printed:
        return worn(grey, rng), text
    return grey if rng.random() < _CLEAN else seen(grey, rng), text


def _cut(grey: Grey, box: Sequence[float], rng: np.random.Generator) -> Grey:
    """The part of a picture with the box in it, and more or less of what is around."""
    height, width = grey.shape
    tall = max(box[3] - box[1], 4.0)
    left, right = rng.uniform(-0.04, 0.3, 2) * tall
    above, below = rng.uniform(-0.04, 0.2, 2) * tall
    x0, y0 = max(0, round(box[0] - left)), max(0, round(box[1] - above))
    x1, y1 = min(width, round(box[2] + right)), min(height, round(box[3] + below))
    return np.ascontiguousarray(grey[y0:y1, x0:x1])
