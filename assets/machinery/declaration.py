"""Declaration of a stage: plain data recorded by a decorator. No orchestrator is imported here.

A stage is declared once:

>>> @stage(group="score", inputs=("charts",), matrix={"source": "sources[figures]"})
... def chart_lengths(run: StageRun) -> StageReport:
...     return StageReport.of(run.items.for_each(chart_length, run.rows("charts"), {}, LENGTHS, run.out))
>>> chart_lengths.name, chart_lengths.after
('chart_lengths', ('charts',))

and everything else (dvc.yaml, the Dagster assets, the order of execution) is derived from that by the
package ``pipelines``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from assets.machinery.report import StageReport
from assets.machinery.run import StageRun
from diagramloop.errors import RejectionReason

ANSWERS_REJECTED = (
    *(RejectionReason.REFUSED, RejectionReason.EMPTY, RejectionReason.TOO_LARGE, RejectionReason.UNREADABLE),
    *(RejectionReason.MISSING, RejectionReason.NOT_ASKED),
)
"""How a model's answer can fail without anyone being alarmed, or the model not be there, or have nothing to be asked:
its row says so."""


@dataclass(frozen=True)
class Stage:
    """The declaration of one stage.

    Attributes:
        name: of the artifact it makes.
        group: the branch it belongs to (ingest, render, generate, parse, score, leaderboard, ...).
        body: makes the artifact.
        inputs: names of the stages whose artifacts it reads.
        beside: names of stages that it goes with, without reading them: where none of them has a part, nor has it.
        data: folder of input data it reads, may hold ``{dimension}``: the value, or what its configuration node
            says under ``folder``; empty for none.
        params: configuration nodes it depends on, may hold ``{dimension}``.
        matrix: by dimension, the configuration node whose keys (or items) are its values; with uses in
            brackets (``sources[questions|dialogues]``) only those keys that are put to one of them.
        controls: by dimension, one more of its values, which no configuration names: the step of a control, to which no
            parameter of a configured value applies.
        may_reject: reasons for which an item can be rejected without anyone being alarmed.
        expected: figures of merit that must have exactly these values, such as a control row's.
        metrics: the folder in its artifact that holds scores for a tool that compares versions: a JSON file, flat or
            nested, for each system; empty for none.
        plots: likewise, folders of tables (CSV) to be drawn, and how: which column is on which axis.
        curves: the file in its artifact that holds figures by step of a training, as JSON lines: ``step``, ``of`` what,
            and figures by name; empty for none.
        model: the file in its artifact that records trained weights as JSON, with SHA-256 under ``sha256`` (of one
            file, or by file); may hold ``{dimension}``; empty for none.
    """

    name: str
    group: str
    body: Callable[[StageRun], StageReport]
    inputs: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    data: str = ""
    params: tuple[str, ...] = ()
    matrix: Mapping[str, str] = field(default_factory=dict)
    controls: Mapping[str, str] = field(default_factory=dict)
    may_reject: tuple[RejectionReason, ...] = ()
    expected: Mapping[str, float] = field(default_factory=dict)
    metrics: str = ""
    plots: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    curves: str = ""
    model: str = ""

    @property
    def description(self) -> str:
        """The body's docstring."""
        return inspect.getdoc(self.body) or ""

    @property
    def after(self) -> tuple[str, ...]:
        """The stages that come before it: where none of them has a part, nor has it; empty for a first stage."""
        return (*self.inputs, *self.beside)

    @property
    def module(self) -> str:
        """The module that declares it: what that stands on is the code that it depends on."""
        return self.body.__module__


def stage(**declaration: Any) -> Callable[[Callable[[StageRun], StageReport]], Stage]:
    """Declares the decorated function as a :class:`Stage` of its own name; see there for the arguments."""

    def declare(body: Callable[[StageRun], StageReport]) -> Stage:
        return Stage(name=body.__name__, body=body, **declaration)

    return declare
