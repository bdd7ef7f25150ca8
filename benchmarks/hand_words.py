"""The board of words by hand: PP-OCRv6 small as it is and with the lexicon, Tesseract, a trained reader.

    python -m benchmarks.hand_words TRAINING [--weights FILE] [--words FILE] [--fonts FOLDER] [--limit 600] [--out FILE]

TRAINING is a folder of ``python -m diagramloop.engines.training.words``, which holds the lines of both splits. Words
are those of hdBPMN's validation writers, cut by their boxes; one is right if its letters and figures of ASCII are, case
aside. Vocabulary are words of the training's writers; left out are those of exercises that it left out. Print is set
clean in the fonts of FOLDER, 10 to 24 px. Intervals are resampled by page. ``--out`` writes the rows of a board, which
``diagramloop results FILE`` prints in each of its forms.
"""

from __future__ import annotations

import resource
import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from diagramloop.data.sources import Chart
from diagramloop.data.sources.corpus import Corpus
from diagramloop.engines.parse.text.lexicon import SHIPPED, lexicon
from diagramloop.engines.parse.text.word_reader import WordReader
from diagramloop.engines.training.checkpoint import latest, read_state
from diagramloop.engines.training.words.hand_lines import load_lines
from diagramloop.engines.training.words.lessons import LINES
from diagramloop.engines.training.words.set_lines import fonts_in, line_in_print
from diagramloop.engines.training.words.words_right import Word, plain, words_in
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.report import write_rows
from diagramloop.scores.bootstrap import bootstrap_totals, interval_text, percentile_interval

Grey = NDArray[np.uint8]
Read = Callable[[Grey], str]
BOARD = "hand-words"
_MOST_WORDS = 4  # of a caption in print
_TESSERACT_ROWS = 48  # of a line that it is shown, with as much paper around it as Tesseract wants
_PAPER = 12


def main(
    training: Path,
    weights: Annotated[Path | None, typer.Option(help="A trained reader, as ONNX.")] = None,
    words: Annotated[Path, typer.Option(help="The lexicon's file.")] = SHIPPED,
    fonts: Annotated[Path | None, typer.Option(help="Folder of fonts of print.")] = None,
    limit: int = 600,
    out: Annotated[Path | None, typer.Option(help="File for the board's rows, as JSON.")] = None,
) -> None:
    """Print the board."""
    sample = words_in(load_lines(training / LINES.format(split="validation")), limit)
    groups = groups_of(sample, training, words)
    print_lines = lines_in_print(fonts, limit) if fonts else []
    rows = []
    for name, read in readers(weights, words).items():
        rows += rows_of(name, read, sample, groups, print_lines)
    print(table_of(rows))
    if out is not None:
        out.write_text(write_rows(rows), encoding="utf-8")


def readers(weights: Path | None, words: Path) -> dict[str, Read]:
    """The readers by name; the first is what times are compared with."""
    made = {
        "PP-OCRv6 small, greedy": partial(read_with, WordReader(None, None)),
        "PP-OCRv6 small, lexicon": partial(read_with, WordReader(None, words)),
    }
    if shutil.which("tesseract"):
        made["Tesseract"] = read_by_tesseract
    if weights is not None:
        made["trained, greedy"] = partial(read_with, WordReader(weights, None))
        made["trained, lexicon"] = partial(read_with, WordReader(weights, words))
    return made


def read_with(reader: WordReader, grey: Grey) -> str:
    """The text of a strip."""
    return reader.read([grey])[0].text


def read_by_tesseract(grey: Grey) -> str:
    """The text of a strip as Debian's Tesseract reads one line of English."""
    scale = _TESSERACT_ROWS / grey.shape[0]
    line = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    page = cv2.copyMakeBorder(line, *(_PAPER,) * 4, cv2.BORDER_CONSTANT, value=255)
    content = cv2.imencode(".png", page)[1].tobytes()
    command = ["tesseract", "stdin", "stdout", "--psm", "7", "-l", "eng"]
    return subprocess.run(command, input=content, capture_output=True, check=True).stdout.decode(errors="replace")


def groups_of(words: Sequence[Word], training: Path, words_known: Path) -> dict[str, list[bool]]:
    """Which of the words each group has."""
    vocabulary = {plain(text) for line in load_lines(training / LINES.format(split="train")) for text in line.texts}
    checkpoint = latest(training)
    left_out = set(read_state(checkpoint)["settings"]["exercises_left_out"]) if checkpoint else set()
    groups = {
        "all": [True] * len(words),
        "vocabulary": [plain(word.text) in vocabulary for word in words],
        "not in it": [plain(word.text) not in vocabulary for word in words],
        "left out": [word.page.split("_")[0] in left_out for word in words],
    }
    known = lexicon(words_known).costs
    groups["not in lexicon"] = [plain(word.text) not in known for word in words]
    return groups


def lines_in_print(fonts: Path, count: int) -> list[Word]:
    """Captions of the corpus in print, in fonts and sizes by chance."""
    rng = np.random.default_rng(0)
    files = fonts_in(fonts)
    graphs = [chart.graph for chart in Corpus(shipped_corpus()).charts() if isinstance(chart, Chart)]
    captions = sorted({node.text for graph in graphs for node in graph.nodes if node.text.isprintable()})
    lines = []
    for number in rng.permutation(len(captions))[:count]:
        words = captions[int(number)].split()[:_MOST_WORDS]
        if words:
            lines.append(Word("print", *line_in_print(" ".join(words), files, rng)))
    return lines


def rows_of(
    name: str, read: Read, words: Sequence[Word], groups: dict[str, list[bool]], print_lines: Sequence[Word]
) -> list[LeaderboardRow]:
    """A reader's rows: words right on each group, characters wrong, print, and milliseconds of one word."""
    read(words[0].grey)  # what is loaded once is not timed
    begun = time.process_time() + _children_s()
    texts = [plain(read(word.grey)) for word in words]
    spent = time.process_time() + _children_s() - begun
    wanted = [plain(word.text) for word in words]
    right = np.array([text == truth for text, truth in zip(texts, wanted, strict=True)], np.float64)
    wrong = np.array([Levenshtein.distance(text, truth) for text, truth in zip(texts, wanted, strict=True)], np.float64)
    pages = [word.page for word in words]
    rows = []
    for group, members in groups.items():
        if any(members):
            rows.append(row_of(name, group, "words_right", right, np.array(members, np.float64), pages))
    rows.append(
        row_of(name, "all", "characters_wrong", wrong, np.array([len(truth) for truth in wanted], float), pages)
    )
    if print_lines:
        of_print = np.array([read(line.grey) == line.text for line in print_lines], np.float64)
        numbers = [str(number) for number in range(len(print_lines))]
        rows.append(row_of(name, "print", "lines_right", of_print, np.ones(len(of_print)), numbers))
    milliseconds = np.full(len(words), 1000 * spent / len(words))
    rows.append(row_of(name, "all", "ms_a_word", milliseconds, np.ones(len(words)), pages))
    return rows


def row_of(
    name: str, group: str, metric: str, counts: NDArray[np.float64], weights: NDArray[np.float64], pages: Sequence[str]
) -> LeaderboardRow:
    """The ratio of two sums over a group's words, which are those of a weight, with its interval by page."""
    number_of = {page: number for number, page in enumerate(dict.fromkeys(pages))}
    totals = np.zeros((len(number_of), 2))
    for page, count, weight in zip(pages, counts, weights, strict=True):
        totals[number_of[page]] += (count if weight else 0.0, weight)
    totals = totals[totals[:, 1] > 0]
    drawn = bootstrap_totals(totals, seed=0)
    low, high = percentile_interval(drawn[:, 0] / np.maximum(drawn[:, 1], 1))
    value = float(totals[:, 0].sum() / totals[:, 1].sum())
    items = int((weights > 0).sum())
    return LeaderboardRow(
        "words", f"{BOARD}/{group}", name, metric, value, low, high, len(totals), items=items, scored=items
    )


def table_of(rows: Sequence[LeaderboardRow]) -> str:
    """A line for each reader, a column for each group and metric; times relative to the first reader's."""
    columns = list(dict.fromkeys((row.data.partition("/")[2], row.metric, row.items) for row in rows))
    cells: dict[str, list[str]] = {}
    first = next(row.value for row in rows if row.metric == "ms_a_word")
    for row in rows:
        assert row.value is not None
        text = f"{row.value:.3f} {interval_text(row.value, row.low, row.high)}".strip()
        if row.metric == "ms_a_word":
            text = f"{row.value:.1f} (x {row.value / (first or 1):.2f})"
        cells.setdefault(row.system, []).append(text)
    heads = [f"{group}, {metric} (n {items})" for group, metric, items in columns]
    lines = [["reader", *heads], ["---"] * (len(heads) + 1), *([name, *texts] for name, texts in cells.items())]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    typer.run(main)
