"""The embedded extractor: procedural graphs from text without a language model.

A pipeline of small stages. :mod:`segmentation` gives sentences of tokens; the :mod:`tagger`, trained, marks what
each stretch mentions (step, condition, data, actor, ...); :mod:`cues` are phrases that say how steps hang together;
:mod:`anaphora` puts things' names in the place of pronouns; :mod:`reading` makes events of all this, with texts by
:mod:`phrases`; the :mod:`builder` tells the events sentence by sentence into a :mod:`draft`, :mod:`steps`,
:mod:`cases` and :mod:`parallel` ones each in their way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from diagramloop.base.text.word_lists import Choice
from diagramloop.engines.extract.embedded.builder import build
from diagramloop.engines.extract.embedded.events import SentenceReading
from diagramloop.engines.extract.embedded.reading import read
from diagramloop.engines.extract.embedded.segmentation import MAX_CHARACTERS, sentences
from diagramloop.engines.extract.embedded.tagger import Weights, mentions, shipped_weights
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.contestants.extractors import Extraction
from diagramloop.graph import FlowGraph
from diagramloop.graph.account import Account, LeftOut

__all__ = ["MAX_CHARACTERS", "Embedded", "Weights"]


class Embedded:
    """Extracts offline and deterministically.

    Args:
        weights: of the tagger; those in the package where none are given.
        word_lists: which entries of the word lists count, see :class:`diagramloop.base.text.word_lists.Choice`.
    """

    name = "embedded"
    lineage = (f"{__name__}:tagger.lineage.json",)

    def __init__(self, weights: Weights | None = None, word_lists: Mapping[str, Sequence[str]] | None = None) -> None:
        self._weights = weights
        self._word_lists = Choice(word_lists)

    def extract(self, text: str) -> Extraction:
        """The procedural graph of the document ``text``.

        Every step lies between a Start and an End, and every gateway has two branches or joins two.

        Raises:
            DiagramloopError: the document has no words, or nothing in it tells of a process (EMPTY), it is longer than
                ``MAX_CHARACTERS`` (TOO_LARGE) or no text (UNREADABLE); the package lacks its weights, or a sentence
                asks for the parser and the extra language is not installed (MISSING).
        """
        with self._word_lists.read():
            document = sentences(text)
            marked = mentions(document, self._weights or shipped_weights())
            readings = list(read(document, marked))
            graph = build(readings)
        if not graph.nodes:
            raise DiagramloopError("nothing in the document tells of a process", reason=RejectionReason.EMPTY)
        return Extraction(graph, account=_account(graph, readings))


def _account(graph: FlowGraph, readings: Sequence[SentenceReading]) -> Account:
    """Sentences that no node was made of, counted by the spans of nodes, and those that stand whole."""
    spans = {node.span for node in graph.nodes}
    sentences = [(reading.sentence.start, reading.sentence.end) for reading in readings]
    missing = sum(span not in spans for span in sentences)
    verbatim = sum(reading.verbatim for reading in readings)
    lines = []
    if missing:
        lines.append(f"{missing} of {len(readings)} sentences have no node")
    if verbatim:
        lines.append(f"{verbatim} of {len(readings)} stand whole, as one step")
    left_out = (LeftOut("sentences", missing, "no node"),) if missing else ()
    return Account(left_out, line="; ".join(lines))
