"""Files as editors show them: where each shape is, what each line joins, and a picture of it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from diagramloop.graph import Box

FOLDER_VARIABLE = "DIAGRAMLOOP_EDITORS"
"""Names the folder that the packages of ``package.json`` are installed in; it lies outside of the checkout."""
PATIENCE_S = 120
_HERE = Path(__file__).parent
_CENTIMETRE_PX = 96 / 2.54


class NoEditorError(Exception):
    """An editor is not installed here."""


@dataclass(frozen=True)
class Opened:
    """A file as an editor shows it.

    Attributes:
        boxes: of shapes, by their ids in the file.
        lines: ids of the shapes that each line joins.
        complaints: what the editor said of the file.
    """

    boxes: Mapping[str, Box]
    lines: tuple[tuple[str, str], ...]
    complaints: tuple[str, ...] = ()


def packages() -> Path:
    """Folder of the editors' packages.

    Raises:
        NoEditorError: there is none; tells how to make it.
    """
    folder = Path(os.environ.get(FOLDER_VARIABLE, ""))
    if not os.environ.get(FOLDER_VARIABLE) or not (folder / "node_modules").is_dir():
        raise NoEditorError(
            "no editors here: cp benchmarks/editors/package.json FOLDER; npm install --prefix FOLDER --ignore-scripts; "
            f"export {FOLDER_VARIABLE}=FOLDER"
        )
    return folder / "node_modules"


@contextmanager
def chromium() -> Iterator[Any]:
    """A page of the system's Chromium.

    Raises:
        NoEditorError: there is no Chromium, or nothing that drives it.
    """
    executable = shutil.which("chromium") or shutil.which("google-chrome")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        raise NoEditorError("no browser to drive: pip install playwright") from error
    if executable is None:
        raise NoEditorError("no Chromium on this machine")
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        page.set_default_timeout(PATIENCE_S * 1000)
        yield page
        browser.close()


def in_bpmn_js(page: Any, text: str) -> Opened:
    """A process model in bpmn-js."""
    _blank(page)
    page.add_script_tag(path=str(packages() / "bpmn-js" / "dist" / "bpmn-viewer.development.js"))
    found = page.evaluate(
        """async (text) => {
          const viewer = new BpmnJS({ container: "#canvas" });
          const { warnings } = await viewer.importXML(text);
          viewer.get("canvas").zoom("fit-viewport");
          const all = viewer.get("elementRegistry").getAll().filter((one) => one.parent && one.type !== "label");
          return {
            warnings: warnings.map((one) => one.message),
            shapes: all.filter((one) => !one.waypoints).map(
              ({ id, x, y, width, height }) => ({ id, x, y, width, height })),
            lines: all.filter((one) => one.waypoints).map((one) => [one.source.id, one.target.id]),
          };
        }""",
        text,
    )
    return Opened(_boxes(found["shapes"]), _pairs(found["lines"]), tuple(found["warnings"]))


def in_mxgraph(page: Any, text: str) -> Opened:
    """A plain draw.io file in mxGraph, which draw.io is made of."""
    _blank(page)
    page.evaluate("() => { window.mxLoadResources = false; window.mxLoadStylesheets = false; window.mxBasePath = ''; }")
    page.add_script_tag(path=str(packages() / "mxgraph" / "javascript" / "mxClient.js"))
    found = page.evaluate(
        """(text) => {
          const graph = new mxGraph(document.getElementById("canvas"));
          graph.convertValueToString = (cell) =>
            mxUtils.isNode(cell.value) ? cell.value.getAttribute("label") : cell.value || "";
          graph.isHtmlLabel = (cell) => graph.getCellStyle(cell).html == 1;  // as draw.io does
          const outlines = { rhombus: mxPerimeter.RhombusPerimeter, ellipse: mxPerimeter.EllipsePerimeter };
          for (const [shape, perimeter] of Object.entries(outlines))  // as draw.io's own style sheet has them
            graph.getStylesheet().putCellStyle(shape, { shape, perimeter });
          const model = mxUtils.parseXml(text).getElementsByTagName("mxGraphModel")[0];
          new mxCodec(model.ownerDocument).decode(model, graph.getModel());
          graph.refresh();
          const cells = Object.values(graph.getModel().cells);
          const at = (cell) => { const s = graph.view.getState(cell); return [s.x, s.y, s.width, s.height]; };
          return {
            shapes: cells.filter((one) => one.vertex).map((one) => {
              const [x, y, width, height] = at(one); return { id: one.id, x, y, width, height };
            }),
            lines: cells.filter((one) => one.edge).map((one) => [one.source.id, one.target.id]),
          };
        }""",
        text,
    )
    return Opened(_boxes(found["shapes"]), _pairs(found["lines"]))


def in_excalidraw(page: Any, text: str) -> Opened:
    """A scene in Excalidraw."""
    _blank(page)
    page.add_style_tag(path=str(packages() / "@excalidraw" / "excalidraw" / "dist" / "prod" / "index.css"))
    page.add_script_tag(content=_bundle())
    found = page.evaluate("(text) => window.openScene(text)", text)
    shapes = [one for one in found if one["type"] != "arrow" and not one["container"]]
    lines = [[one["source"], one["target"]] for one in found if one["type"] == "arrow"]
    return Opened(_boxes(shapes), _pairs(lines))


def in_libreoffice(content: bytes, picture: Path | None = None) -> Opened:
    """A presentation in LibreOffice.

    Args:
        picture: where LibreOffice's drawing of the slide is put, a PNG file.

    Raises:
        NoEditorError: there is no LibreOffice.
    """
    program = shutil.which("soffice")
    if program is None:
        raise NoEditorError("no LibreOffice on this machine: apt-get install libreoffice-impress")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "slide.pptx").write_bytes(content)
        for kind in ("fodp", *(["png"] if picture else [])):
            command = [program, f"-env:UserInstallation={(folder / 'profile').as_uri()}", "--headless"]
            command += ["--convert-to", kind, "--outdir", name, str(folder / "slide.pptx")]
            subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE_S)
        if picture:
            shutil.move(folder / "slide.png", picture)
        return _flat_opened(ElementTree.parse(folder / "slide.fodp").getroot())


def _flat_opened(root: ElementTree.Element) -> Opened:
    """The shapes and lines of a flat OpenDocument presentation."""
    boxes: dict[str, Box] = {}
    names: dict[str, str] = {}
    lines = []
    for element in root.iter():
        tag, row = element.tag.rpartition("}")[2], {key.rpartition("}")[2]: v for key, v in element.attrib.items()}
        if tag == "custom-shape" and "x" in row:
            x, y, width, height = (float(row[key].removesuffix("cm")) * _CENTIMETRE_PX for key in _PLACE)
            boxes[row.get("name", "")] = (x, y, x + width, y + height)
            names[row.get("id", "")] = row.get("name", "")
        elif tag == "connector":
            lines.append([row.get("start-shape", ""), row.get("end-shape", "")])
    return Opened(boxes, tuple((names.get(a, ""), names.get(b, "")) for a, b in lines))


_PLACE = ("x", "y", "width", "height")


def _bundle() -> str:
    """Excalidraw and its page's program as one script, made anew where it is not there yet."""
    folder = packages().parent
    bundle = folder / "excalidraw-page.js"
    if not bundle.is_file():
        shutil.copy(_HERE / "excalidraw.js", folder / "excalidraw-entry.js")
        command = [str(packages() / ".bin" / "esbuild"), "excalidraw-entry.js", "--bundle", "--minify", "--format=iife"]
        command += [
            "--conditions=production",
            '--define:process.env.NODE_ENV="production"',
            "--define:import.meta.env={}",
        ]
        command += ["--loader:.woff2=empty", f"--outfile={bundle}"]
        subprocess.run(command, check=True, capture_output=True, cwd=folder, timeout=PATIENCE_S)
    return bundle.read_text(encoding="utf-8")


def _blank(page: Any) -> None:
    page.goto("about:blank")
    page.set_content(
        '<style>html, body, #canvas { margin: 0; width: 100%; height: 100vh }</style><div id="canvas"></div>'
    )


def _boxes(shapes: list[dict[str, Any]]) -> dict[str, Box]:
    return {one["id"]: (one["x"], one["y"], one["x"] + one["width"], one["y"] + one["height"]) for one in shapes}


def _pairs(lines: list[list[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((one[0], one[1]) for one in lines)


def as_json(opened: Opened) -> str:
    """The boxes and lines of a file, to look at."""
    return json.dumps({"boxes": opened.boxes, "lines": opened.lines, "complaints": opened.complaints}, indent=1)
