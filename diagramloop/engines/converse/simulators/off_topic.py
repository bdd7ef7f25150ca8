"""Utterances of a user who is somewhere else: they answer nothing on a chart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import chain

import yaml

from diagramloop.base.text.tokens import is_chinese
from diagramloop.engines.converse.embedded.clauses import content_words
from diagramloop.graph import FlowGraph


def irrelevant(chart: FlowGraph) -> list[str]:
    """Utterances that answer nothing on the chart, in its language: no word of them names what the chart names."""
    texts = [chart.title, *(node.text for node in chart.nodes), *(edge.label for edge in chart.edges)]
    language = "chinese" if any(is_chinese(text) for text in texts) else "english"
    named = content_words(*texts)
    return [
        utterance
        for utterance in chain.from_iterable(_off_topic()[language].values())
        if named.isdisjoint(content_words(utterance))
    ]


@cache
def _off_topic() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Utterances by language and kind."""
    text = files("diagramloop.engines.converse.simulators").joinpath("off_topic.yaml").read_text("utf-8")
    utterances: Mapping[str, Mapping[str, Sequence[str]]] = yaml.safe_load(text)
    return utterances
