"""What the planning agents do (SciFlow-Bench, Section 3.2), and how both make one plan of a paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from flowbench.by_name import made_by_name
from flowbench.errors import FlowbenchError
from flowbench.generate.prompt import Prompt
from flowbench.models.chat import Usage
from flowbench.render import Style
from flowbench.sources import Paper

FIGURE = "scientific framework figure"
"""What every generator is asked to draw of a paper."""


class PlanningError(FlowbenchError):
    """No method or no structure was found in a paper's text."""


@runtime_checkable
class Methodologist(Protocol):
    """Finds what a paper says of its method.

    Attributes:
        name: by which it is made.
        usage: what the latest description cost in calls of models.
    """

    name: str
    usage: Usage

    def method(self, paper: Paper) -> str:
        """The method-related passages of a paper as one normalised description, paragraphs apart by empty lines.

        Raises:
            FlowbenchError: there is none to be had.
        """
        ...


@runtime_checkable
class VisualTranslator(Protocol):
    """Turns a method description into a structured prompt, shared by all generators.

    Attributes:
        name: by which it is made.
        usage: what the latest prompt cost in calls of models.
    """

    name: str
    usage: Usage

    def prompt(self, id: str, method: str, caption: str, style: Style = Style.DEFAULT) -> Prompt:
        """The prompt for the framework figure of the paper ``id``.

        Args:
            id: of the paper, and of the prompt.
            method: see :meth:`Methodologist.method`.
            caption: of the framework figure; may be empty.
            style: how the figure is to be coloured.

        Raises:
            FlowbenchError: there is no structure to be had.
        """
        ...


@dataclass(frozen=True)
class Plan:
    """What is to be drawn of one paper: its method in words, the prompt, and what planning cost."""

    id: str
    method: str
    prompt: Prompt
    usage: Usage


METHODOLOGISTS = {
    "embedded": "flowbench.generate.planning.embedded.methodologist:EmbeddedMethodologist",
    "model": "flowbench.generate.planning.model_backed:ModelMethodologist",
}
VISUAL_TRANSLATORS = {
    "embedded": "flowbench.generate.planning.embedded.visual_translator:EmbeddedVisualTranslator",
    "model": "flowbench.generate.planning.model_backed:ModelVisualTranslator",
}


def methodologist(name: str, **options: Any) -> Methodologist:
    """The Methodologist called ``name``: one of METHODOLOGISTS, or ``package.module:Class``.

    Raises:
        FlowbenchError: see :func:`flowbench.by_name.made_by_name`.
    """
    made: Methodologist = made_by_name("methodologist", name, METHODOLOGISTS, Methodologist, options)
    return made


def visual_translator(name: str, **options: Any) -> VisualTranslator:
    """The Visual Translator called ``name``: one of VISUAL_TRANSLATORS, or ``package.module:Class``.

    Raises:
        FlowbenchError: see :func:`flowbench.by_name.made_by_name`.
    """
    made: VisualTranslator = made_by_name("visual translator", name, VISUAL_TRANSLATORS, VisualTranslator, options)
    return made


def planned(
    paper: Paper, methodologist: Methodologist, translator: VisualTranslator, style: Style = Style.DEFAULT
) -> Plan:
    """The plan of a paper: only its text, caption and mentions are read, never its figure or graph.

    Raises:
        FlowbenchError: an agent found nothing, or its model failed.
    """
    method = methodologist.method(paper)
    prompt = translator.prompt(paper.id, method, paper.caption, style)
    return Plan(paper.id, method, prompt, methodologist.usage + translator.usage)
