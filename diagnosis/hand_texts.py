"""Texts of nodes on pages by hand: how many are read, out of true boxes of words too, and why the others are not.

    python -m diagnosis.hand_texts HDBPMN [--split validation] [--pages 12] [--agents learned]

HDBPMN is the folder of that data set; pages are spread evenly. Words of a node are those marked ones that its text has,
the nearest first; a text with words that nobody marked is left out and counted. It is right from a similarity of 0.8,
case aside. A wrong one has the cause that most of its words have; beside their number stands how many are right where
words are cut by their true boxes and joined in their true order.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import hypot
from pathlib import Path

import cv2
import numpy as np
import typer
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from diagramloop.data.sources._voc import Word
from diagramloop.data.sources.hdbpmn import HdBpmn, Page
from diagramloop.engines.parse import ParsedFigure, parse
from diagramloop.engines.parse.blackboard import TextLine
from diagramloop.engines.parse.checking.node_signs import lines_of
from diagramloop.engines.parse.page.illumination import evenly_lit
from diagramloop.engines.parse.text.recognisers import with_lexicon
from diagramloop.errors import DiagramloopError, PictureError
from diagramloop.graph import Box, Node
from diagramloop.models.pixels import rgb_image
from diagramloop.scores.alignment import align, align_by_text

SIMILAR = 0.8  # texts that are the same
SAME_PLACE = 0.5  # intersection over union of a node and its reading
COVERED = 0.5  # of a word's box that the line which reads it holds at least
FOREIGN = 0.2  # of a line that words of the node cover at most where it is none of theirs
ROWS = 1.9  # usual heights of a word that a line of two rows has at least
MARGIN = 0.15  # of a word's height that is kept around it
UPWARDS = "bt"


@dataclass(frozen=True)
class ReadNode:
    """A node's text as it was read.

    Attributes:
        text: of the reading; empty where the node is missed.
        cause: why it is wrong; ``right`` if it is not.
        by_true_boxes: the text read out of true boxes of words, in their true order.
    """

    truth: str
    text: str
    cause: str
    by_true_boxes: str


def main(hdbpmn: Path, split: str = "validation", pages: int = 12, agents: str = "learned") -> None:
    """Print the table, each wrong text before it."""
    marked = [page for page in HdBpmn(hdbpmn, split).pages() if isinstance(page, Page) and page.words]  # type: ignore[arg-type]
    places = (np.arange(pages) + 0.5) * len(marked) / pages
    texts, unmarked, edges = list[ReadNode](), 0, Counter[str]()
    for page in (marked[int(place)] for place in places):
        try:
            figure = parse(np.asarray(rgb_image(page.picture.read_bytes())), agents)
        except DiagramloopError as error:
            print(f"{page.id}: {error.reason}: {error}")
            continue
        whole, without_words = read_nodes(page, figure)
        texts += whole
        unmarked += without_words
        matching = align_by_text(figure.graph, page.graph).edges
        edges.update(right=2 * len(matching.matched), all=len(figure.graph.edges) + len(page.graph.edges))
        for text in whole:
            if text.cause != "right":
                print(f"  {page.id}: {text.cause}: {text.truth!r} read as {text.text!r}, {text.by_true_boxes!r}")
    report(texts, unmarked, edges)


def report(texts: Sequence[ReadNode], unmarked: int, edges: Counter[str]) -> None:
    """Print shares and causes."""
    shares = {
        "similar": [is_similar(text.text, text.truth) for text in texts],
        "exact": [folded(text.text) == folded(text.truth) for text in texts],
        "similar by true boxes": [is_similar(text.by_true_boxes, text.truth) for text in texts],
    }
    f1 = edges["right"] / max(1, edges["all"])
    named = ", ".join(f"{name} {sum(right) / max(1, len(right)):.3f}" for name, right in shares.items())
    print(f"{len(texts)} texts: {named}; edges by text, F1 {f1:.3f}; {unmarked} unmarked")
    legible = Counter(text.cause for text in texts if is_similar(text.by_true_boxes, text.truth))
    print("| cause | texts | of which right by true boxes |\n|---|---|---|")
    for cause, count in Counter(text.cause for text in texts).most_common():
        print(f"| {cause} | {count} | {legible[cause]} |")


def folded(text: str) -> str:
    """A text on one line, case aside."""
    return " ".join(text.casefold().split())


def is_similar(text: str, truth: str) -> bool:
    """True of texts that are the same but for a fifth of their letters."""
    return Levenshtein.normalized_similarity(folded(text), folded(truth)) >= SIMILAR


def read_nodes(page: Page, figure: ParsedFigure) -> tuple[list[ReadNode], int]:
    """The texts of a page's nodes, and how many have words that are not marked."""
    named = [node for node in page.graph.nodes if node.text.strip() and node.box]
    words = words_of(named, page.words)
    read_as = {
        page.graph.nodes[truth].id: read for read, truth in align(figure.graph, page.graph, SAME_PLACE).nodes.matched
    }
    lines = [line for own in lines_of(figure.board) for line in own]
    owners = [number for number, own in enumerate(lines_of(figure.board)) for _ in own]
    free = [line for line in figure.board.lines if not any(line is one for one in lines)]
    boxes = given_boxes([*lines, *free], figure)
    owner = np.array([*owners, *(-1 for _ in free)])
    grey = in_even_light(figure.picture)
    texts = []
    for node, own in zip(named, words, strict=True):
        if len(own) < len(node.text.split()):
            continue
        text, cause = "", "node missed"
        if node.id in read_as:
            text = figure.graph.nodes[read_as[node.id]].text
            cause = "right" if is_similar(text, node.text) else cause_of(own, boxes, owner, read_as[node.id])
        texts.append(ReadNode(node.text, text, cause, by_true_boxes(grey, own)))
    return texts, len(named) - len(texts)


def words_of(nodes: Sequence[Node], words: Sequence[Word]) -> list[list[Word]]:
    """The marked words of each node in the order of its text, the nearest first to be given; fewer where some lack."""
    wanted = [
        (number, place, word) for number, node in enumerate(nodes) for place, word in enumerate(node.text.split())
    ]
    by_text = defaultdict(list)
    for number, word in enumerate(words):
        by_text[word.text.casefold()].append(number)
    pairs = [
        (distance(nodes[number].box or (0, 0, 0, 0), words[mark].box), number, place, mark)
        for number, place, text in wanted
        for mark in by_text[text.casefold()]
    ]
    given: dict[tuple[int, int], int] = {}
    for _, number, place, mark in sorted(pairs):
        if (number, place) not in given and mark not in given.values():
            given[number, place] = mark
    return [[words[given[key]] for key in sorted(given) if key[0] == number] for number in range(len(nodes))]


def distance(node: Box, word: Box) -> float:
    """Pixels between two boxes, and a little for the way to the node's middle."""
    gaps = [max(node[i] - word[i + 2], word[i] - node[i + 2], 0.0) for i in (0, 1)]
    return hypot(*gaps) + 0.005 * abs(node[0] + node[2] - word[0] - word[2])


def given_boxes(lines: Sequence[TextLine], figure: ParsedFigure) -> NDArray[np.float64]:
    """Boxes of lines in pixels of the picture as given, shape (n, 4)."""
    boxes = np.array([line.box for line in lines], np.float64).reshape(-1, 1, 4)
    to_given = np.eye(3) if figure.board.to_given is None else figure.board.to_given
    return cv2.perspectiveTransform(boxes.reshape(-1, 1, 2), to_given).reshape(-1, 4) if len(boxes) else boxes[:, 0]


def in_even_light(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The darkest channel; as it is where no page is seen."""
    with suppress(PictureError):
        picture = evenly_lit(picture)
    return np.ascontiguousarray(picture.min(axis=2))


def by_true_boxes(grey: NDArray[np.uint8], words: Sequence[Word]) -> str:
    """Words cut by their boxes, those upwards turned, as they are read."""
    strips = []
    for word in words:
        x0, y0, x1, y1 = word.box
        margin = MARGIN * (x1 - x0 if word.way == UPWARDS else y1 - y0)
        left, top = (max(0, int(side - margin)) for side in (x0, y0))
        strip = grey[top : int(y1 + margin) + 1, left : int(x1 + margin) + 1]
        strips.append(np.ascontiguousarray(np.rot90(strip, -1) if word.way == UPWARDS else strip))
    return " ".join(reading.text for reading in with_lexicon().read(strips))


def cause_of(words: Sequence[Word], boxes: NDArray[np.float64], owner: NDArray[np.int64], node: int) -> str:
    """The cause that most words have, among those that are not cut and given as they should be."""
    usual = float(np.median([word.box[3] - word.box[1] for word in words]))
    causes = Counter(cause for word in words for cause in word_causes(word, boxes, owner, node, ROWS * usual))
    if causes:
        return causes.most_common(1)[0][0]
    own = boxes[owner == node]
    covered = [max(shares(np.array(word.box), line).sum() for word in words) for line in own[:, None]]
    return "line of something else" if min(covered, default=1.0) < FOREIGN else "misread, or out of order"


def word_causes(
    word: Word, boxes: NDArray[np.float64], owner: NDArray[np.int64], node: int, highest: float
) -> Iterator[str]:
    """Why a word cannot be read rightly; nothing where a line of its node holds it."""
    held = shares(boxes, np.array(word.box))
    best = int(held.argmax()) if len(held) else -1
    if best < 0 or held[best] < COVERED:
        yield "cut into pieces" if held.sum() >= COVERED else "in no line"
    elif owner[best] != node:
        yield "in a line of no node" if owner[best] < 0 else "in a line of another node"
    elif word.way == UPWARDS:
        yield "upwards"
    elif boxes[best, 3] - boxes[best, 1] > highest:
        yield "rows merged"


def shares(boxes: NDArray[np.float64], box: NDArray[np.float64]) -> NDArray[np.float64]:
    """Shares of ``box`` that each of ``boxes`` covers, shape (n,); the two are exchangeable but for that."""
    boxes, box = boxes.reshape(-1, 4), box.reshape(-1, 4)
    common = np.minimum(boxes[:, 2:], box[:, 2:]) - np.maximum(boxes[:, :2], box[:, :2])
    area = np.maximum(np.prod(box[:, 2:] - box[:, :2], axis=1), 1e-6)
    return np.asarray(np.prod(np.maximum(common, 0.0), axis=1) / area)


if __name__ == "__main__":
    typer.run(main)
