"""Draw the charts of a data set into a folder, with the truth beside each picture: food for parse_figures.py --drawn.

    python benchmarks/draw_charts.py corpus|flowexplainbench ROOT OUT [--engine chromium] [--style single ...]
        [--split dev|held|all] [--limit N]

ROOT is the data set's own folder. Writes OUT/CHART.STYLE.png and OUT/CHART.STYLE.json.
"""

from __future__ import annotations

import argparse
import json
from itertools import islice
from pathlib import Path

from parse_nodes import in_split
from tqdm import tqdm

from diagramloop.errors import DiagramloopError
from diagramloop.render import Style, draw
from diagramloop.sources import Chart, open_source


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("source")
    options.add_argument("root", type=Path)
    options.add_argument("out", type=Path)
    options.add_argument("--engine", default="chromium")
    options.add_argument("--style", action="append", type=Style, default=None)
    options.add_argument("--split", default="all", choices=("dev", "held", "all"))
    options.add_argument("--limit", type=int, default=None)
    asked = options.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    charts = [c for c in open_source(asked.source, asked.root).charts() if isinstance(c, Chart)]
    chosen = list(islice((c for c in charts if in_split(c.id, asked.split)), asked.limit))
    for chart in tqdm(chosen, unit="chart"):
        try:
            figures = draw(chart.graph, asked.style or tuple(Style), engine=asked.engine, key=chart.id)
        except DiagramloopError as error:
            print(f"{chart.id}: {error.reason}: {error}")
            continue
        for style, figure in figures.items():
            (asked.out / f"{chart.id}.{style.value}.png").write_bytes(figure.png)
            truth = json.dumps(figure.graph.to_dict())
            (asked.out / f"{chart.id}.{style.value}.json").write_text(truth, encoding="utf-8")


if __name__ == "__main__":
    main()
