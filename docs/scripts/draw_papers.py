"""Redraw the figures of the shipped papers from their sources, and write what each framework figure shows.

    python -m docs.scripts.draw_papers diagramloop/corpus/papers [PAPER ...]

``PAPER/drawings/NAME.FORMAT.KIND`` becomes ``figures/NAME.FORMAT`` (png, pdf or svg) in ``PAPER/source``, or in
``PAPER/manuscript`` where the paper is shipped as an e-print: that folder packed, or its ``paper.html`` printed. KIND
is ``dot`` (Graphviz), ``mmd`` (Mermaid by diagramloop.render), ``layout.json`` (boxes at given places, drawn as SVG by
the Chromium on the path) or ``plot.json`` (a chart of series). The drawing whose name begins with ``framework.`` is the
paper's framework figure: ``graph.json`` is written from the same source, with boxes where the drawing tool tells them.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

import pygraphviz
from PIL import Image

from diagramloop.graph import FlowGraph, NodeKind
from diagramloop.graph.dot import read_dot
from diagramloop.graph.json_form import write_json
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.render import Style, draw
from docs.scripts._placed_boxes import SCALE, drawn_layout, graph_of, svg, text_at


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("root", type=Path)
    options.add_argument("papers", nargs="*")
    given = options.parse_args()
    for folder in sorted(path.parent for path in given.root.glob("*/paper.json")):
        if not given.papers or folder.name in given.papers:
            for source in sorted(folder.glob("drawings/*")):
                draw_figure(folder, source)
            pack(folder)
            print(folder.name, sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()), "bytes")


def draw_figure(folder: Path, source: Path) -> None:
    """Draws one figure and, for the framework figure, writes what it shows."""
    is_framework = source.name.startswith("framework.")
    name, format, kind = source.name.removeprefix("framework.").split(".", 2)
    content, graph = {"dot": by_graphviz, "mmd": by_mermaid, "layout.json": by_layout, "plot.json": by_plot}[kind](
        source.read_text(encoding="utf-8"), format
    )
    target = manuscript(folder) / "figures" / f"{name}.{format}"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(with_few_colours(content) if format == "png" else content)
    if is_framework:
        graph = graph if format == "png" else graph.without_geometry()
        (folder / "graph.json").write_text(write_json(graph).text, encoding="utf-8")


def manuscript(folder: Path) -> Path:
    return folder / ("manuscript" if (folder / "manuscript").is_dir() else "source")


def with_few_colours(png: bytes) -> bytes:
    """The picture in at most 128 colours: a third of the bytes."""
    with Image.open(io.BytesIO(png)) as image:
        out = io.BytesIO()
        image.convert("RGB").quantize(128, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def by_graphviz(text: str, format: str) -> tuple[bytes, FlowGraph]:
    drawn = pygraphviz.AGraph(string=text).draw(format=format, prog="dot")
    return drawn, as_modules(read_dot(text))


def by_mermaid(text: str, format: str) -> tuple[bytes, FlowGraph]:
    assert format == "png"
    figure = draw(read_mermaid(text), [Style.DEFAULT], scale=SCALE)[Style.DEFAULT]
    return figure.png, as_modules(figure.graph)


def as_modules(graph: FlowGraph) -> FlowGraph:
    return graph.replace(nodes=tuple(n.model_copy(update={"kind": NodeKind.MODULE}) for n in graph.nodes))


def by_layout(text: str, format: str) -> tuple[bytes, FlowGraph]:
    layout = json.loads(text)
    return rasterised(drawn_layout(layout), *layout["size"], format), graph_of(layout)


def by_plot(text: str, format: str) -> tuple[bytes, FlowGraph]:
    """Lines over a common axis: ``{"x": [...], "series": {name: [...]}, "xlabel", "ylabel"}``."""
    plot = json.loads(text)
    width, height, left, bottom = 420, 280, 56, 230
    xs, values = plot["x"], [v for series in plot["series"].values() for v in series]
    low, high = min(values), max(values)

    def at(x: float, y: float) -> str:
        return f"{left + (x - xs[0]) / (xs[-1] - xs[0]) * 340:.1f},{bottom - (y - low) / (high - low) * 200:.1f}"

    parts = [f'<path d="M{left},20 V{bottom} H400" fill="none" stroke="#333"/>']
    parts += [text_at(left + (x - xs[0]) / (xs[-1] - xs[0]) * 340, bottom + 14, f"{x:g}", 11) for x in xs]
    parts += [text_at(left - 22, bottom - i * 100, f"{low + (high - low) * i / 2:.3g}", 11) for i in range(3)]
    for i, (name, series) in enumerate(plot["series"].items()):
        colour = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd"][i]
        line = " ".join(at(x, y) for x, y in zip(xs, series, strict=True))
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<rect x="{left + 16}" y="{22 + 16 * i}" width="14" height="3" fill="{colour}"/>')
        parts.append(text_at(left + 70, 24 + 16 * i, name, 11))
    parts += [text_at(230, 266, plot["xlabel"], 12), text_at(60, 9, plot["ylabel"], 12)]
    return rasterised(svg(width, height, parts), width, height, format), FlowGraph()


def rasterised(drawing: str, width: int, height: int, format: str) -> bytes:
    if format == "svg":
        return drawing.encode()
    if format == "png":
        drawn = drawing.replace(
            f'width="{width}" height="{height}"', f'width="{width * SCALE}" height="{height * SCALE}"', 1
        )
        page = f"<style>body {{margin: 0}} svg {{display: block}}</style>{drawn}"
        return by_browser(page, "screenshot", [f"--window-size={width * SCALE},{height * SCALE}", "--hide-scrollbars"])
    page = f"<style>@page {{size: {width}px {height}px; margin: 0}} body {{margin: 0}} svg {{display: block}}</style>"
    return printed(page + drawing)


def printed(html: str) -> bytes:
    """The page as Chromium prints it."""
    return by_browser(html, "print-to-pdf", ["--no-pdf-header-footer"])


def by_browser(html: str, kind: str, options: list[str]) -> bytes:
    """The page as a file of Chromium's: ``kind`` is ``print-to-pdf`` or ``screenshot``."""
    program = shutil.which("chromium")
    assert program is not None
    with tempfile.TemporaryDirectory() as temporary:
        page, out = Path(temporary) / "page.html", Path(temporary) / "out"
        page.write_text(f"<!doctype html><meta charset=utf-8>{html}", encoding="utf-8")
        flags = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            *options,
        ]
        quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
        command = [program, *flags, *quiet, f"--user-data-dir={temporary}/profile", f"--{kind}={out}", str(page)]
        subprocess.run(command, check=True, capture_output=True, timeout=60)
        return out.read_bytes()


def pack(folder: Path) -> None:
    """Writes the e-print of a paper that is shipped as one."""
    written = folder / "manuscript"
    if (written / "paper.html").exists():
        html = (written / "paper.html").read_text(encoding="utf-8")
        (folder / "eprint").write_bytes(printed(f'<base href="{written.resolve().as_uri()}/">{html}'))
    elif written.is_dir():
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode="w") as archive:
            for path in sorted(path for path in written.rglob("*") if path.is_file()):
                entry = tarfile.TarInfo(path.relative_to(written).as_posix())
                entry.size = path.stat().st_size
                archive.addfile(entry, io.BytesIO(path.read_bytes()))
        (folder / "eprint").write_bytes(gzip.compress(out.getvalue(), mtime=0))


if __name__ == "__main__":
    main()
