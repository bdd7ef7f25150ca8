"""Settings that decide what the rows of a task are of, beside their items, their metrics and the systems themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assets.machinery import StageRun

OF_TASK: Mapping[str, tuple[str, ...]] = {
    "parsing": ("render",),
    "generation": ("generate", "planning", "canonical", "image_level"),
    "extraction": (),
    "attribution": ("attribute", "render"),
    "answers": ("answer", "render"),
    "dialogue": ("converse",),
    "conversion": (),
}
NODES = ("sources", *dict.fromkeys(node for nodes in OF_TASK.values() for node in nodes))
NOT_OF_A_BOARD = {
    "attribute": ("views",),
    "answer": ("views",),
    "render": ("styles",),
    "sources": ("use",),
    "parsers": ("ceiling",),
}  # which boards there are, and who has a rank on them


def settings_of(run: StageRun, task: str, data: str) -> dict[str, Any]:
    """Settings by the names that the configuration gives them.

    Args:
        data: label of a board, such as ``corpus/mono``; what reads generated pictures is part of it.
    """
    source, _, variant = data.partition("/")
    found = {node: _decisive(node, run.param(node)) for node in OF_TASK.get(task, ())}
    named = run.param("sources").get(source)
    if named is not None:
        found[f"sources.{source}"] = _decisive("sources", named)
    if task == "generation" and variant in run.param("parsers"):
        found[f"parsers.{variant}"] = _decisive("parsers", run.param("parsers")[variant])
    return found


def _decisive(node: str, value: Mapping[str, Any]) -> dict[str, Any]:
    return {name: inner for name, inner in value.items() if name not in NOT_OF_A_BOARD.get(node, ())}
