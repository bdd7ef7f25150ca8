"""Generators and controls by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from diagramloop.by_name import returned
from diagramloop.declarations import declaration_of
from diagramloop.evaluation.contestants.generators import (
    Control,
    GeneratedImage,
    Generator,
    Provenance,
    Rejected,
    one_by_one,
)
from diagramloop.evaluation.contestants.prompts import Prompt
from diagramloop.function_system import FunctionSystem
from diagramloop.plugins import Kind
from diagramloop.scores.expected import Expectations, Expected


@dataclass
class FunctionGenerator(FunctionSystem):
    """A function from a :class:`Prompt` to the bytes of a PNG."""

    def generate(self, prompts: Iterable[Prompt], seed: int) -> Iterator[GeneratedImage | Rejected]:
        """See :class:`Generator`; the function gets no seed."""
        return one_by_one(self._drawn, prompts, seed)

    def _drawn(self, prompt: Prompt, seed: int) -> GeneratedImage:
        picture = returned(self.asked(prompt), bytes, self.name)
        return GeneratedImage(prompt.id, picture, Provenance(self.name, engine=self.name, seed=seed))


GENERATORS: Kind[Generator | Control] = Kind("diagramloop.generator", Generator | Control, FunctionGenerator)
generator = GENERATORS.made


def expected_of(name: str) -> Expectations | None:
    """Scores that a control must have, as its class says; None of a generator. Raises as :func:`is_control`."""
    declared = declaration_of(GENERATORS, name)
    if not declared.control:
        return None
    return {metric: Expected(value) for metric, value in declared.expected.items()}


def is_control(name: str) -> bool:
    """True for a :class:`Control`, which no rank is for; nothing is made, so that no weights are loaded.

    Raises:
        DiagramloopError: as :func:`generator`.
    """
    return declaration_of(GENERATORS, name).control
