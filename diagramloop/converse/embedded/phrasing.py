"""The embedded phrasing: the node's own words, with the little that a turn needs around them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import yaml

from diagramloop.converse._agent import Act, Grounding, Phrase
from diagramloop.converse.embedded._tokens import is_chinese


class EmbeddedPhrasing:
    """Fills the sentences of ``phrases.yaml``."""

    def phrase(self, act: Act, grounding: Grounding, knowledge: str = "") -> Phrase:
        """See :meth:`diagramloop.converse.Phrasing.phrase`."""
        said = _phrases()["chinese" if is_chinese(grounding.text) else "english"]
        labels = [option.attribute or option.leads_to for option in grounding.options]
        choices = "".join(said["choice"].format(number=at, label=label) for at, label in enumerate(labels, 1))
        pattern = said["done" if act is Act.ASK and grounding.operation else act.value]
        sentence = grounding.text if grounding.text.rstrip().endswith(_ENDS) else grounding.text.rstrip() + said["stop"]
        said_so = pattern.format(node=grounding.text, sentence=sentence, choices=choices, knowledge=knowledge)
        return Phrase(said_so.strip())


_ENDS = tuple(".!?:;…。！？：；")


@cache
def _phrases() -> Mapping[str, Mapping[str, str]]:
    text = files(__package__).joinpath("phrases.yaml").read_text("utf-8")
    phrases: Mapping[str, Mapping[str, str]] = yaml.safe_load(text)
    return phrases
