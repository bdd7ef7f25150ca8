"""Choosing the questions of a benchmark: those that take reasoning over parts of a chart, evenly over its strata.

Follow the Flow, Section 4.3, Step 3: questions on the number of nodes or edges are left out, since they trivially
attribute the whole chart; then the question of highest agreement is taken for each chart, those on which both human
annotators concur first; then further ones from the domains and types that have the fewest.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import combinations
from statistics import fmean

import yaml

from diagramloop.data.sources import Chart, Question
from diagramloop.graph import FlowGraph
from diagramloop.scores.annotation import AnnotationStore
from diagramloop.scores.annotator_agreement import overlap

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A question that may be chosen.

    Attributes:
        id: of the question.
        chart: id of its chart.
        domain, type: its strata.
        picks: the nodes that each annotator picked; at least one annotator.
        automatic: the nodes of the automatic label.
    """

    id: str
    chart: str
    domain: str
    type: str
    picks: tuple[tuple[str, ...], ...]
    automatic: tuple[str, ...] = ()

    @property
    def concur(self) -> bool:
        """True if two annotators or more picked the same set of nodes."""
        return len(self.picks) > 1 and len({frozenset(pick) for pick in self.picks}) == 1

    @property
    def agreement(self) -> float:
        """Mean overlap of any two labels, the automatic one included; in [0, 1], and 0 for a label alone."""
        labels = (*self.picks, self.automatic) if self.automatic else self.picks
        return fmean([overlap(*pair) for pair in combinations(labels, 2)] or [0.0])


def is_trivial(question: str, attribution: Sequence[str], graph: FlowGraph) -> bool:
    """True if the question asks for the number of all nodes or edges, or every node of the chart is attributed."""
    return asks_for_size(question) or set(attribution) >= graph.node_by_id.keys()


def asks_for_size(question: str) -> bool:
    """True if the question asks for the number of all nodes or edges of its chart, and for nothing else.

    A word beyond the quantity, the element and names of the whole chart makes it a question on a part: ``How many
    edges lead into the gate?``, ``How many edges exist in the shortest path between ...``.
    """
    quantity, element, whole = _vocabulary()
    words = [word.casefold() for word in _WORD.findall(question)]
    asked, counted = quantity.subn(" ", f" {' '.join(words)} ")
    rest = asked.split()
    return counted > 0 and any(word in element for word in rest) and all(word in element | whole for word in rest)


def candidates(
    questions: Iterable[Question],
    charts: Iterable[Chart],
    store: AnnotationStore,
    automatic: Mapping[str, Sequence[str]] | None = None,
) -> list[Candidate]:
    """The annotated questions that are not trivial, in order.

    Args:
        charts: at least those that are asked about.
        automatic: the nodes of the automatic labels, by question.
    """
    of_question, by_id = store.by_question(), {chart.id: chart for chart in charts}
    offered: list[Candidate] = []
    for question in questions:
        picks = tuple(annotation.nodes for annotation in of_question.get(question.id, ()))
        chart = by_id[question.chart]
        if any(picks) and not any(is_trivial(question.question, pick, chart.graph) for pick in picks):
            label = tuple((automatic or {}).get(question.id, ()))
            offered.append(Candidate(question.id, chart.id, chart.domain, question.type.value, picks, label))
    return offered


def select(candidates: Iterable[Candidate], size: int) -> list[Candidate]:
    """At most ``size`` candidates: the best of each chart, then one by one the best of the rarest domain and type.

    Best is where annotators concur, then the highest agreement, then the first by id. Further questions are taken
    only where annotators concur. With more charts than ``size``, those with the best questions are taken.
    """
    waiting = sorted(candidates, key=_preference)
    best: dict[str, Candidate] = {}
    for candidate in waiting:
        best.setdefault(candidate.chart, candidate)
    chosen = list(best.values())[:size]
    taken = {candidate.id for candidate in chosen}
    spare = [candidate for candidate in waiting if candidate.concur and candidate.id not in taken]
    sizes = Counter(_cell(candidate) for candidate in chosen)
    while spare and len(chosen) < size:
        rarest = min(spare, key=lambda candidate: sizes[_cell(candidate)])  # the first of several: the best
        spare.remove(rarest)
        chosen.append(rarest)
        sizes[_cell(rarest)] += 1
    return chosen


def _preference(candidate: Candidate) -> tuple[bool, float, str]:
    return not candidate.concur, -candidate.agreement, candidate.id


def _cell(candidate: Candidate) -> tuple[str, str]:
    return candidate.domain, candidate.type


@cache
def _vocabulary() -> tuple[re.Pattern[str], frozenset[str], frozenset[str]]:
    text = resources.files("diagramloop.engines.attribute").joinpath("whole_chart_questions.yaml").read_text("utf-8")
    words = yaml.safe_load(text)
    quantities = "|".join(map(re.escape, words["quantities"]))
    return re.compile(rf"(?<= )(?:{quantities})(?= )"), frozenset(words["elements"]), frozenset(words["whole"])
