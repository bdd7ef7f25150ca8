"""Documents whose built graphs tell one step too many, which stands nowhere in the text."""

from __future__ import annotations

from itertools import pairwise

from diagramloop.data.sources import Document
from diagramloop.engines.training.language.folds import Extracted
from diagramloop.graph import FlowGraph
from diagramloop.graph.triples import read_triples

THINGS = ("letter", "parcel", "invoice", "contract", "form", "report")
DOCUMENTS = 24


def superfluous() -> list[Extracted]:
    """The documents, each with the graph that was built of it."""
    return [_extracted(number, THINGS[number % len(THINGS)]) for number in range(DOCUMENTS)]


def _extracted(number: int, thing: str) -> Extracted:
    text = f"First, open the {thing}. Then pay the bill. Finally, close the office."
    told = [f"open the {thing}", "pay the bill", "close the office"]
    gold, built = (_chain(steps) for steps in (told, [*told[:2], "remember elephants", told[2]]))
    return Document(f"document-{number}", "made", "CC-BY-4.0", text, gold), built


def _chain(steps: list[str]) -> FlowGraph:
    ends = ["Start", *steps, "End"]
    return read_triples("\n".join(f"{one} -> {other}" for one, other in pairwise(ends)))
