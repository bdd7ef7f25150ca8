"""The Mermaid in a model's answer: fences and prose fall away, and so does a line that is no Mermaid."""

from __future__ import annotations

import logging
import re

from flowbench.errors import FormatError, ModelError, RejectionReason
from flowbench.graph import FlowGraph
from flowbench.graph.mermaid import read_mermaid
from flowbench.models.answers import answered

MAX_NODES = 1_000
MAX_EDGES = 2_000  # the largest chart of the data sets has some 100

_LOG = logging.getLogger(__name__)
_FENCED = re.compile(r"^[^\S\n]*(?:```|~~~)[^\n]*\n(.*?)(?:^[^\S\n]*(?:```|~~~)|\Z)", re.DOTALL | re.MULTILINE)
_HEADER = re.compile(r"^[^\S\n]*(?:flowchart|graph)\b[^\n]*", re.MULTILINE)
_OF_GROUPS = re.compile(r"\s*(?:subgraph|end|direction)\b")  # lines that mean nothing by themselves


def mermaid_in(answer: str) -> str:
    """The Mermaid flowchart that an answer holds; of several the last.

    Where the whole of it is no Mermaid, the lines that are make it up, each once: models repeat themselves until
    they run out of tokens.

    Raises:
        ModelError: there is none (UNREADABLE), or one beyond MAX_NODES or MAX_EDGES (TOO_LARGE).
    """
    written = _written(answered(answer))
    if _graph(written) is None:
        written = _readable_lines(written)
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
    blocks = [block for block in _FENCED.findall(answer) if block.strip()]
    text = blocks[-1] if blocks else answer
    headers = list(_HEADER.finditer(text))
    return text[headers[-1].start() :] if headers else text


def _readable_lines(written: str) -> str:
    header = _HEADER.search(written)
    head = header[0].strip() if header and _graph(header[0]) is not None else "flowchart TB"
    body = written[header.end() if header else 0 :].splitlines()
    lines = list(dict.fromkeys(line.strip() for line in body if line.strip()))
    kept = [line for line in lines if not _OF_GROUPS.match(line) and _says_something(_graph(f"{head}\n{line}"))]
    if not kept:
        return ""
    _LOG.warning("%d of %d lines of an answer are no Mermaid", len(lines) - len(kept), len(lines))
    return "\n".join([head, *kept])


def _says_something(graph: FlowGraph | None) -> bool:
    """There is a relation or a node with a text: a bare word is Mermaid as well, but so it is prose."""
    return graph is not None and (bool(graph.edges) or any(node.text != node.id for node in graph.nodes))


def _graph(mermaid: str) -> FlowGraph | None:
    try:
        return read_mermaid(mermaid)
    except FormatError:
        return None
