"""Public Mermaid flowcharts through each format and back to Mermaid: how many come back the same.

    python -m benchmarks.graph_round_trips FOLDER [FORMAT ...]

FOLDER holds ``*.mmd`` files. A chart is the same where Mermaid that is written of what came back has the same graph as
Mermaid that is written of the chart itself.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph
from diagramloop.graph.formats import FORMATS, format_named, losses, read, write
from diagramloop.graph.mermaid import read_mermaid, write_mermaid


def main() -> None:
    """Print, for each format, how many charts come back the same, and the first that do not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("formats", nargs="*", default=[name for name in FORMATS if _takes_all(name)])
    asked = parser.parse_args()
    graphs, refused = {}, 0
    for path in sorted(asked.folder.glob("*.mmd")):
        try:
            graphs[path.stem] = read_mermaid(path.read_text("utf-8"))
        except DiagramloopError:
            refused += 1
    print(f"{len(graphs)} charts, {refused} files that are no flowcharts")
    for name in asked.formats:
        found = {stem: _difference(graph, name) for stem, graph in graphs.items()}
        same = sum(1 for lost in found.values() if not lost)
        kinds = Counter(lost for lost in found.values() if lost)
        first = [stem for stem, lost in found.items() if lost][:3]
        print(f"{name}: {same} of {len(graphs)} the same" + (f"; {dict(kinds)}, first {first}" if kinds else ""))


def _takes_all(name: str) -> bool:
    return format_named(name).write is not None and not format_named(name).partial


def _difference(graph: FlowGraph, name: str) -> str:
    """Names of the fields that a chart lost on its way, or the error."""
    try:
        through = read(write(graph, name).document, name)
        return ", ".join(losses(_as_mermaid(graph), _as_mermaid(through)))
    except DiagramloopError as error:
        return f"{error.reason}: {error}"


def _as_mermaid(graph: FlowGraph) -> FlowGraph:
    return read_mermaid(write_mermaid(graph).text)


if __name__ == "__main__":
    main()
