"""Words by hand and lines in print, read by PP-OCRv6 small and by a trained reader, with and without the lexicon.

    python -m benchmarks.hand_words TRAINING [--weights FILE] [--words FILE] [--fonts FOLDER] [--limit 600]

TRAINING is a folder of ``python -m diagramloop.engines.training.words``, which holds the lines of both splits. Words
are those of hdBPMN's validation writers, cut by their boxes; one is right if its letters and figures of ASCII are, case
aside. Vocabulary are words of the training's writers; left out are those of exercises that it left out. Print is set
clean in the fonts of FOLDER, 10 to 24 px.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from diagramloop.data.sources import Chart
from diagramloop.data.sources.corpus import Corpus
from diagramloop.engines.parse.text.lexicon import SHIPPED, lexicon
from diagramloop.engines.parse.text.recogniser import Recogniser
from diagramloop.engines.parse.text.word_reader import WordReader
from diagramloop.engines.training.checkpoint import latest, read_state
from diagramloop.engines.training.words.hand_lines import load_lines
from diagramloop.engines.training.words.lessons import LINES
from diagramloop.engines.training.words.set_lines import fonts_in, line_in_print
from diagramloop.engines.training.words.words_right import Word, plain, words_in
from diagramloop.evaluation.data_sets import shipped_corpus

Read = Callable[[NDArray[np.uint8]], str]
_MOST_WORDS = 4  # of a caption in print


def main(
    training: Path,
    weights: Annotated[Path | None, typer.Option(help="A trained reader, as ONNX.")] = None,
    words: Annotated[Path, typer.Option(help="The lexicon's file.")] = SHIPPED,
    fonts: Annotated[Path | None, typer.Option(help="Folder of fonts of print.")] = None,
    limit: int = 600,
) -> None:
    """Print the table."""
    sample = words_in(load_lines(training / LINES.format(split="validation")), limit)
    groups = groups_of(sample, training, words)
    print_lines = lines_in_print(fonts, limit) if fonts else []
    readers: dict[str, Read] = {"PP-OCRv6 small, as it is used": lambda grey: Recogniser().read([grey])[0].text}
    for name, file in {"PP-OCRv6 small": None, "trained": weights}.items():
        if file is not None or name != "trained":
            readers[f"{name}, greedy"] = partial(read_with, WordReader(file, None))
            readers[f"{name}, beam"] = partial(read_with, WordReader(file, words))
    print(
        "| reader | all | CER |",
        " | ".join(f"{name} (n = {sum(row)})" for name, row in groups.items()),
        "| print | ms |",
    )
    for name, read in readers.items():
        print(row_of(name, read, sample, groups, print_lines))


def read_with(reader: WordReader, grey: NDArray[np.uint8]) -> str:
    """The text of a strip."""
    return reader.read([grey])[0].text


def groups_of(words: Sequence[Word], training: Path, words_known: Path) -> dict[str, list[bool]]:
    """Which of the words each group has."""
    vocabulary = {plain(text) for line in load_lines(training / LINES.format(split="train")) for text in line.texts}
    checkpoint = latest(training)
    left_out = set(read_state(checkpoint)["settings"]["exercises_left_out"]) if checkpoint else set()
    groups = {
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


def row_of(
    name: str, read: Read, words: Sequence[Word], groups: dict[str, list[bool]], print_lines: Sequence[Word]
) -> str:
    """A reader's row of the table."""
    read(words[0].grey)  # what is loaded once is not timed
    begun = time.process_time()
    texts = [plain(read(word.grey)) for word in words]
    spent = (time.process_time() - begun) / len(words) * 1000
    right = np.array([text == plain(word.text) for text, word in zip(texts, words, strict=True)])
    pairs = [(text, plain(word.text)) for text, word in zip(texts, words, strict=True)]
    errors = sum(Levenshtein.distance(*pair) for pair in pairs) / sum(len(truth) for _, truth in pairs)
    shares = [f"{right[np.array(row)].mean():.3f}" if any(row) else "-" for row in groups.values()]
    of_print = [read(line.grey) == line.text for line in print_lines]
    in_print = f"{np.mean(of_print):.3f}" if of_print else "-"
    return f"| {name} | {right.mean():.3f} | {errors:.3f} | {' | '.join(shares)} | {in_print} | {spent:.1f} |"


if __name__ == "__main__":
    typer.run(main)
