"""A procedural graph extracted from a document, drawn and as triples beside the gold, with the rounds of refinement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from diagramloop.errors import FormatError
from diagramloop.graph import FlowGraph
from diagramloop.graph.triples import write_triples
from diagramloop.report._marks import ElementMark, gold_marks, invented, predicted_marks
from diagramloop.report._sample import Drawing, Panel, Passage, Sample, Table
from diagramloop.scores.alignment import align_by_text
from diagramloop.scores.counterparts import ALIKE, wording

EXTRACTION = "extraction"
AS_WRITTEN = "As written, which paged_official reads"


@dataclass(frozen=True)
class Round:
    """A round of refinement: the graph it began with, what was suggested of it, and why it failed, if it did.

    Attributes:
        tokens, seconds: that making and examining the graph took of the models.
    """

    graph: FlowGraph
    suggestions: tuple[str, ...]
    failure: str = ""
    tokens: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Extracted:
    """One extractor on one document.

    Attributes:
        score: its metric ``headline`` on this document.
        graph: None when it gave nothing; ``reason`` then says why.
        facets: see :class:`Sample`.
        lines: those that the graph was read from, as a model wrote them; empty where there are none.
        gold_picture, picture: drawings of both graphs (PNG), which then have places; None where there is none.
    """

    data: str
    system: str
    document: str
    text: str
    headline: str
    score: float | None
    gold: FlowGraph
    graph: FlowGraph | None
    rounds: tuple[Round, ...] = ()
    reason: str = ""
    facets: Mapping[str, str] = field(default_factory=dict)
    lines: str = ""
    gold_picture: bytes | None = None
    picture: bytes | None = None

    def sample(self) -> Sample:
        """The text, both graphs drawn and as triples, and every element that is not right."""
        graph = self.graph or FlowGraph()
        laid = (graph, self.gold, align_by_text(graph, self.gold), _says)
        meant, given = gold_marks(*laid), predicted_marks(*laid)
        passages = (
            Passage("Document", self.text),
            Passage("Gold", _triples(self.gold)),
            Passage("Extracted", _triples(graph)),
            *([Passage(AS_WRITTEN, self.lines)] if self.lines else []),
        )
        verdicts = (*meant, *invented(given))
        scored = (EXTRACTION, self.data, self.system, self.document, self.headline, self.score)
        return Sample(
            *scored,
            panels=tuple(self._panels(meant, given)),
            passages=passages,
            tables=(self._refinement(graph),) if self.rounds else (),
            verdicts=verdicts,
            reason=self.reason,
            facets=self.facets,
        )

    def _panels(self, meant: tuple[ElementMark, ...], given: tuple[ElementMark, ...]) -> Iterator[Panel]:
        """Both graphs, where they were drawn."""
        if self.gold_picture is not None:
            yield Panel("gold", Drawing(self.gold, self.gold_picture), meant)
            drawing = Drawing(self.graph, self.picture) if self.graph is not None and self.picture else None
            yield Panel(f"extracted by {self.system}", drawing, given, self.reason or "not drawn")

    def _refinement(self, last: FlowGraph) -> Table:
        """Round by round: what was suggested or failed, and the lines of the graph that came and went with it."""
        header = ("round", "suggestions", "lines removed", "lines added", "tokens", "seconds of the models")
        return Table("Rounds of refinement (text2flow)", header, tuple(self._rounds(last)))

    def _rounds(self, last: FlowGraph) -> Iterator[tuple[str, ...]]:
        graphs = [*(step.graph for step in self.rounds), last]
        for number, step in enumerate(self.rounds):
            before, after = (_triples(graph).splitlines() for graph in graphs[number : number + 2])
            removed = "\n".join(line for line in before if line not in after)
            added = "\n".join(line for line in after if line not in before)
            failure = [f"failed: {step.failure}"] if step.failure else []
            suggestions = "\n".join([*step.suggestions, *failure])
            cost = (str(step.tokens), f"{step.seconds:.1f}") if step.tokens or step.seconds else ("–", "–")
            yield str(number + 1), *(text or "none" for text in (suggestions, removed, added)), *cost


def _says(text: str, meant: str) -> bool:
    """True of words that the strict scores take for the same."""
    return float(wording([text], [meant])[0, 0]) >= ALIKE


def _triples(graph: FlowGraph) -> str:
    try:
        return write_triples(graph).text
    except FormatError:  # there is no flow to write
        return "no flow"
