"""The ablations of the parsing pipeline (SciFlow-Bench, Table 4) on the charts of a data set, drawn anew.

    python benchmarks/parse_ablation.py [SOURCE ROOT] [--parser NAME ...] [--similarity minilm|lexical]
        [--split dev|held|all] [--limit N] [--style default]

SOURCE and ROOT are a data set and its folder, the shipped corpus if left out; parsers are the files of conf/parser
that need no model beyond diagramloop. Prints precision, recall and F1 of nodes and edges, matched by meaning
(SciFlow-Bench's graph level, mean over charts) and by place (micro; the table in the paper matches by identity, which
here only place can tell); a chart that was rejected counts as an empty graph.
"""

from __future__ import annotations

import argparse
from itertools import islice
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import yaml
from parse_nodes import in_split
from tqdm import tqdm

from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph
from diagramloop.render import Style, draw
from diagramloop.score import summarise
from diagramloop.score.scoring import score_pair
from diagramloop.score.similarity import similarity_named
from diagramloop.sources import Chart, open_source

PROJECT = Path(__file__).parents[1]
PARSERS = ("hmas_embedded", "hmas_no_shape_hunter", "hmas_no_text_spotter")
COLUMNS = (
    *(f"sciflow/{what}_{part}" for what in ("node", "edge") for part in ("precision", "recall", "f1")),
    "sciflow/graph",
    *(f"{what}_{part}" for what in ("node", "edge") for part in ("precision", "recall", "f1")),
)


def main() -> None:
    asked = _options()
    similarity = similarity_named(asked.similarity)
    charts = [c for c in open_source(asked.source, asked.root).charts() if isinstance(c, Chart)]
    chosen = list(islice((c for c in charts if in_split(c.id, asked.split)), asked.limit))
    parsers = {name: _parser(name) for name in asked.parser or PARSERS}
    rows: dict[str, list[Any]] = {name: [] for name in parsers}
    for chart in tqdm(chosen, unit="chart"):
        figure = draw(chart.graph, (asked.style,), engine="mermaidx", key=chart.id)[asked.style]
        for name, (call, options) in parsers.items():
            read = _read(call, options, figure.png, f"{name}: {chart.id}")
            rows[name] += score_pair(read, figure.graph, chart=chart.id, metrics=COLUMNS, similarity=similarity)
    print(f"{len(chosen)} charts of {asked.source}, style {asked.style}, similarity {asked.similarity}")
    values = {name: {s.metric: s.value or 0.0 for s in summarise(scored, seed=0)} for name, scored in rows.items()}
    print(f"{'':24}", *(f"{name.removeprefix('hmas_'):>17}" for name in values))
    for column in COLUMNS:
        print(f"{column:24}", *(f"{values[name][column]:17.3f}" for name in values))


def _parser(name: str) -> tuple[Any, dict[str, Any]]:
    configured = yaml.safe_load((PROJECT / "conf" / "parser" / f"{name}.yaml").read_text("utf-8"))
    return resolve_name(configured["call"]), configured["options"]


def _read(call: Any, options: dict[str, Any], picture: bytes, what: str) -> FlowGraph:
    try:
        return call(picture, **options).graph
    except DiagramloopError as error:
        tqdm.write(f"{what}: {error.reason}: {error}")
        return FlowGraph()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", nargs="?", default="corpus")
    parser.add_argument("root", nargs="?", type=Path, default=PROJECT / "corpus")
    parser.add_argument("--parser", action="append")
    parser.add_argument("--similarity", default="minilm")
    parser.add_argument("--split", choices=["dev", "held", "all"], default="all")
    parser.add_argument("--limit", type=int, default=None)
    parser.add_argument("--style", type=Style, default=Style.DEFAULT)
    return parser.parse_args()


if __name__ == "__main__":
    main()
