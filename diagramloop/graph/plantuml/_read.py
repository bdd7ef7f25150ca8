"""The charts of a PlantUML text: activity and state diagrams; those of other kinds are refused by name."""

from __future__ import annotations

import re
from functools import partial

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._pages import read_pages
from diagramloop.graph._states import Dialect, read_states
from diagramloop.graph.account import Chart, Read
from diagramloop.graph.plantuml._arrows import read_arrows
from diagramloop.graph.plantuml._creole import shown
from diagramloop.graph.plantuml._flow import chart_of
from diagramloop.graph.plantuml._lines import Block, blocks, rows_and_title
from diagramloop.graph.plantuml._parse import parse_block

_STATE = re.compile(r"state\s|\[(?:\*|H\*?)\]|.*[->]\s*+\[(?:\*|H\*?)\]", re.IGNORECASE)
_ACTIVITY = re.compile(r":.*[;|<>/\\\]}]|(?:start|stop|repeat|fork|split|endif|endwhile)|(?:if|while|switch)\s*\(.*")
_DIALECT = Dialect(shown, lambda line, message: FormatError(message, line=line, column=1), below=True)
_OTHER_STARTS = {
    "gantt": "a Gantt chart",
    "mindmap": "a mind map",
    "wbs": "a work breakdown structure",
    "salt": "a wireframe",
    "ditaa": "an ASCII drawing",
    "dot": "a DOT graph",
    "json": "a tree of JSON",
    "yaml": "a tree of YAML",
    "latex": "a formula",
    "math": "a formula",
    "ebnf": "a grammar",
    "nwdiag": "a network diagram",
    "chen": "an entity relationship diagram",
}
_OTHER_ROWS = (
    ("a timing diagram", r"(?:robust|concise|clock|binary)\s"),
    ("a class diagram", r"(?:(?:abstract|static)\s+)?(?:class|interface|enum|annotation|exception|struct|protocol)\s"),
    ("a class diagram", r".*(?:<\|-|-\|>|<\|\.|\.\|>|\*-|-\*|o--|--o).*"),
    ("a sequence diagram", r"(?:participant|autonumber|activate|deactivate|alt|opt|par)\b"),
    ("a use case diagram", r"usecase\b|:[^:]+:|\([^()]+\)"),
    ("an object diagram", r"(?:object|map)\s"),
    (
        "a component diagram",
        r"(?:component|node|cloud|database|folder|frame|artifact|agent|storage|queue|file)\s|\[[^\[\]]+\]",
    ),
    ("a sequence diagram", r"(?:actor|boundary|control|entity|collections)\s|.*->.*"),
)
_ARROWS = re.compile(r"^\(\*|[>\]]\s{0,9}+\(\*")  # the older notation of activity diagrams
_OTHER = [(name, re.compile(pattern, re.IGNORECASE)) for name, pattern in _OTHER_ROWS]


def plantuml_charts(text: str) -> Read:
    """All diagrams of a text, each between ``@start...`` and ``@end...``.

    Raises:
        FormatError: of the first diagram, where none can be read: as :func:`read_plantuml`.
    """
    return read_pages(partial(_chart, block) for block in blocks(text))


def read_plantuml(text: str) -> FlowGraph:
    """The graph of an activity or state diagram, of the main one where there are several.

    Raises:
        FormatError: as :func:`diagramloop.graph.plantuml.parse`; UNSUPPORTED, by name, for diagrams of other kinds.

    Example:
        >>> from diagramloop.graph.plantuml import read_plantuml
        >>> [node.text for node in read_plantuml("state Idle\\nIdle --> Busy : **coin**").nodes]
        ['Idle', 'Busy']
    """
    return plantuml_charts(text).graph


def _chart(block: Block, number: int) -> Chart:
    if block.kind != "uml":
        raise _of_kind(_OTHER_STARTS.get(block.kind, f"@start{block.kind[:20]}"), block.number - 1)
    try:
        return chart_of(parse_block(block), block.name, number)
    except FormatError as error:
        if error.reason is not RejectionReason.SYNTAX:
            raise
        return _chart_of_kind(block, number, error)


def _chart_of_kind(block: Block, number: int, error: FormatError) -> Chart:
    """A diagram that is no activity diagram, for the reason given."""
    rows, title = rows_and_title(block)
    if any(_ARROWS.search(row) for _, row in rows):
        graph, left_out = read_arrows(rows, title)
        return Chart(graph, block.name, number, left_out)
    if any(_STATE.match(row) for _, row in rows):
        graph, left_out = read_states(iter(rows), _DIALECT, title)
        return Chart(graph, block.name, number, left_out)
    if any(_ACTIVITY.fullmatch(row) for _, row in rows):
        raise error
    for name, pattern in _OTHER:
        for line, row in rows:
            if pattern.match(row):
                raise _of_kind(name, line) from error
    raise error


def _of_kind(name: str, line: int) -> FormatError:
    message = f"{name}; activity and state diagrams are read"
    return FormatError(message, line=line, column=1, reason=RejectionReason.UNSUPPORTED)
