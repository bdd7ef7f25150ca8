"""The Mermaid in a model's answer: fences and prose fall away, and so does a line that is no Mermaid."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator

from diagramloop.errors import FormatError, ModelError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.models.answer_text import answered, fenced_in

MAX_NODES = 1_000
MAX_EDGES = 2_000  # the largest chart of the data sets has some 100

_LOG = logging.getLogger(__name__)
_HEADER = re.compile(r"^[^\S\n]*(?:flowchart|graph)\b[^\n]*", re.MULTILINE)
_OF_GROUPS = re.compile(r"(?:subgraph\b|end$|direction\b)")  # lines that mean nothing by themselves


def mermaid_in(answer: str) -> str:
    """The Mermaid flowchart that an answer holds; of several the last.

    Where the whole of it is no Mermaid, the lines that are make it up, each once: models repeat themselves until
    they run out of tokens.

    Raises:
        ModelError: there is none (UNREADABLE), or one beyond MAX_NODES or MAX_EDGES (TOO_LARGE).
    """
    whole = _written(answered(answer))
    written = next((text for text in _readings(whole) if _graph(text) is not None), "")
    graph = _graph(written)
    if graph is None:
        beginning = " ".join(answer[:200].split())[:80]
        raise ModelError(f"no Mermaid in the answer {beginning!r}", reason=RejectionReason.UNREADABLE)
    if len(graph.nodes) > MAX_NODES or len(graph.edges) > MAX_EDGES:
        size = f"{len(graph.nodes)} nodes and {len(graph.edges)} edges"
        raise ModelError(f"the answer has {size}", reason=RejectionReason.TOO_LARGE)
    return written


def _written(answer: str) -> str:
    """The last fenced block that has a line in it, else the answer from the last header on, else all of it."""
    blocks = fenced_in(answer)
    text = blocks[-1] if blocks else answer
    headers = list(_HEADER.finditer(text))
    return text[headers[-1].start() :] if headers else text


def _readings(written: str) -> Iterator[str]:
    """Candidates for the Mermaid: all of it, its readable lines within their groups, and these lines alone."""
    yield written
    header = _HEADER.search(written)
    head = header[0].strip() if header and _graph(header[0]) is not None else "flowchart TB"
    body = [line.strip() for line in written[header.end() if header else 0 :].splitlines() if line.strip()]
    distinct = dict.fromkeys(line for line in body if not _OF_GROUPS.match(line))
    readable = {line for line in distinct if _says_something(_graph(f"{head}\n{line}"))}
    if not readable:
        return
    _LOG.warning("%d of %d lines of an answer are no Mermaid", len(distinct) - len(readable), len(distinct))
    yield "\n".join([head, *_once(body, readable)])
    yield "\n".join([head, *(line for line in distinct if line in readable)])


def _once(body: Iterable[str], readable: set[str]) -> Iterator[str]:
    """Readable lines at their first place, and all lines that begin or end groups."""
    rest = set(readable)
    for line in body:
        if _OF_GROUPS.match(line):
            yield line
        elif line in rest:
            rest.remove(line)
            yield line


def _says_something(graph: FlowGraph | None) -> bool:
    """There is a relation or a node with a text: a bare word is Mermaid as well, but so it is prose."""
    return (
        graph is not None
        and not graph.groups
        and (bool(graph.edges) or any(node.text != node.id for node in graph.nodes))
    )


def _graph(mermaid: str) -> FlowGraph | None:
    try:
        return read_mermaid(mermaid)
    except FormatError:
        return None
