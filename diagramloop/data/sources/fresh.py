"""Charts, questions, dialogues and documents that nobody has published: made by a grammar from a seed and a day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from diagramloop.data.sources._dialogues import FAQ, Dialogue
from diagramloop.data.sources._fresh_questions import questions_on
from diagramloop.data.sources._grounding import Utterance, dialogue_of
from diagramloop.data.sources._model import Chart, Document, Question, Rejected
from diagramloop.data.synth.fresh import NO, YES, Grammar, chart_of, text_of, triples_of, words
from diagramloop.errors import RejectionReason, SourceError
from diagramloop.graph.mermaid import read_mermaid, write_mermaid
from diagramloop.graph.triples import read_triples

DOMAINS = {"short": (4, 8), "middle": (9, 16), "long": (17, 26)}  # steps of a chart: from, and to
DOCUMENT_STEPS = (5, 10)
LEFT_TO_RIGHT = 0.15  # share of charts
SHIPPED_DAY = "2026-11-25"  # of the set that the configuration has
MOST_TURNS = 40  # of a walk: a loop is left in the end
_UNTIL = 0.5  # chance that a question is answered with yes


class Fresh:
    """A set of any size; domains say how long a chart is.

    Args:
        root: of which nothing is read.
        day: on which the set is drawn, such as ``2026-11-25``: part of the seed, and told beside its rows.
        seed: any number or word. A set of a seed that nobody else knows cannot have been seen.
        count: charts, and as many documents.
    """

    name = "fresh"
    licence = "CC0-1.0"

    def __init__(self, root: Path, day: str = SHIPPED_DAY, seed: int | str = 0, count: int = 30) -> None:
        del root
        self._stamp = f"{_day(day)}-{seed}"
        self._count = count

    @staticmethod
    def drawn_on(options: Mapping[str, Any]) -> str:
        """The day on which the set of these options is drawn."""
        return _day(options.get("day", SHIPPED_DAY))

    def charts(self) -> Iterator[Chart | Rejected]:
        """The charts, in turn of each length; ids are ``fresh-NUMBER``."""
        yield from self._charts.values()

    def questions(self) -> Iterator[Question | Rejected]:
        """Questions of all four types on each chart; ids are ``CHART_NUMBER``, counted from 1."""
        for chart in self._charts.values():
            yield from questions_on(chart.id, chart.graph, self._chance("questions", chart.id))

    def dialogues(self) -> Iterator[Dialogue | Rejected]:
        """A dialogue along each chart, from its root to its end; ids are ``CHART_d1``."""
        for chart in self._charts.values():
            yield dialogue_of(f"{chart.id}_d1", chart, list(_walk(chart, self._chance("dialogue", chart.id))))

    def faqs(self, chart: str) -> tuple[FAQ, ...]:
        """None.

        Raises:
            SourceError: there is no such chart.
        """
        if chart not in self._charts:
            raise SourceError(f"no usable chart {chart!r}")
        return ()

    def documents(self) -> Iterator[Document | Rejected]:
        """Documents of other procedures than the charts'; ids are ``fresh-text-NUMBER``."""
        for number in range(self._count):
            id = f"fresh-text-{number:03}"
            chance = self._chance("document", id)
            plan = Grammar(chance, forks=True).plan(chance.randint(*DOCUMENT_STEPS))
            yield Document(id, self.name, self.licence, text_of(plan), read_triples(triples_of(plan)), id)

    @cached_property
    def _charts(self) -> dict[str, Chart]:
        made = (self._chart(f"fresh-{number:03}", number) for number in range(self._count))
        return {chart.id: chart for chart in made}

    def _chart(self, id: str, number: int) -> Chart:
        chance = self._chance("chart", id)
        domain = tuple(DOMAINS)[number % len(DOMAINS)]
        plan = Grammar(chance).plan(chance.randint(*DOMAINS[domain]))
        direction = "LR" if chance.random() < LEFT_TO_RIGHT else "TB"
        text = write_mermaid(chart_of(plan, direction)).text
        return Chart(id, self.name, domain, self.licence, text, read_mermaid(text), None, id)

    def _chance(self, *what: str) -> Random:
        return Random(" ".join((self._stamp, *what)))  # noqa: S311 - reproducible, no secret


def _day(day: object) -> str:
    try:
        return date.fromisoformat(str(day)).isoformat()
    except ValueError as error:
        raise SourceError(f"{day!r} is no day, such as 2026-11-25", reason=RejectionReason.INVALID) from error


def _walk(chart: Chart, chance: Random) -> Iterator[Utterance]:
    """The words of a user and an agent along one way through a chart."""
    said, node, ways = words(), chart.graph.nodes[0].id, _ways(chart)
    yield Utterance("user", chance.choice(said["openings"]).format(goal=chance.choice(said["goals"])))
    for turn in range(10 * MOST_TURNS):
        yield Utterance("agent", chart.graph.node_by_id[node].text, node)
        if not ways[node]:
            break
        answer = ""
        if len(ways[node]) > 1:
            answer = YES if turn > MOST_TURNS or chance.random() < _UNTIL else NO
        yield Utterance("user", chance.choice(said[answer.lower() or "done"]), node)
        node = ways[node][answer]
    yield Utterance("user", chance.choice(said["closings"]))


def _ways(chart: Chart) -> dict[str, dict[str, str]]:
    """By node, where each answer leads."""
    ways: dict[str, dict[str, str]] = {node.id: {} for node in chart.graph.nodes}
    for edge in chart.graph.edges:
        ways[edge.source][edge.label] = edge.target
    return ways
