"""The tasks of the planning agents (SciFlow-Bench, Section 3.2), and the one plan that they make of a paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from diagramloop.data.sources import Paper
from diagramloop.engines.generate.planning.layout_caption import NoLayout
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.contestants.prompts import PaperContext, Prompt
from diagramloop.models.chat import Usage
from diagramloop.plugins import Kind
from diagramloop.render import Style

FIGURE = "scientific framework figure"
"""What every generator is asked to draw of a paper."""

MAX_CONTEXT = 40_000
"""Characters of a paper's own words that a prompt carries."""


class PlanningError(DiagramloopError):
    """No method or no structure was found in a paper's text."""


_NO_LAYOUT = NoLayout()


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
            DiagramloopError: there is none to be had.
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
            DiagramloopError: there is no structure to be had.
        """
        ...


@runtime_checkable
class LayoutCaptioner(Protocol):
    """Says how a paper's own figure is laid out (DiagramEval, Section 3): a hint, for those who ask for one.

    Attributes:
        name: by which it is made.
        usage: what the latest caption cost in calls of models.
    """

    name: str
    usage: Usage

    def layout(self, picture: bytes, /) -> str:
        """Describe the places of the figure's parts and their connections, in words; may be empty.

        Args:
            picture: PNG.

        Raises:
            DiagramloopError: there is none to be had.
        """
        ...


@dataclass(frozen=True)
class Plan:
    """The plan of one paper's figure: its method in words, the prompt, and the cost of planning."""

    id: str
    method: str
    prompt: Prompt
    usage: Usage


METHODOLOGISTS: Kind[Methodologist] = Kind("diagramloop.methodologist", Methodologist)
VISUAL_TRANSLATORS: Kind[VisualTranslator] = Kind("diagramloop.visual_translator", VisualTranslator)
LAYOUT_CAPTIONERS: Kind[LayoutCaptioner] = Kind("diagramloop.layout_captioner", LayoutCaptioner)

methodologist = METHODOLOGISTS.made
visual_translator = VISUAL_TRANSLATORS.made
layout_captioner = LAYOUT_CAPTIONERS.made


def planned(
    paper: Paper,
    methodologist: Methodologist,
    visual_translator: VisualTranslator,
    layout_captioner: LayoutCaptioner = _NO_LAYOUT,
    style: Style = Style.DEFAULT,
) -> Plan:
    """The plan of a paper: its text, caption and mentions are read, its graph never, its figure by the captioner alone.

    Raises:
        DiagramloopError: an agent found nothing, or its model failed.
    """
    method = methodologist.method(paper)
    prompt = visual_translator.prompt(paper.id, method, paper.caption, style)
    prompt = prompt.model_copy(update={"paper": _context(paper, layout_captioner.layout(paper.picture))})
    return Plan(paper.id, method, prompt, methodologist.usage + visual_translator.usage + layout_captioner.usage)


def _context(paper: Paper, layout: str) -> PaperContext:
    words = "\n\n".join([paper.title, paper.abstract, *(passage.text for passage in paper.passages)])
    return PaperContext(text=words[:MAX_CONTEXT], caption=paper.caption, layout=layout)
