"""Two charts with questions, one of them hostile."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from diagramloop.data.sources import Chart, Question, QuestionType
from diagramloop.doors.serve import AnnotationPage
from diagramloop.engines.attribute.dataset_drawing import drawn
from diagramloop.graph.mermaid import read_mermaid

BICYCLE = """flowchart TD
    tyre{"Is the tyre flat?"} -->|yes| pump("Pump it up")
    tyre -->|no| chain{"Is the chain on?"}
    pump --> ride(["Ride"])
    chain -->|yes| ride
    chain -->|no| oil["Put it back and oil it"]
    oil --> ride
"""
HOSTILE = """flowchart LR
    a["&lt;img src=x onerror=alert(1)&gt;"] --> b["../../etc/passwd"]
"""
EVIL = "<img src=x onerror=\"document.title='owned'\">"


def chart(id: str, mermaid: str) -> Chart:
    return Chart(id, "test", "bicycles", "CC0-1.0", mermaid, read_mermaid(mermaid))


def question(id: str, of: str, asked: str, nodes: tuple[str, ...]) -> Question:
    return Question(id, of, asked, (f"An answer to {id}",), QuestionType.APPLIED_SCENARIO, nodes)


@cache
def charts() -> tuple[Chart, Chart]:
    """One that comes with its picture, one that the page has to draw."""
    return drawn(chart("bicycle", BICYCLE))[0], chart("hostile", HOSTILE)


QUESTIONS = (
    question(
        "q1", "bicycle", "The tyre is flat: what comes before I ride, " + "and then again, " * 12 + "?", ("pump",)
    ),
    question("q2", "bicycle", "The chain is off. What now?", ("chain", "oil")),
    question("../q 3&id=q1#?", "hostile", EVIL, ("a",)),
    question("q4", "nowhere", "On no chart", ("a",)),
)


@dataclass
class Annotating:
    """Makes the page as often as it is asked to, always with the same log."""

    log: Path

    def page(self) -> AnnotationPage:
        return AnnotationPage(charts(), QUESTIONS, self.log)
