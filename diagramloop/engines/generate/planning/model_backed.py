"""Planning agents that ask a language model; what it answers is held against a schema before anything is drawn.

A Methodologist that is told what to write by a paper can still only choose among its paragraphs; a Visual Translator
can only name boxes, frames and arrows, whose words are quoted wherever they go.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError

from diagramloop.data.sources import Paper
from diagramloop.engines.generate._asking import ModelBacked
from diagramloop.engines.generate.planning._agents import FIGURE, PlanningError
from diagramloop.engines.generate.planning._prose import normalised
from diagramloop.errors import GraphError, ModelError, RejectionReason
from diagramloop.evaluation.contestants.prompts import Component, Module, Prompt, Relation, worded
from diagramloop.models.answers import Listed, Record
from diagramloop.render import Style

MAX_PARAGRAPHS = 400  # of a paper that the model is shown
MAX_PARAGRAPH = 3_000  # characters of one
MAX_METHOD = 30_000  # characters of a method description
MAX_ELEMENTS = 500  # of one kind that an answer may list before it is refused

_Id = Annotated[
    str,
    BeforeValidator(lambda value: str(value) if isinstance(value, int) else value),
    Field(min_length=1, max_length=200),
]
_Text = Annotated[str, BeforeValidator(lambda value: "" if value is None else value), Field(max_length=400)]


class _Written(BaseModel):
    """The form that a model writes: numbers for ids and null for no text are taken, other fields left out."""

    model_config = ConfigDict(extra="ignore")


class _Box(_Written):
    id: _Id
    text: _Text
    inside: _Id | None = None


class _Arrow(_Written):
    source: _Id
    target: _Id
    text: _Text = ""
    both_ways: bool = False


class _Figure(_Written):
    direction: Literal["LR", "TB", "RL", "BT"] = "LR"
    modules: Annotated[list[_Box], Field(max_length=MAX_ELEMENTS)] = []
    components: Annotated[list[_Box], Field(min_length=1, max_length=MAX_ELEMENTS)]
    relations: Annotated[list[_Arrow], Field(max_length=MAX_ELEMENTS)] = []


_FIGURE: Record[_Figure] = Record(TypeAdapter(_Figure))


class ModelMethodologist(ModelBacked):
    """Asks which paragraphs describe the method; the description is those paragraphs, normalised."""

    name = "model"

    def method(self, paper: Paper) -> str:
        """See :meth:`diagramloop.engines.generate.planning.Methodologist.method`.

        Raises:
            PlanningError: the paper has no text (EMPTY).
            ModelError: there is no answer, or none in the form (UNREADABLE).
        """
        shown = [normalised(passage.text)[:MAX_PARAGRAPH] for passage in paper.passages[:MAX_PARAGRAPHS]]
        if not any(shown):
            raise PlanningError(f"{paper.id} has no text", reason=RejectionReason.EMPTY)
        sections = [normalised(passage.section)[:200] for passage in paper.passages[:MAX_PARAGRAPHS]]
        listed = [
            {"number": number, "section": section, "text": text}
            for number, (section, text) in enumerate(zip(sections, shown, strict=True), 1)
        ]
        case = {
            "title": normalised(paper.title)[:500],
            "caption": normalised(paper.caption)[:MAX_PARAGRAPH],
            "mentions": [normalised(mention)[:500] for mention in paper.mentions[:20]],
            "paragraphs": listed,
        }
        wanted = Listed("paragraphs", [str(number) for number in range(1, len(shown) + 1)])
        chosen = self._asked("methodologist", case, wanted, lambda numbers: sorted(map(int, numbers)))
        return "\n\n".join(shown[number - 1] for number in chosen)[:MAX_METHOD]


class ModelVisualTranslator(ModelBacked):
    """Asks for modules, components and relations as JSON."""

    name = "model"

    def prompt(self, id: str, method: str, caption: str, style: Style = Style.DEFAULT) -> Prompt:
        """See :meth:`diagramloop.engines.generate.planning.VisualTranslator.prompt`.

        Raises:
            ModelError: there is no answer, none in the form (UNREADABLE), or one that contradicts itself (INVALID).
        """
        case = {"caption": normalised(caption)[:MAX_PARAGRAPH], "method": method[:MAX_METHOD]}
        return self._asked("visual_translator", case, _FIGURE, lambda figure: _prompt(figure, id, style))


def _prompt(figure: _Figure, id: str, style: Style) -> Prompt:
    """The prompt for the figure of an answer; ends of relations may be named by the texts of their boxes."""
    boxes = [*figure.components, *figure.modules]
    by_text = {normalised(box.text).casefold(): box.id for box in reversed(boxes)}
    ids = {box.id for box in boxes}

    def end(name: str) -> str:
        return name if name in ids else by_text.get(normalised(name).casefold(), name)

    try:
        components = [Component(id=b.id, text=normalised(b.text), inside=b.inside) for b in figure.components]
        modules = [Module(id=b.id, text=normalised(b.text), inside=b.inside) for b in figure.modules]
        relations = [
            Relation(source=end(a.source), target=end(a.target), text=normalised(a.text), both_ways=a.both_ways)
            for a in figure.relations
        ]
        structure = Prompt(
            id=id,
            components=tuple(components),
            modules=tuple(modules),
            relations=tuple(relations),
            direction=figure.direction,
            style=style,
        )
    except (ValidationError, GraphError) as error:
        raise ModelError(f"the figure contradicts itself: {error}", reason=RejectionReason.INVALID) from error
    return worded(structure, FIGURE)
