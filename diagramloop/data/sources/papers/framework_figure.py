"""Which figure is the framework figure (SciFlow-Bench, Section 4.1): by caption, references, position; or by a model.

The embedded choice adds up named features; every one that counted is kept as a reason. Its words and weights lie in
``framework_figure.json``, chosen by hand from how papers commonly call such figures, and never fitted to a data set.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Protocol, runtime_checkable

from diagramloop.data.sources.papers.graphics import GraphicsFile, Unread
from diagramloop.data.sources.papers.manuscript import Figure, Manuscript
from diagramloop.errors import RejectionReason, SourceError
from diagramloop.models import answers
from diagramloop.models.chat import ChatModel, Message, model_of
from diagramloop.models.prompts import Prompts, as_json
from diagramloop.plugins import Kind

_ABSENT = (RejectionReason.MISSING, RejectionReason.UNSAFE)  # of a picture that does not lie in the paper
MAX_SHOWN = 40  # figures that a model is asked about


@dataclass(frozen=True)
class Choice:
    """The framework figure, and why it: (feature, what it added), the most telling first."""

    figure: Figure
    reasons: tuple[tuple[str, float], ...]


@runtime_checkable
class FigureChooser(Protocol):
    """Finds the framework figure of a paper."""

    def choose(self, manuscript: Manuscript) -> Choice:
        """Raises SourceError NO_DIAGRAM where no figure is one, ModelError where a model gave no usable answer."""
        ...


FIGURE_CHOOSERS: Kind[FigureChooser] = Kind("diagramloop.figure_chooser", FigureChooser)


def figure_chooser(chooser: FigureChooser | Mapping[str, Any] | None) -> FigureChooser:
    """The chooser itself, the embedded one, or made from ``{make: NAME, options: {...}}``."""
    if chooser is None:
        return ByFeatures()
    if isinstance(chooser, Mapping):
        return FIGURE_CHOOSERS.made(chooser["make"], **chooser.get("options", {}))
    return chooser


class ByFeatures:
    """The embedded choice: the figure with the largest sum of features; of equals the first."""

    def choose(self, manuscript: Manuscript) -> Choice:
        """See :class:`FigureChooser`; a figure whose features do not add up to more than 0 is none."""
        choices = [Choice(figure, features(figure)) for figure in manuscript.figures]
        best = max(choices, key=lambda c: (score(c), -c.figure.number), default=None)
        if best is None or score(best) <= 0:
            raise SourceError("no framework figure found", reason=RejectionReason.NO_DIAGRAM)
        return best


def score(choice: Choice) -> float:
    """The sum of a choice's features."""
    return sum(value for _, value in choice.reasons)


def features(figure: Figure) -> tuple[tuple[str, float], ...]:
    """The features of a figure that are not 0, the largest first."""
    words, weights = _lexicon()["words"], _lexicon()["weights"]
    there = [shown for shown in figure.shown if not (isinstance(shown, Unread) and shown.reason in _ABSENT)]
    names = " ".join(g.path.stem for g in figure.graphics if isinstance(g, GraphicsFile))
    found = {
        "caption": _word_value(figure.caption, words),
        "caption begins": _word_value(" ".join(figure.caption.split()[:8]), words),
        "references": _word_value(" ".join(figure.mentions), words),
        "file name": _word_value(re.sub(r"[_\-.\d]+", " ", names), words),
        "section": _word_value(figure.section, _lexicon()["sections"]),
        "often referred to": min(len(figure.mentions), 4) / 4,
        "early": 1.0 - figure.position,
        "spans both columns": float(figure.wide),
        "several panels": float(len(there) > 1),
        "no picture": float(not there),
    }
    weighted = [(name, round(value * weights[name], 3)) for name, value in found.items() if value]
    return tuple(sorted(weighted, key=lambda item: (-abs(item[1]), item[0])))


def _word_value(text: str, words: Mapping[str, float]) -> float:
    """The words' values added up, each word once, within [-3, 3]."""
    said = set(re.findall(r"[a-z]+", text.lower()))
    return max(-3.0, min(3.0, sum(value for word, value in words.items() if word in said)))


@cache
def _lexicon() -> dict[str, Any]:
    text = (resources.files("diagramloop.data.sources.papers") / "framework_figure.json").read_text("utf-8")
    lexicon: dict[str, Any] = json.loads(text)
    return lexicon


class ByModel:
    """A language model chooses by the captions and references; it is shown no picture.

    Args:
        model: a chat model, or the plain configuration of one.
        prompts: a folder of one's own; see :class:`diagramloop.models.prompts.Prompts`.
    """

    def __init__(self, model: ChatModel | Mapping[str, Any], prompts: str | None = None) -> None:
        self._model = model_of(model)
        self._prompts = Prompts("diagramloop.data.sources.papers", prompts)

    def choose(self, manuscript: Manuscript) -> Choice:
        """See :class:`FigureChooser`."""
        figures = {figure.number: figure for figure in manuscript.figures[:MAX_SHOWN]}
        if not figures:
            raise SourceError("no figures", reason=RejectionReason.NO_DIAGRAM)
        role = "framework_figure"
        told = Message("system", self._prompts.text(role))
        case = as_json(_material(manuscript.title, list(figures.values())))
        wanted = answers.Choice("figure", dict.fromkeys(map(str, (0, *figures)), ""))
        number = int(answers.ask(self._model, role, [told, Message("user", case)], wanted).needed().key or 0)
        if number == 0:
            raise SourceError("the model found no framework figure", reason=RejectionReason.NO_DIAGRAM)
        return Choice(figures[number], ((f"chosen by {self._model.name}", 1.0),))


def _material(title: str, figures: Sequence[Figure]) -> dict[str, Any]:
    return {
        "title": title,
        "figures": [
            {"number": f.number, "section": f.section, "caption": f.caption[:1000], "references": list(f.mentions[:5])}
            for f in figures
        ],
    }
