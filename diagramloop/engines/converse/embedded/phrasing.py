"""The embedded phrasing: the node's own words, with the little that a turn needs around them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

import yaml

from diagramloop.base.text.tokens import is_chinese
from diagramloop.engines.converse.embedded.labels import is_bare_number
from diagramloop.evaluation.contestants.agents import Act, Grounding, Option, Phrase


class EmbeddedPhrasing:
    """Fills the sentences of ``phrases.yaml``."""

    def phrase(self, act: Act, grounding: Grounding, knowledge: str = "") -> Phrase:
        """See :meth:`diagramloop.engines.converse.Phrasing.phrase`."""
        templates = _phrases()["chinese" if is_chinese(grounding.text) else "english"]
        choices = "" if grounding.operation else "".join(_choices(grounding, templates["choice"]))
        sentence = grounding.text.rstrip() + ("" if grounding.text.rstrip().endswith(_ENDS) else templates["stop_mark"])
        step = templates["operation" if grounding.operation else "decision"].format(
            node=grounding.text, sentence=sentence
        )
        return Phrase(templates[act.value].format(step=step, choices=choices, knowledge=knowledge).strip())


_ENDS = tuple(".!?:;…。！？：；")


def _choices(grounding: Grounding, pattern: str) -> Iterator[str]:
    for number, option in enumerate(grounding.options, start=1):
        yield pattern.format(number=number, label=_shown(option))


def _shown(option: Option) -> str:
    """The edge's label, or where it leads if it has none but the number that tells it from others."""
    return option.attribute if option.attribute and not is_bare_number(option.attribute) else option.leads_to


@cache
def _phrases() -> Mapping[str, Mapping[str, str]]:
    text = files(__package__).joinpath("phrases.yaml").read_text("utf-8")
    phrases: Mapping[str, Mapping[str, str]] = yaml.safe_load(text)
    return phrases
