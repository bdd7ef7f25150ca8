"""The sentence of an answer: the question's own words turned round, and the texts of the nodes that answer."""

from __future__ import annotations

from collections.abc import Sequence

from diagramloop.engines.answer.embedded.question_parts import Opening, is_plain, openings
from diagramloop.graph import Node, NodeKind


def sentence(question: str, nodes: Sequence[Node]) -> str:
    """The answer that ``nodes`` give: a statement where the question can be turned round, else their texts.

    Args:
        question: all of it; a plain one has a short answer.
        nodes: at least one, in the order of the flow.
    """
    parts = [] if is_plain(question) else openings(question)
    if not parts:
        return " and ".join(_text(node) for node in nodes)
    count = min(len(parts), len(nodes))
    statements = []
    for number, part in enumerate(parts[:count]):
        own = nodes[number:] if number == count - 1 else nodes[number : number + 1]
        statements.append(_statement(part, own))
    return ", and ".join(statements)


def _statement(opening: Opening, nodes: Sequence[Node]) -> str:
    texts = " and ".join(_inside(node, opening) for node in nodes)
    infinitive = opening.noun and nodes[0].kind is NodeKind.PROCESS
    return f"{opening.words} to {texts}" if infinitive else f"{opening.words} {texts}"


def _inside(node: Node, opening: Opening) -> str:
    """The text of a node within a statement: small at its beginning, and a decision no verb."""
    text = _text(node)
    if node.kind is NodeKind.DECISION:
        return f"'{text}'" if opening.noun else f"check '{text}'"
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def _text(node: Node) -> str:
    return " ".join(node.text.split())
