"""Whether other decisions of the embedded builder would raise XOR on PAGED: it is told what aligned gold says.

    python benchmarks/extract_xor_decisions.py --root DATA/paged

Nothing here looks at a score. On the dev documents, read cross-validated, texts are aligned to the gold graph's steps
and conditions; where the alignment decides, the builder does what gold does. First how often its own decisions agree:
whether two conditions belong to one gateway, and behind which open ends a step goes on. Then the scores when gold
decides: behind which ends steps go on; what becomes of the branches left open at the end (an End of their own, back to
a step, or joined); which sentences are conditional; and all of it.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from unittest.mock import patch

import numpy as np
from extract_xor import score
from extract_xor_loss import Pair, strict
from extract_xor_oracle import read_documents
from scipy.optimize import linear_sum_assignment
from train_extractor import documents

from diagramloop.extract.embedded.builder import build
from diagramloop.extract.embedded.course import Course
from diagramloop.extract.embedded.draft import OpenEnd
from diagramloop.extract.embedded.events import OTHERWISE, EventKind, Reading
from diagramloop.graph import Edge, EdgeKind, FlowGraph, NodeKind
from diagramloop.graph.procedural import ACTIONS, GATEWAYS
from diagramloop.score.paged_official import lexical
from diagramloop.sources import Document

STEP = 0.5
"""Least likeness at which a text is a gold step's."""
CONDITION = 0.6
"""Least likeness at which a condition is a gold edge's."""
SAME = 0.35
"""Least likeness of two conditions, of what they lead to included, at which they are the same."""
HEARD = 0.3
"""Likeness to every gold condition below which gold has none such."""


class Gold:
    """What a gold graph says of the texts of a graph under construction."""

    def __init__(self, graph: FlowGraph) -> None:
        self.flows = [edge for edge in graph.edges if edge.kind is not EdgeKind.CONSTRAINT]
        self.kind = {node.id: node.kind for node in graph.nodes}
        self.steps = {node.id: node.text for node in graph.nodes if node.kind in ACTIONS and node.text}

    def step(self, text: str) -> str | None:
        """The step that a text is."""
        best = max(((lexical(text, other), id) for id, other in self.steps.items()), default=(0.0, ""))
        return best[1] if best[0] >= STEP else None

    def condition(self, text: str) -> Edge | None:
        """The edge that a condition stands on."""
        best = max(self.flows, key=lambda edge: lexical(text, edge.label) if edge.label else 0.0, default=None)
        return best if best and best.label and lexical(text, best.label) >= CONDITION else None

    def into(self, id: str) -> set[str | Edge]:
        """The steps from which, and the conditional edges by which, one comes to a node through gateways only."""
        found: set[str | Edge] = set()
        queue, seen = [id], {id}
        while queue:
            at = queue.pop()
            for edge in (edge for edge in self.flows if edge.target == at):
                found |= {edge} if edge.label else set()
                if self.kind[edge.source] not in GATEWAYS:
                    found.add(edge.source)
                elif edge.source not in seen:
                    seen.add(edge.source)
                    queue.append(edge.source)
        return found

    def out_of(self, at: str) -> str:
        """The first node from ``at`` on, itself included, that is no join."""
        ways = [edge.target for edge in self.flows if edge.source == at]
        seen = {at}
        while self.kind[at] in GATEWAYS and len(ways) == 1 and ways[0] not in seen:
            at = ways[0]
            seen.add(at)
            ways = [edge.target for edge in self.flows if edge.source == at]
        return at

    def place(self, course: Course, end: OpenEnd) -> str | Edge | None:
        """Where gold has an open end: behind a step or on a condition."""
        return self.condition(end.condition) if end.condition else self.step(course.text(end.node))

    def following(self, course: Course, text: str) -> list[OpenEnd]:
        """The open ends behind which gold goes on with a step; none where the alignment does not decide."""
        step = self.step(text)
        before = self.into(step) if step else set()
        return [end for end in course.ends if self.place(course, end) in before]


def placed(gold: Gold, agreed: Counter[str], *, decides: bool) -> Callable[..., OpenEnd]:
    """:meth:`Course.place`, by gold where ``decides``; counts how often its own decision is gold's."""
    own = Course.place

    def place(course: Course, reference: int | None, *, carry_on: bool, text: str = "") -> OpenEnd:
        meant = gold.following(course, text) if text and len(course.ends) > 1 else []
        if meant and decides:
            return meant[0] if len(meant) == 1 else course.join(meant)
        open_ends = list(course.ends)
        end = own(course, reference, carry_on=carry_on, text=text)
        if meant:
            joined = [other for other in open_ends if other not in course.ends]
            agreed.update(decided=1, agreed=(joined or [end]) == meant)
        return end

    return place


def closed(gold: Gold) -> Callable[[Course], None]:
    """:meth:`Course.close`, after gold has decided what becomes of each open end."""
    own = Course.close

    def close(course: Course) -> None:
        for end in list(course.ends):
            place = gold.place(course, end)
            ways = [place] if isinstance(place, Edge) else [edge for edge in gold.flows if edge.source == place]
            if len(ways) != 1:
                continue
            last = gold.out_of(ways[0].target)
            if gold.kind[ways[0].target] is NodeKind.END:
                course.finish(end)
            elif last in gold.steps:
                told = (at for at in range(len(course.draft.nodes)) if gold.step(course.text(at)) == last)
                course.loop(end, next(told, end.node))
        own(course)

    return close


def heard(gold: Gold, readings: Sequence[Reading]) -> Iterator[Reading]:
    """The readings without the conditions that gold has none like."""
    labels = [edge.label for edge in gold.flows if edge.label]
    for reading in readings:
        kept = (
            event
            for event in reading.events
            if event.kind is not EventKind.CONDITION
            or event.text == OTHERWISE
            or max((lexical(text, label) for text in (event.text, event.whole) for label in labels), default=0) >= HEARD
        )
        yield replace(reading, events=tuple(kept))


def grouped(made: FlowGraph, gold: FlowGraph) -> Counter[str]:
    """Of pairs of conditions that gold has, too: whether they stand on one gateway, here and in gold."""
    ours, theirs = ([edge for edge in graph.edges if edge.label] for graph in (made, gold))
    alike = np.array([[_alike(made, one, gold, other) for other in theirs] for one in ours])
    rows, columns = linear_sum_assignment(-alike.reshape(len(ours), len(theirs)))
    known = [(ours[a].source, theirs[b].source) for a, b in zip(rows, columns, strict=True) if alike[a, b] >= SAME]
    count: Counter[str] = Counter()
    for (one, there), (other, elsewhere) in combinations(known, 2):
        count.update(pairs=1, agreed=(one == other) == (there == elsewhere))
        count.update(one=there == elsewhere, told_one=one == other and there == elsewhere)
    return count


def _alike(made: FlowGraph, one: Edge, gold: FlowGraph, other: Edge) -> float:
    texts = (made.node_by_id[one.target].text, gold.node_by_id[other.target].text)
    return 0.6 * lexical(one.label, other.label) + 0.4 * lexical(*texts)


def decided(
    found: Sequence[tuple[Document, list[Reading]]], *, step: bool, end: bool, condition: bool
) -> tuple[list[Pair], Counter[str]]:
    """The graphs with the decisions named taken by gold, and how often the builder's own placing agrees with gold."""
    agreed: Counter[str] = Counter()
    pairs: list[Pair] = []
    for document, readings in found:
        gold = Gold(document.graph)
        with ExitStack() as patches:
            patches.enter_context(patch.object(Course, "place", placed(gold, agreed, decides=step)))
            if end:
                patches.enter_context(patch.object(Course, "close", closed(gold)))
            pairs.append((build(heard(gold, readings) if condition else readings), document.graph))
    return pairs, agreed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, required=True, help="folder with PAGED's JSON")
    found = list(read_documents(documents(parser.parse_args().root)))
    own, agreed = decided(found, step=False, end=False, condition=False)
    told = sum((grouped(made, gold) for made, gold in own), Counter())
    print("{agreed} of {pairs} pairs of conditions as in gold; {told_one} of {one} on one gateway".format_map(told))
    print("{agreed} of {decided} steps placed among several open ends as in gold".format_map(agreed))
    rows = {
        "as it is": (False, False, False),
        "gold places steps": (True, False, False),
        "gold closes branches": (False, True, False),
        "gold says what is conditional": (False, False, True),
        "all three": (True, True, True),
    }
    for title, (step, end, condition) in rows.items():
        pairs, _ = decided(found, step=step, end=end, condition=condition)
        print(f"{score(pairs):.3f} XOR F1, {strict(pairs)}: {title}", flush=True)


if __name__ == "__main__":
    main()
