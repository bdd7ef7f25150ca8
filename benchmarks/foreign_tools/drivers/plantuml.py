"""PlantUML: state and component diagrams of any chart (options: kind)."""

from __future__ import annotations

from typing import Any

from command_line import Drawn, made_by

SHAPES = {"diam": "usecase", "cyl": "database", "circle": "usecase", "stadium": "cloud", "doc": "artifact"}


def draw(chart: dict[str, Any], options: dict[str, Any]) -> Drawn:
    return from_source("\n".join(["@startuml", *_settings(chart, options), *_body(chart, options), "@enduml"]))


def from_source(source: str) -> Drawn:
    command = ["plantuml", "-charset", "UTF-8", "-t{kind}", "drawing.puml"]
    return made_by({"drawing.puml": source}, [[part.format(kind=kind) for part in command] for kind in ("svg", "png")])


def _settings(chart: dict[str, Any], options: dict[str, Any]) -> list[str]:
    across = ["left to right direction"] if chart["direction"] == "LR" else []
    return [*across, *options.get("settings", [])]


def _body(chart: dict[str, Any], options: dict[str, Any]) -> list[str]:
    states = options["kind"] == "states"

    def inside(owner: str | None) -> list[str]:
        lines = [_node(n, states) for n in chart["nodes"] if n["group"] == owner]
        for group in (g for g in chart["groups"] if g["parent"] == owner):
            lines += [
                f'{"state" if states else "package"} "{_said(group)}" as {group["id"]} {{',
                *inside(group["id"]),
                "}",
            ]
        return lines

    return [*inside(None), *map(_edge, chart["edges"])]


def _node(node: dict[str, Any], states: bool) -> str:
    kind = "state" if states else SHAPES.get(node["shape"], "rectangle")
    return f'{kind} "{_said(node)}" as {node["id"]}'


def _edge(edge: dict[str, Any]) -> str:
    line = ".." if edge["dotted"] else "--"
    arrow = f"{'<' if edge['tail'] else ''}{line}{'>' if edge['head'] else ''}"
    label = edge["label"].replace("\n", " ")
    return f"{edge['source']} {arrow} {edge['target']}{f' : {label}' if label else ''}"


def _said(element: dict[str, Any]) -> str:
    return str(element["text"]).replace('"', "'").replace("\n", "\\n")
