"""Places in the text at which the parts of a graph are told: the embedded agent's spans (Equation 3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.extract.embedded.cues import CueKind, cues
from diagramloop.engines.extract.embedded.segmentation import Sentence, sentences, words_of
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import FlowGraph

LEAST_COVERAGE = 0.3
"""Share of a text's words that a sentence must have to be where it is told."""
MOST_PAIRS = 2_000_000
_LOOSE = 1.0 / 1000.0


class TextGrounding:
    """A document's sentences, and which of them tells each node."""

    def __init__(self, text: str) -> None:
        self._sentences: list[Sentence] = sentences(text)
        self._words = [{token.lemma for token in sentence.tokens if token.is_word} for sentence in self._sentences]
        self._memory: dict[str, NDArray[np.float64]] = {}

    @cached_property
    def cues(self) -> list[frozenset[CueKind]]:
        """The kinds of cue phrases in each sentence."""
        return [frozenset(cue.kind for cue in cues(sentence)) for sentence in self._sentences]

    def coverage(self, text: str) -> NDArray[np.float64]:
        """(sentences,) the share of a text's words that each sentence has; of none where there are no words."""
        if text not in self._memory:
            wanted = {token.lemma for token in words_of(text)}
            shares = [len(wanted & words) / max(len(wanted), 1) for words in self._words]
            self._memory[text] = np.array(shares, dtype=np.float64)
        return self._memory[text]

    def __len__(self) -> int:
        return len(self._sentences)

    def places(self, graph: FlowGraph) -> dict[str, int]:
        """The number of the sentence that tells each node with a text; of equals the nearest after the last one.

        Raises:
            DiagramloopError: TOO_LARGE, more than two million pairs of node and sentence.
        """
        if len(graph.nodes) * len(self) > MOST_PAIRS:
            message = f"{len(graph.nodes)} nodes and {len(self)} sentences are too many to compare"
            raise DiagramloopError(message, reason=RejectionReason.TOO_LARGE)
        places: dict[str, int] = {}
        last = 0
        for node in graph.nodes:
            shares = self.coverage(node.text)
            if not node.text.strip() or shares.max() < LEAST_COVERAGE:
                continue
            distance = np.abs(np.arange(len(shares)) - last) + (np.arange(len(shares)) < last)
            places[node.id] = last = int(np.argmax(shares - _LOOSE * distance))
        return places

    def told(self, places: Sequence[int]) -> frozenset[CueKind]:
        """The cues of several sentences."""
        return frozenset().union(*(self.cues[place] for place in places))
