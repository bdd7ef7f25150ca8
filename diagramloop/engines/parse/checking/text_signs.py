"""Signs of texts: how surely their letters are read, whether their words are known ones, which ink nobody has."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from diagramloop.engines.parse.blackboard import Blackboard, TextLine
from diagramloop.engines.parse.checking.explanation import ChartSigns, NodeSigns, TextSigns
from diagramloop.engines.parse.checking.node_signs import UNKNOWN, lines_of
from diagramloop.engines.parse.same_places import holds_middle
from diagramloop.graph import Box, FlowGraph

_LEAST_PROBABILITY = 1e-6  # of a text: doubts have an end
_SHORTEST_WORD = 3  # letters: of shorter ones nearly all are one letter from a known one
_LONGEST_WORD = 40  # letters of a word that is looked for among known ones
_MOST_WORDS = 300  # of one chart that are looked for


@dataclass(frozen=True)
class _Page:
    """Signs that all texts of a page have in common.

    Attributes:
        strange: words that are not known, each with whether it is one letter from one that is.
    """

    doubt: float
    unowned_share: float
    free_texts: float
    strange: Mapping[str, bool]

    def signs(self, text: str, lines: Sequence[TextLine], free_ink: float = UNKNOWN) -> TextSigns:
        """Signs of a text that was read from these lines; ``free_ink`` is that of its node."""
        words = list(_words(text))
        doubt = sum(map(_doubt, lines)) if lines else UNKNOWN
        unknown_letters = _share([word for word in words if word in self.strange], words)
        near_letters = _share([word for word in words if self.strange.get(word)], words)
        of_text = (doubt, self.doubt, float(len(text)), unknown_letters, near_letters)
        return TextSigns(*of_text, self.unowned_share, free_ink, self.free_texts)


def text_signs(
    board: Blackboard, graph: FlowGraph, nodes: Sequence[NodeSigns], chart: ChartSigns, words: Collection[str]
) -> tuple[tuple[TextSigns, ...], dict[int, TextSigns]]:
    """Signs of the texts of all nodes and then of all groups; and of all labels, by the number of their edge.

    Args:
        nodes, chart: their signs.
        words: known ones, in lower case.
    """
    labels = {number: edge for number, edge in enumerate(graph.edges) if edge.label}
    texts = [*(end.text for end in graph.ends), *(edge.label for edge in labels.values())]
    page = _Page(
        doubt=_page_doubt(board.lines),
        unowned_share=chart.unowned_share,
        free_texts=chart.unowned_texts,
        strange=_strange_words(texts, words),
    )
    of_labels = {n: page.signs(edge.label, _within(board.lines, edge.label_box)) for n, edge in labels.items()}
    return (*_of_nodes(page, board, nodes), *_of_titles(page, board)), of_labels


def _of_nodes(page: _Page, board: Blackboard, nodes: Sequence[NodeSigns]) -> Iterator[TextSigns]:
    for node, lines, signs in zip(board.nodes, lines_of(board), nodes, strict=True):
        yield page.signs(node.text, node.lines or lines, signs.inner_ink)


def _of_titles(page: _Page, board: Blackboard) -> Iterator[TextSigns]:
    for group in board.groups:
        yield page.signs(group.text, _within(board.lines, group.title_box))


def _within(lines: Sequence[TextLine], box: Box | None) -> list[TextLine]:
    return [] if box is None else [line for line in lines if holds_middle(box, line.box)]


def _doubt(line: TextLine) -> float:
    """The logarithm of one by the probability of a line."""
    return -math.log(max(line.probability, _LEAST_PROBABILITY))


def _page_doubt(lines: Sequence[TextLine]) -> float:
    """The doubts of all lines of a page, for each letter."""
    known = [line for line in lines if not math.isnan(line.probability)]
    return sum(map(_doubt, known)) / max(1, sum(len(line.text) for line in known)) if known else UNKNOWN


def _share(some: Sequence[str], words: Sequence[str]) -> float:
    """Letters of some words in those of all; 0 of none."""
    return sum(map(len, some)) / max(1, sum(map(len, words)))


def _words(text: str) -> Iterator[str]:
    for of_letters, run in itertools.groupby(text, key=_is_letter):
        if of_letters:
            yield "".join(run).lower()


def _strange_words(texts: Sequence[str], known: Collection[str]) -> dict[str, bool]:
    """The words that are not known, each with whether it is one letter from one that is, or from the chart's own."""
    counts: dict[str, int] = {}
    for word in itertools.chain.from_iterable(map(_words, texts)):
        counts[word] = counts.get(word, 0) + 1
    strange = [word for word in counts if word not in known]
    own = [word for word in strange if counts[word] > 1]
    looked_for = [word for word in strange if _SHORTEST_WORD <= len(word) <= _LONGEST_WORD][:_MOST_WORDS]
    near = {word: _is_near(word, own) or _is_near(word, known) for word in looked_for}
    return {word: near.get(word, False) for word in strange}


def _is_letter(character: str) -> bool:
    return character.isalpha() or character == "'"


def _is_near(word: str, known: Iterable[str]) -> bool:
    others = (other for other in known if other != word)
    return process.extractOne(word, others, scorer=Levenshtein.distance, score_cutoff=1) is not None
