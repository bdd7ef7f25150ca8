"""Our Mermaid reader against Mermaid's own: ``python -m diagnosis.graph_mermaid REAL_DATA [PART ...]``.

Parts: ``charts`` (FlowExplainBench's charts), ``drawn`` (the SVGs of 200 of them), ``flowcharts`` (fixtures of
Mermaid and others). Prints counts, and every item in which the two differ. Mermaid runs in QuickJS, from
the mermaidx package; only its parser is asked, so a chart takes milliseconds.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from mermaidx.engines._common import run_event_loop
from mermaidx.engines.quickjs_engine import Engine

from diagramloop.errors import FormatError
from diagramloop.graph import FlowGraph
from diagramloop.graph.mermaid import SHAPE_OF, read_mermaid, write_mermaid
from diagramloop.graph.mermaid._text import decode
from diagramloop.render.mermaid_svg import read_mermaid_svg

_ASK = """
globalThis.__ask = function (code) {
  globalThis.__renderResult = null; globalThis.__renderError = null;
  mermaid.mermaidAPI.getDiagramFromText(code).then(diagram => {
    const db = diagram.db;
    globalThis.__renderResult = JSON.stringify(db.getSubGraphs === undefined ? {} : {
      title: db.getDiagramTitle(), direction: db.getDirection(),
      vertices: [...db.getVertices().values()].map(({id, text, type, labelType, icon, img}) =>
        ({id, text, type, labelType, pictured: !!(icon || img)})),
      edges: db.getEdges().map(({start, end, text, type, stroke, length, labelType}) =>
        ({start, end, text, type, stroke, length, labelType})),
      groups: db.getSubGraphs().map(({id, nodes, title, dir, labelType}) => ({id, nodes, title, dir, labelType})),
    });
  }).catch(error => { globalThis.__renderError = (error && error.message) || String(error); });
};
"""
_OLD_SHAPES = {
    **{"square": "rect", "round": "rounded", "lean_right": "lean-r", "lean_left": "lean-l"},
    **{"inv_trapezoid": "trap-t", "doublecircle": "dbl-circ", "ellipse": "ellipse"},
}
_HEADS = {"open": "none", "point": "arrow", "cross": "cross", "circle": "circle"}
_LINES = {"normal": "solid"}


class MermaidOracle:
    """Mermaid's own parser."""

    def __init__(self) -> None:
        self._engine = Engine()
        self._engine.start()
        self._run(lambda: self._engine._ctx.eval("mermaid.initialize({startOnLoad: false});" + _ASK))

    def close(self) -> None:
        """Stop the engine's thread."""
        self._engine.close()

    def parse(self, text: str) -> dict[str, Any]:
        """Vertices, edges and subgraphs; empty for another diagram type.

        Raises:
            ValueError: Mermaid refuses the text.
        """
        error, result = self._run(lambda: self._ask(text))
        if error:
            raise ValueError(error)
        return dict(json.loads(result))

    def _run(self, task: Any) -> Any:
        return self._engine._executor.submit(task).result()

    def _ask(self, text: str) -> tuple[str | None, str]:
        context = self._engine._ctx
        context.eval(f"__ask({json.dumps(text)})")
        run_event_loop(context.eval, self._engine._run_job)
        return context.eval("__flat(globalThis.__renderError)"), context.eval("__flat(globalThis.__renderResult)")


@dataclass(frozen=True)
class Verdict:
    """The comparison of the two readings of a text: ``outcome`` and, unless ``same``, what is at odds."""

    outcome: str
    detail: str = ""


def compare(oracle: MermaidOracle, text: str) -> Verdict:
    """Read with both, and let Mermaid read what we write."""
    try:
        theirs = oracle.parse(text)
    except ValueError as error:
        theirs = {"error": str(error)}
    try:
        graph = read_mermaid(text)
    except FormatError as error:
        refused = "error" in theirs or not theirs
        return Verdict("both refuse" if refused else "only Mermaid accepts", str(error))
    if "error" in theirs or not theirs:
        return Verdict("only we accept", theirs.get("error", "another diagram type")[:200])
    if odds := _odds(said_by_mermaid(theirs), said_by_us(graph)):
        return Verdict("different", odds)
    written = write_mermaid(graph)
    if written.dropped:
        return Verdict("lost in writing", ", ".join(written.dropped))
    again = _odds(said_by_mermaid(oracle.parse(written.text)), said_by_us(graph), skip=frozenset({"nodes"}))
    return Verdict("written differently", again) if again else Verdict("same")


def _odds(one: dict[str, Any], other: dict[str, Any], skip: frozenset[str] = frozenset()) -> str:
    return "; ".join(f"{key}: {one[key]} != {other[key]}" for key in one if key not in skip and one[key] != other[key])


def said_by_us(graph: FlowGraph) -> dict[str, Any]:
    """Return the statements of a graph in a form both sides can be brought to."""
    return {
        "nodes": [(n.id, n.text, n.shape, n.group) for n in graph.nodes],
        "node ids": sorted(n.id for n in graph.nodes),
        "edges": [(e.source, e.target, e.tail, e.head, e.line, e.length, e.label) for e in graph.edges],
        "groups": sorted((g.id, g.text, g.parent, g.direction) for g in graph.groups),
        "direction": graph.direction,
        "title": graph.title,
    }


def said_by_mermaid(parsed: dict[str, Any]) -> dict[str, Any]:
    """The same from Mermaid's database."""
    groups: dict[str, dict[str, Any]] = {}
    parent: dict[str, str] = {}
    for group in parsed["groups"]:
        groups.setdefault(group["id"], group)
        for member in group["nodes"]:
            parent.setdefault(member, group["id"])
    nodes = [_vertex(vertex, parent) for vertex in parsed["vertices"] if vertex["id"] not in groups]
    return {
        "nodes": nodes,
        "node ids": sorted(node[0] for node in nodes),
        "edges": [_edge(edge) for edge in parsed["edges"]],
        "groups": sorted(
            (name, _words(group["title"], group), parent.get(name), _direction(group.get("dir")))
            for name, group in groups.items()
        ),
        "direction": _direction(parsed.get("direction")) or "TB",
        "title": parsed.get("title") or "",
    }


def _vertex(vertex: dict[str, Any], parent: dict[str, str]) -> tuple[str, str, str, str | None]:
    kind = vertex.get("type")
    shape = "icon" if vertex["pictured"] else _OLD_SHAPES.get(kind) or (SHAPE_OF[kind].name if kind else "rect")
    return (_entities(vertex["id"]), _words(vertex["text"], vertex), shape, parent.get(vertex["id"]))


def _edge(edge: dict[str, Any]) -> tuple[Any, ...]:
    head = _HEADS[edge["type"].rpartition("_")[-1]]
    tail = head if edge["type"].startswith("double_") else "none"
    line = _LINES.get(edge["stroke"], edge["stroke"])
    ends = (_entities(edge["start"]), _entities(edge["end"]))
    return (*ends, tail, head, line, edge.get("length") or 1, _words(edge["text"], edge))


def _direction(name: str | None) -> str | None:
    return "TB" if name == "TD" else name


def _entities(text: str) -> str:
    """Mermaid's database keeps #...; in a private spelling."""
    return text.replace("ﬂ°°", "#").replace("ﬂ°", "#").replace("¶ß", ";")


def _words(text: Any, owner: dict[str, Any]) -> str:
    return decode(_entities(str(text or "")), markdown=owner["labelType"] == "markdown")


def compare_drawn(svg: str, text: str) -> Verdict:
    """Against a drawing that Mermaid made: its ids, its links, its words."""
    graph = read_mermaid(text)
    nodes = Counter(re.findall(r'id="(?:[\w-]*-)?flowchart-([^"]+?)-\d+"', svg))
    links = Counter(re.findall(r'id="(?:[\w-]*-)?L_([^"]+?)_\d+"', svg))
    links += Counter(f"{name}_{name}" for name in re.findall(r'id="([^"]+)---\1---1"', svg))  # a self-loop's first part
    ours = Counter(f"{edge.source}_{edge.target}" for edge in graph.edges)
    if nodes != Counter(node.id for node in graph.nodes) or links != ours:
        return Verdict("different", f"nodes {nodes}, edges {links - ours} and {ours - links}")
    drawn = {node.id: node.text for node in read_mermaid_svg(svg).nodes}
    # The Mermaid of those drawings wrote this in place of `code` and links.
    legible = [node for node in graph.nodes if "Unsupported markdown" not in drawn[node.id]]
    odd = [node.id for node in legible if "".join(drawn[node.id].split()) != "".join(node.text.split())]
    return Verdict("different", f"texts of {odd}") if odd else Verdict("same")


def charts(real_data: Path) -> dict[str, str]:
    """FlowExplainBench's distinct charts, by the key of the first question about each."""
    rows = json.loads((real_data / "flowexplainbench" / "dataset.json").read_text("utf-8"))
    texts: dict[str, str] = {}
    for key, row in rows.items():
        texts.setdefault(row["mermaid"], key)
    return {key: text for text, key in texts.items()}


def drawings(real_data: Path) -> dict[str, tuple[str, str]]:
    """The SVG and the text of every chart that has a drawing."""
    rows = json.loads((real_data / "flowexplainbench" / "dataset.json").read_text("utf-8"))
    texts = {key: row["mermaid"] for key, row in rows.items()}
    found = {}
    for svg in sorted((real_data / "flowexplainbench" / "images").glob("*/flowchart.svg")):
        keys = [key for key in texts if key == svg.parent.name or key.startswith(svg.parent.name + "_")]
        if keys:
            found[svg.parent.name] = (svg.read_text("utf-8"), texts[keys[0]])
    return found


def flowcharts(real_data: Path) -> dict[str, str]:
    """The fixtures, by file name."""
    return {file.name: file.read_text("utf-8") for file in sorted((real_data / "mermaid-flowcharts").glob("*.mmd"))}


def _report(part: str, verdicts: dict[str, Verdict]) -> None:
    for name, verdict in verdicts.items():
        if verdict.outcome != "same":
            print(f"  {name}: {verdict.outcome}: {verdict.detail[:300]}")
    print(f"{part}: {len(verdicts)} items, {dict(Counter(verdict.outcome for verdict in verdicts.values()))}")


def main(real_data: str, parts: Annotated[list[str] | None, typer.Argument()] = None) -> None:
    """Compare and print."""
    root = Path(real_data)
    oracle = MermaidOracle()
    for part in parts or ("charts", "drawn", "flowcharts"):
        if part == "drawn":
            _report(part, {name: compare_drawn(*both) for name, both in drawings(root).items()})
        else:
            texts = charts(root) if part == "charts" else flowcharts(root)
            _report(part, {name: compare(oracle, text) for name, text in texts.items()})
    oracle.close()


if __name__ == "__main__":
    typer.run(main)
