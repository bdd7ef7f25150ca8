"""blockdiag."""

from __future__ import annotations

from typing import Any

from command_line import Drawn, made_by

SHAPES = {
    "diam": "flowchart.condition",
    "cyl": "flowchart.database",
    "stadium": "flowchart.terminator",
    "circle": "ellipse",
    "lean-r": "flowchart.input",
    "rounded": "roundedbox",
}
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"


def draw(chart: dict[str, Any], options: dict[str, Any]) -> Drawn:
    del options
    command = ["blockdiag", "-f", FONT, "-a", "drawing.diag"]
    commands = [[*command, "-T", kind, "-o", f"drawing.{kind}"] for kind in ("svg", "png")]
    return made_by({"drawing.diag": _source(chart)}, commands)


def _source(chart: dict[str, Any]) -> str:
    way = "portrait" if chart["direction"] != "LR" else "landscape"
    lines = [f"orientation = {way};", "node_width = 180; node_height = 64;"]
    lines += [f'{n["id"]} [label = "{_said(n)}", shape = {SHAPES.get(n["shape"], "box")}];' for n in chart["nodes"]]
    lines += [
        f'{e["source"]} {"<" * e["tail"]}-{">" * e["head"] or "-"} {e["target"]} [label = "{_said(e, "label")}"];'
        for e in chart["edges"]
    ]
    for group in chart["groups"]:
        members = "; ".join(n["id"] for n in chart["nodes"] if n["group"] == group["id"])
        lines.append(f'group {group["id"]} {{ label = "{_said(group)}"; {members}; }}')
    return "blockdiag {\n" + "\n".join(lines) + "\n}"


def _said(element: dict[str, Any], key: str = "text") -> str:
    return str(element[key]).replace('"', "'").replace("\n", "\\n")
