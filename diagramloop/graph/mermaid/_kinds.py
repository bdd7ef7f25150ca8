"""The kinds of diagrams that Mermaid draws and nobody reads here, by the word that they begin with."""

from __future__ import annotations

import re

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph.mermaid._source import MermaidSource

_WORD = re.compile(r"\s*+(?P<word>[A-Za-z]\w*+)(?P<beta>(?:-[A-Za-z0-9]++)*+)")
_KINDS = {
    "sequencediagram": "a sequence diagram",
    "zenuml": "a sequence diagram",
    "classdiagram": "a class diagram",
    "erdiagram": "an entity relationship diagram",
    "gantt": "a Gantt chart",
    "pie": "a pie chart",
    "journey": "a user journey",
    "gitgraph": "a graph of commits",
    "mindmap": "a mind map",
    "timeline": "a timeline",
    "quadrantchart": "a quadrant chart",
    "requirementdiagram": "a requirement diagram",
    "requirement": "a requirement diagram",
    "c4context": "a C4 diagram",
    "c4container": "a C4 diagram",
    "c4component": "a C4 diagram",
    "c4dynamic": "a C4 diagram",
    "c4deployment": "a C4 diagram",
    "sankey": "a Sankey diagram",
    "xychart": "an XY chart",
    "block": "a block diagram",
    "packet": "a packet diagram",
    "kanban": "a kanban board",
    "architecture": "an architecture diagram",
    "radar": "a radar chart",
    "treemap": "a treemap",
    "treeview": "a tree view",
    "venn": "a Venn diagram",
    "ishikawa": "a fishbone diagram",
    "wardley": "a Wardley map",
    "info": "Mermaid's own version",
}


def of_other_kind(source: MermaidSource) -> FormatError:
    """The refusal of a document that is no flowchart: UNSUPPORTED where it may be of another kind, else SYNTAX."""
    first = _WORD.match(source.text)
    if first is None:
        begin = len(source.text) - len(source.text.lstrip())
        return source.error(begin, "expected 'flowchart' or 'graph' and a direction")
    kind = _KINDS.get(first["word"].lower())
    if kind is not None:
        message = f"{kind}; flowcharts and state diagrams are read"
        return source.error(first.start("word"), message, RejectionReason.UNSUPPORTED)
    alone = source.text[first.end() : first.end() + 1].strip() == "" and not first["beta"]
    reason = RejectionReason.UNSUPPORTED if alone else None
    return source.error(first.start("word"), "expected 'flowchart' or 'graph' and a direction", reason)
