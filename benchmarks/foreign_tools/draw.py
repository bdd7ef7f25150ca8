"""Real drawing tools on charts whose graphs are known: food for experiment=foreign_tools.

    npm install --prefix FOLDER (with the package.json beside this file)
    python benchmarks/foreign_tools/draw.py --to OUT --node-modules FOLDER/node_modules [--tools d2,tikz] [--share N]

Writes OUT/TOOL/CHART.svg, .png and .json (the graph, without places). README.md says which programs are needed; a tool
that is not installed is named and left out.
"""

from __future__ import annotations

import argparse
import importlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from charts import Abilities, Drawable, charts_for  # noqa: E402
from command_line import Drawn  # noqa: E402

from diagramloop.graph.json_form import write_json  # noqa: E402

SCALE = "1.5"
SHARE = 4


@dataclass(frozen=True)
class Tool:
    """A row of tools.json; ``program`` is a driver that makes charts for it, where shipped ones cannot be said."""

    name: str
    module: str
    runs: str
    program: str
    options: dict[str, Any]
    abilities: Abilities

    def charts(self, share: int) -> Iterator[tuple[Drawable, dict[str, Any]]]:
        """Charts, with what the driver is told."""
        program = importlib.import_module(f"drivers.{self.program}").program if self.program else None
        for chart in charts_for(self.name, self.abilities, share):
            if program is not None:
                words = [n.text.replace("\n", " ").rstrip("?").replace(";", ",") for n in chart.graph.nodes if n.text]
                source, graph = program(words * 9, len(words))
                yield Drawable(chart.name, graph), {"name": chart.name, "source": source}
            else:
                yield chart, chart.spoken()


def tools() -> dict[str, Tool]:
    """All rows by name."""
    rows = json.loads((HERE / "tools.json").read_text("utf-8"))
    known = {f.name for f in fields(Abilities)}
    return {
        name: Tool(
            name,
            row["module"],
            row["runs"],
            row.get("program", ""),
            row["options"],
            Abilities(**{k: row[k] for k in known & row.keys()}),
        )
        for name, row in rows.items()
    }


def drawn(tool: Tool, spoken: list[dict[str, Any]], modules: Path) -> Iterator[tuple[str, Drawn | str]]:
    """Each chart's name with its drawing, or with what went wrong."""
    if tool.runs in ("node", "browser"):
        yield from _by_node(tool, spoken, modules)
        return
    driver = importlib.import_module(f"drivers.{tool.module}")
    for chart in spoken:
        try:
            yield chart["name"], driver.draw(chart, tool.options)
        except (RuntimeError, OSError, ValueError, subprocess.SubprocessError, ImportError) as error:
            yield chart["name"], f"{type(error).__name__}: {error}"


def _by_node(tool: Tool, spoken: list[dict[str, Any]], modules: Path) -> Iterator[tuple[str, Drawn | str]]:
    command = ["node", "draw.mjs", tool.module, tool.runs]
    for line in _node(command, {"options": tool.options, "charts": spoken}, modules).split("\n")[:-1]:
        answer = json.loads(line)
        yield answer["name"], Drawn(answer["svg"]) if "svg" in answer else answer["error"]


def _node(command: list[str], request: dict[str, Any], modules: Path) -> str:
    """Answer of a script of this folder to a request, by way of files.

    Node.js looks for modules beside the script, hence the link.
    """
    link = HERE / "node_modules"
    if not link.exists():
        link.symlink_to(modules.resolve())
    with tempfile.TemporaryDirectory() as folder:
        asked, answered = Path(folder) / "request.json", Path(folder) / "answer.jsonl"
        asked.write_text(json.dumps(request), "utf-8")
        answered.touch()
        done = subprocess.run(
            [*command, str(asked), str(answered)], cwd=HERE, capture_output=True, text=True, timeout=900, check=False
        )
        if done.returncode:
            print(done.stderr[-600:])
        return answered.read_text("utf-8")


def main() -> None:
    options = _options()
    chosen = tools()
    for name in options.tools.split(",") if options.tools else chosen:
        tool, folder = chosen[name], options.to / name
        folder.mkdir(parents=True, exist_ok=True)
        charts = list(tool.charts(options.share))
        graphs = {chart.name: chart.graph for chart, _ in charts}
        shown, failed = [], {}
        for chart, result in drawn(tool, [spoken for _, spoken in charts], options.node_modules):
            if isinstance(result, str):
                failed[chart] = result
                continue
            stem = folder / chart
            stem.with_suffix(".svg").write_text(result.svg, "utf-8")
            stem.with_suffix(".json").write_text(write_json(graphs[chart].without_geometry()).text, "utf-8")
            if result.png is None:
                shown.append([str(stem.resolve()) + ".svg", str(stem.resolve()) + ".png"])
            else:
                stem.with_suffix(".png").write_bytes(result.png)
        if shown:
            _node(["node", "screenshot.mjs", SCALE], {"pairs": shown}, options.node_modules)
        print(f"{name:22} {len(list(folder.glob('*.svg'))):3} drawings of {len(charts)}", flush=True)
        for chart, why in failed.items():
            print(f"    {chart}: {why[:300]}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--node-modules", type=Path, default=HERE / "node_modules")
    parser.add_argument("--tools", default="", help="names in tools.json, joined by commas")
    parser.add_argument("--share", type=int, default=SHARE, help="each tool draws one of so many charts")
    return parser.parse_args()


if __name__ == "__main__":
    main()
