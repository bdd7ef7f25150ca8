"""Multi-round refinement: build, examine, rebuild (text2flow, Section 4.4)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from flowbench.extract._extractor import Extraction, Round
from flowbench.extract._metered import Metered
from flowbench.extract.feedback import Feedback
from flowbench.extract.graph_builder import GraphBuilder
from flowbench.graph import FlowGraph
from flowbench.models.chat import Usage

MOST_ROUNDS = 2
"""Refinements at most (text2flow, Appendix C)."""
LONGEST_POINT = 500
_POINT = re.compile(r"^[ \t]*(?:[-*•]|\d+[.)])[ \t]+(\S.*)$", re.MULTILINE)

Examine = Callable[[FlowGraph], Sequence[Feedback]]


def refine(text: str, builder: GraphBuilder, examine: Examine, rounds: int, model: Metered | None) -> Extraction:
    """Build the graph of a document, and rebuild it until ``examine`` has nothing to say or ``rounds`` are over.

    Args:
        examine: what is to be changed in a graph, the suggestions for the next prompt.
        model: whose use is accounted for; None where none is asked.

    Raises:
        FlowbenchError: the builder made no graph, or a model gave no answer.
    """
    spent = Usage()
    graph = builder.build(text)
    passes: list[Round] = []
    for _ in range(rounds):
        suggestions = examine(graph)
        total = model.usage if model else Usage()
        passes.append(Round(graph, tuple(item.text for item in suggestions), _less(total, spent)))
        spent = total
        if not suggestions:
            break
        graph = builder.refine(text, graph, suggestions)
    return Extraction(graph, tuple(passes), model.usage if model else Usage())


def points(answer: str, most: int) -> list[str]:
    """The listed points of a model's answer, ``most`` of them, each cut to 500 characters."""
    return [found.strip()[:LONGEST_POINT] for found in _POINT.findall(answer)[:most]]


def _less(total: Usage, before: Usage) -> Usage:
    return Usage(
        total.prompt_tokens - before.prompt_tokens,
        total.completion_tokens - before.completion_tokens,
        total.seconds - before.seconds,
        total.calls - before.calls,
    )
