"""Diagrams of seven kinds by several tools: this project's looks, Graphviz, Mermaid, D2, PlantUML, and HTML."""

# ruff: noqa: ARG001, E501, PERF401 - markup is not broken into lines, and makers are called alike
from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Callable
from functools import cache

import numpy as np

from benchmarks.training.look._browser import Browser
from benchmarks.training.look._pages import STRONG, TINTS, Made
from benchmarks.training.look._words import Words
from diagramloop.data.synth import drawn, look_named
from diagramloop.data.synth.drawing import random_numbers
from diagramloop.data.synth.flowcharts import random_flowchart
from diagramloop.graph import FlowGraph, Group
from diagramloop.graph.mermaid import write_mermaid
from diagramloop.models.pixels import png

LOOKS: dict[str, tuple[str, dict[str, str]]] = {
    "print-merman": ("print", {"engine": "merman"}),
    "print-graphviz": ("print", {"engine": "graphviz"}),
    "tinted": ("tinted", {"engine": "merman"}),
}


def flowchart(browser: Browser, rng: random.Random) -> Made:
    if rng.random() < 0.6:
        return _looked(rng, "flowchart", lambda graph, _: graph)
    graph = random_flowchart(random_numbers(f"look-{rng.random()}"), (3, 18))
    return "flowchart-mermaid", mermaid(write_mermaid(graph).text, browser, rng)


def bpmn(browser: Browser, rng: random.Random) -> Made:
    return _looked(rng, "bpmn", as_process) if rng.random() < 0.5 else _process_page(browser, rng)


def _looked(rng: random.Random, kind: str, change: Callable[[FlowGraph, np.random.Generator], FlowGraph]) -> Made:
    manner = rng.choice(list(LOOKS))
    name, options = LOOKS[manner]
    seed = f"look-{kind}-{rng.random()}"
    numbers = random_numbers(seed)
    graph = change(random_flowchart(numbers, (3, 18)), numbers)
    return f"{kind}-{manner}", png(drawn(graph, look_named(name, options), seed).pixels)


def as_process(graph: FlowGraph, rng: np.random.Generator) -> FlowGraph:
    """The same steps as a process: events and gateways without words, tasks in lanes or in none."""
    lanes = [f"lane{number}" for number in range(int(rng.integers(0, 4)))]
    ins, outs = {edge.target for edge in graph.edges}, {edge.source for edge in graph.edges}
    nodes = []
    for number, node in enumerate(graph.nodes):
        lane = lanes[number * len(lanes) // len(graph.nodes)] if lanes else None
        change = {"group": lane, "shape": "rounded"}
        if node.shape == "diam":
            change |= {"shape": "diam", "text": ""}
        elif node.id not in ins or node.id not in outs:
            change |= {"shape": "circle", "text": ""}
        nodes.append(node.model_copy(update=change))
    used = {node.group for node in nodes}
    groups = tuple(Group(id=lane, text=f"Role {lane}") for lane in lanes if lane in used)
    return graph.replace(nodes=tuple(nodes), groups=groups, direction="LR")


def _process_page(browser: Browser, rng: random.Random) -> Made:
    """A process as editors of BPMN draw it: a pool with lanes, gateways with a sign, events of two rings, messages."""
    words, wide, lanes = Words(rng), rng.randint(4, 9), rng.randint(1, 4)
    height = rng.randint(110, 160)
    colour, fill = rng.choice(("#000", "#000", "#036", "#585858")), rng.choice(("#fff", "#fff", "#ffc", *TINTS))
    marks, lines, last = [], [], None
    for number in range(wide):
        x, lane = 90 + number * 130, rng.randrange(lanes)
        y = lane * height + height // 2
        kind = "event" if number in (0, wide - 1) else rng.choices(("task", "gate", "event"), (6, 3, 1))[0]
        marks.append(_process_mark(kind, x, y, words, rng, colour, fill, number == wide - 1))
        half = {"task": 48, "gate": 25, "event": 18}[kind]
        if last:
            middle = (last[0] + x - half) // 2
            lines.append(f"M{last[0]} {last[1]}H{middle}V{y}H{x - half - 2}")
            if rng.random() < 0.3:
                lines.append(f"M{last[0] - 30} {last[1] + 25}V{y + height // 3}H{x}V{y + 40}")
        last = x + half, y
    width = 90 + wide * 130
    frames = "".join(f"<rect x=30 y={lane * height} width={width - 40} height={height} fill=none stroke='{colour}'/>"
                     f"<text transform='translate(46 {lane * height + height // 2}) rotate(-90)' text-anchor=middle>{words.label(2)}</text>"
                     for lane in range(lanes)) if rng.random() < 0.75 else ""  # fmt: skip
    arrows = "".join(
        f"<path d='{line}' fill=none stroke='{colour}' stroke-dasharray='{rng.choice(('', '', '5 4'))}' marker-end='url(#h)'/>"
        for line in lines
    )
    head = f"<marker id=h markerWidth=10 markerHeight=10 refX=9 refY=4 orient=auto><path d='M0 0L9 4L0 8z' fill='{colour}'/></marker>"
    body = f"<svg id=it width={width} height={lanes * height + 4} font-size=12 style='background:#fff'>{head}{frames}{arrows}{''.join(marks)}</svg>"
    return "bpmn-page", browser.shot(body, rng, width=width + 40)


def _process_mark(
    kind: str, x: int, y: int, words: Words, rng: random.Random, colour: str, fill: str, last: bool
) -> str:
    paint = f"fill='{fill}' stroke='{colour}'"
    if kind == "task":
        sign = f"<circle cx={x - 38} cy={y - 24} r=5 fill=none stroke='{colour}'/>" if rng.random() < 0.4 else ""
        lines = "".join(f"<tspan x={x} dy={14}>{words.label(2)}</tspan>" for _ in range(rng.randint(1, 2)))
        return f"<rect x={x - 48} y={y - 34} width=96 height=68 rx=9 {paint} />{sign}<text y={y - 14} text-anchor=middle>{lines}</text>"
    if kind == "gate":
        sign = rng.choice(("", f"<path d='M{x - 8} {y - 8}L{x + 8} {y + 8}M{x + 8} {y - 8}L{x - 8} {y + 8}' stroke='{colour}' stroke-width=3 />",
                           f"<path d='M{x - 10} {y}H{x + 10}M{x} {y - 10}V{y + 10}' stroke='{colour}' stroke-width=3 />"))  # fmt: skip
        return f"<path d='M{x - 25} {y}L{x} {y - 25}L{x + 25} {y}L{x} {y + 25}z' {paint} />{sign}<text x={x} y={y - 30} text-anchor=middle>{words.label(2)}?</text>"
    ring = f"<circle cx={x} cy={y} r=14 fill=none stroke='{colour}'/>" if not last and rng.random() < 0.5 else ""
    return f"<circle cx={x} cy={y} r=18 {paint} stroke-width={4 if last else 1.5} />{ring}<text x={x} y={y + 34} text-anchor=middle>{words.label(2)}</text>"


def architecture(browser: Browser, rng: random.Random) -> Made:
    makers = (_clusters, _d2_architecture, _icon_page, _box_page, _box_page, _mermaid_groups)
    return rng.choice(makers)(browser, rng)


def _clusters(browser: Browser, rng: random.Random) -> Made:
    words, names = Words(rng), [f"n{number}" for number in range(rng.randint(4, 14))]
    node = rng.choice(("box", "box", "component", "cylinder", "box3d", "folder"))
    lines = [
        f'rankdir={rng.choice(("LR", "TB"))}; node [shape={node} style="{rng.choice(("filled", "filled,rounded", "solid"))}" fillcolor="{rng.choice(TINTS)}"]'
    ]
    for number in range(rng.randint(1, 4)):
        inside = " ".join(f'{name} [label="{words.label()}"]' for name in rng.sample(names, min(3, len(names))))
        lines.append(
            f'subgraph cluster{number} {{label="{words.label()}"; style=filled; fillcolor="{rng.choice(("white", *TINTS))}"; {inside}}}'
        )
    lines += [f'{name} [label="{words.label()}" shape={rng.choice((node, "cylinder"))}]' for name in names[3:6]]
    lines += _arcs(names, rng, words)
    return "architecture-graphviz", graphviz(lines, rng.choice(("dot", "dot", "fdp")))


def _arcs(names: list[str], rng: random.Random, words: Words, labels: float = 0.3) -> list[str]:
    count = rng.randint(len(names) - 1, len(names) + 3)
    arcs = [(names[number % len(names)], rng.choice(names)) for number in range(count)]
    return [
        f'{a} -> {b} [label="{words.label(2) if rng.random() < labels else ""}" dir={rng.choice(("forward", "forward", "both"))}]'
        for a, b in arcs
        if a != b
    ]


def graphviz(lines: list[str], program: str, directed: bool = True) -> bytes:
    import pygraphviz

    graph = pygraphviz.AGraph(f"{'digraph' if directed else 'graph'} {{ {chr(10).join(lines)} }}")
    return bytes(graph.draw(format="png", prog=program))


def _d2_architecture(browser: Browser, rng: random.Random) -> Made:
    words, names = Words(rng), [f"n{number}" for number in range(rng.randint(4, 11))]
    lines = [f"direction: {rng.choice(('right', 'down'))}"]
    for number in range(rng.randint(1, 3)):
        lines.append(f'g{number}: "{words.label()}" {{')
        lines += [
            f'  {name}: "{words.label()}" {{shape: {rng.choice(("rectangle", "rectangle", "cylinder", "queue", "cloud", "person"))}}}'
            for name in names[number::3]
        ]
        lines.append("}")
    held = {name: f"g{number % 3}.{name}" for number in range(3) for name in names[number::3]}
    lines += [
        f'{held[a]} -> {held[b]}: "{words.label(2) if rng.random() < 0.4 else ""}"'
        for a, b in zip(names, rng.sample(names, len(names)), strict=True)
        if a != b
    ]
    return "architecture-d2", d2("\n".join(lines), browser, rng)


def d2(source: str, browser: Browser, rng: random.Random) -> bytes:
    command = [
        "d2",
        f"--theme={rng.choice((0, 1, 3, 4, 5, 8, 100, 102, 200))}",
        "--pad=10",
        *(["--sketch"] if rng.random() < 0.2 else []),
        "-",
        "-",
    ]
    svg = subprocess.run(command, input=source, capture_output=True, text=True, check=True).stdout
    return browser.shot(
        f"<div id=it style='display:inline-block;width:{rng.randint(400, 1000)}px'>{svg[svg.index('<svg') :]}</div>",
        rng,
    )


def _page_of_parts(
    browser: Browser, rng: random.Random, part: Callable[[int, int, int, int], str], family: str
) -> Made:
    """Parts on a grid, some in frames, with arrows between neighbours and others."""
    words, columns, rows = Words(rng), rng.randint(2, 5), rng.randint(1, 4)
    wide, high = rng.randint(150, 240), rng.randint(110, 180)
    places = [(60 + x * wide, 50 + y * high) for x in range(columns) for y in range(rows) if rng.random() < 0.85]
    colour = rng.choice(("#333", "#000", "#1a73e8", "#777"))
    shown, w, h = [], rng.randint(80, 120), rng.randint(40, 66)
    for number in range(rng.randint(0, 2)):
        x, y = 40 + number * wide, 20
        shown.append(
            f"<rect x={x} y={y} width={wide * rng.randint(1, columns)} height={high * rows - 10} fill='{rng.choice(('none', *TINTS))}' stroke='{rng.choice(STRONG)}' stroke-dasharray='{rng.choice(('', '6 4'))}'/><text x={x + 6} y={y + 16}>{words.label()}</text>"
        )
    for a, b in zip(places, [*places[1:], places[0]] if rng.random() < 0.3 else places[1:], strict=False):
        x0, y0, x1, y1 = a[0] + w, a[1] + h // 2, b[0], b[1] + h // 2
        if a[0] == b[0]:
            x0, y0, x1, y1 = a[0] + w // 2, a[1] + h, b[0] + w // 2, b[1]
        way = f"M{x0} {y0}L{x1} {y1}" if rng.random() < 0.6 else f"M{x0} {y0}H{(x0 + x1) // 2}V{y1}H{x1}"
        tail = "marker-start='url(#h)'" if rng.random() < 0.2 else ""
        shown.append(
            f"<path d='{way}' fill=none stroke='{colour}' stroke-width={rng.choice((1, 1.5, 2, 3))} marker-end='url(#h)' {tail} stroke-dasharray='{rng.choice(('', '', '4 3'))}'/>"
        )
        if rng.random() < 0.3:
            shown.append(
                f"<text x={(x0 + x1) // 2} y={(y0 + y1) // 2 - 5} text-anchor=middle font-size=11>{words.label(2)}</text>"
            )
    shown += [part(x, y, w, h) for x, y in places]
    head = f"<marker id=h markerWidth=8 markerHeight=8 refX=7 refY=3.5 orient=auto-start-reverse><path d='M0 0L7 3.5L0 7z' fill='{colour}'/></marker>"
    size = f"width={60 + columns * wide + 60} height={50 + rows * high + 20}"
    return family, browser.shot(
        f"<svg id=it {size} font-size={rng.randint(11, 15)} style='background:#fff'>{head}{''.join(shown)}</svg>",
        rng,
        width=columns * wide + 180,
    )


def _box_page(browser: Browser, rng: random.Random) -> Made:
    words, round_ = Words(rng), rng.choice((0, 4, 12))
    fills = [rng.choice((*TINTS, "#fff", *STRONG)) for _ in range(rng.randint(1, 4))]

    def part(x: int, y: int, w: int, h: int) -> str:
        fill = rng.choice(fills)
        ink = "#fff" if fill in STRONG else "#000"
        shape = f"<rect x={x} y={y} width={w} height={h} rx={round_} fill='{fill}' stroke='{rng.choice(('#333', '#000', 'none'))}'/>"
        if rng.random() < 0.15:
            shape = f"<path d='M{x} {y + 8}a{w / 2} 8 0 0 1 {w} 0v{h - 16}a{w / 2} 8 0 0 1 -{w} 0z' fill='{fill}' stroke='#333'/>"
        lines = "".join(f"<tspan x={x + w // 2} dy=15>{words.label(2)}</tspan>" for _ in range(rng.randint(1, 2)))
        return f"{shape}<text y={y + h // 2 - 14} text-anchor=middle fill='{ink}'>{lines}</text>"

    return _page_of_parts(browser, rng, part, "architecture-boxes")


def _icon_page(browser: Browser, rng: random.Random) -> Made:
    words = Words(rng)

    def part(x: int, y: int, w: int, h: int) -> str:
        colour = rng.choice(STRONG)
        size = min(h, 56)
        icon = browser.brand(rng, size, colour) if rng.random() < 0.4 else browser.icon(rng, size, colour)
        plate = f"<rect x={x + (w - size) // 2 - 4} y={y - 4} width={size + 8} height={size + 8} fill='#fff'/>"
        return f"{plate}<g transform='translate({x + (w - size) // 2} {y})'>{icon}</g><text x={x + w // 2} y={y + size + 14} text-anchor=middle>{words.label(2)}</text>"

    return _page_of_parts(browser, rng, part, "architecture-icons")


def _mermaid_groups(browser: Browser, rng: random.Random) -> Made:
    words, names = Words(rng), [f"n{number}" for number in range(rng.randint(4, 12))]
    lines = [f"flowchart {rng.choice(('LR', 'TB'))}"]
    for number in range(rng.randint(1, 3)):
        held = "\n".join(f'{name}{rng.choice(("[", "[(", "("))}"{words.label()}"' for name in names[number::3])
        held = "\n".join(
            line + {"[": "]", "(": ")"}[line[len(line.split('"')[0]) - 1]] if "[(" not in line else line + ")]"
            for line in held.split("\n")
        )
        lines.append(f'subgraph g{number}["{words.label()}"]\n{held}\nend')
    lines += [f"{a} --> {b}" for a, b in zip(names, rng.sample(names, len(names)), strict=True) if a != b]
    return "architecture-mermaid", mermaid("\n".join(lines), browser, rng)


def mermaid(source: str, browser: Browser, rng: random.Random) -> bytes:
    """A drawing in one of Mermaid's themes, laid out by merman."""
    import merman

    site = {"theme": rng.choice(("default", "default", "forest", "neutral", "dark", "base"))}
    options = {"site_config": site, "resources": {"profile": "trusted-native"}}
    svg = merman.MermanEngine(json.dumps(options), merman.MermanEngineServices()).render_svg(source, None)
    ground = "#222" if site["theme"] == "dark" else "#fff"
    page = f"<div id=it style='display:inline-block;background:{ground};padding:8px'>{svg}</div>"
    return browser.shot(page, rng, width=rng.randint(500, 1200))


def sequence(browser: Browser, rng: random.Random) -> Made:
    words, parts = Words(rng), [f"p{number}" for number in range(rng.randint(2, 6))]
    messages = [(rng.choice(parts), rng.choice(parts), words.label(3)) for _ in range(rng.randint(3, 14))]
    manner = rng.choice(("mermaid", "d2", "page", "plantuml", "page"))
    if manner == "mermaid":
        body = [f"participant {part} as {words.label(2)}" for part in parts]
        body += [f"{a}{rng.choice(('->>', '-->>', '->', '-x'))}{b}: {text}" for a, b, text in messages]
        if rng.random() < 0.4:
            body = [*body[: len(parts) + 1], f"loop {words.label()}", *body[len(parts) + 1 :], "end"]
        return "sequence-mermaid", mermaid("\n".join(["sequenceDiagram", *body]), browser, rng)
    if manner == "d2":
        body = [f'{part}: "{words.label(2)}"' for part in parts] + [f'{a} -> {b}: "{text}"' for a, b, text in messages]
        return "sequence-d2", d2("\n".join(["shape: sequence_diagram", *body]), browser, rng)
    if manner == "plantuml":
        body = [f'participant "{words.label(2)}" as {part}' for part in parts]
        body += [f"{a} {rng.choice(('->', '-->'))} {b} : {text}" for a, b, text in messages]
        return "sequence-plantuml", plantuml(body)
    return _sequence_page(browser, rng, words, len(parts), messages)


def _sequence_page(
    browser: Browser, rng: random.Random, words: Words, count: int, messages: list[tuple[str, str, str]]
) -> Made:
    gap, step, colour, fill = (
        rng.randint(120, 200),
        rng.randint(28, 50),
        rng.choice(("#000", "#333", "#a80036")),
        rng.choice(TINTS),
    )
    foot = 60 + step * (len(messages) + 1)
    shown = []
    for number in range(count):
        x = 80 + number * gap
        for y in (10, foot)[: rng.choice((1, 2))]:
            shown.append(
                f"<rect x={x - 50} y={y} width=100 height=32 fill='{fill}' stroke='{colour}'/><text x={x} y={y + 20} text-anchor=middle>{words.label(2)}</text>"
            )
        shown.append(f"<path d='M{x} 42V{foot}' stroke='{colour}' stroke-dasharray='{rng.choice(('5 4', ''))}'/>")
    for number, (a, b, text) in enumerate(messages):
        x0, x1, y = (80 + int(part[1:]) * gap for part in (a, b)), 0, 70 + number * step
        start, end = x0
        way = f"M{start} {y}h40v12h-36" if a == b else f"M{start} {y}H{end}"
        shown.append(
            f"<path d='{way}' fill=none stroke='{colour}' stroke-dasharray='{rng.choice(('', '', '4 3'))}' marker-end='url(#h)'/>"
        )
        shown.append(f"<text x={(start + end) // 2 + x1} y={y - 4} text-anchor=middle>{text}</text>")
    head = f"<marker id=h markerWidth=9 markerHeight=9 refX=8 refY=4 orient=auto><path d='M0 0L8 4L0 8' fill='{colour}'/></marker>"
    return "sequence-page", browser.shot(
        f"<svg id=it width={count * gap + 40} height={foot + 50} font-size=12 style='background:#fff'>{head}{''.join(shown)}</svg>",
        rng,
        width=count * gap + 80,
    )


_END = b"~~~end~~~"


def plantuml(lines: list[str], kind: str = "uml") -> bytes:
    """A drawing by ``plantuml``, which must be on the path; Smetana lays it out, so that Graphviz need not be."""
    pipe = _plantuml()
    assert pipe.stdin is not None
    assert pipe.stdout is not None
    layout = ["!pragma layout smetana"] if kind == "uml" else []
    pipe.stdin.write("\n".join([f"@start{kind}", *layout, *lines, f"@end{kind}", ""]).encode())
    pipe.stdin.flush()
    picture = b""
    while not picture.endswith(_END):
        picture += pipe.stdout.read(1)
    pipe.stdout.read(1)
    return picture.removesuffix(_END)


@cache
def _plantuml() -> subprocess.Popen[bytes]:
    command = ["plantuml", "-charset", "UTF-8", "-tpng", "-pipe", "-pipedelimitor", _END.decode()]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def classes(browser: Browser, rng: random.Random) -> Made:
    """Classes, entities and tables of a database."""
    words, names = (
        Words(rng),
        [
            f"{rng.choice(('User', 'Order', 'Item', 'Log', 'Node', 'Role'))}{number}"
            for number in range(rng.randint(2, 8))
        ],
    )
    fields = {name: [f"{rng.choice('+-#')}{words.label(1)} : int" for _ in range(rng.randint(1, 6))] for name in names}
    links = [(a, rng.choice(names)) for a in names]
    manner = rng.choice(("mermaid", "er", "d2", "graphviz", "plantuml"))
    if manner == "mermaid":
        body = [
            f"class {name} {{\n"
            + "\n".join(f"{rng.choice('+-#')}{rng.choice(('int', 'str'))} f{k}" for k in range(len(fields[name])))
            + "\n+run()\n}"
            for name in names
        ]
        body += [f"{a} {rng.choice(('<|--', '*--', 'o--', '-->', '..>'))} {b}" for a, b in links if a != b]
        return "class-mermaid", mermaid("\n".join(["classDiagram", *body]), browser, rng)
    if manner == "er":
        body = [f"{name} {{\n" + "\n".join(f"int f{k}" for k in range(len(fields[name]))) + "\n}" for name in names]
        body += [f"{a} {rng.choice(('||--o{', '}o--||', '||--||'))} {b} : has" for a, b in links if a != b]
        return "class-mermaid", mermaid("\n".join(["erDiagram", *body]), browser, rng)
    if manner == "d2":
        kind = rng.choice(("sql_table", "class"))
        body = [
            f"{name}: {{shape: {kind}\n" + "\n".join(f'"f{k}": int' for k in range(len(fields[name]))) + "\n}"
            for name in names
        ]
        return "class-d2", d2("\n".join([*body, *(f"{a} -> {b}" for a, b in links if a != b)]), browser, rng)
    if manner == "plantuml":
        body = [f"class {name} {{\n" + "\n".join(fields[name]) + "\nrun()\n}" for name in names]
        return "class-plantuml", plantuml(
            [*body, *(f"{a} {rng.choice(('<|--', '*--', '-->'))} {b}" for a, b in links if a != b)]
        )
    lines = ["node [shape=record]"]
    lines += [
        f'{name} [label="{{{name}|{chr(92) + "l".join(f.replace("#", "") for f in fields[name])}|+ run()}}" {rng.choice(("", "style=filled fillcolor=lightyellow"))}]'
        for name in names
    ]
    lines += [f"{a} -> {b} [arrowhead={rng.choice(('empty', 'diamond', 'vee', 'none'))}]" for a, b in links if a != b]
    return "class-graphviz", graphviz(lines, "dot")


def tree(browser: Browser, rng: random.Random) -> Made:
    """Organisations, breakdowns of work, mind maps, decision trees and folders, mostly without heads."""
    words, count = Words(rng), rng.randint(4, 20)
    parents = [(rng.randrange(max(0, number - 5), number), number) for number in range(1, count)]
    manner = rng.choice(("graphviz", "mindmap", "page", "plantuml", "page"))
    if manner == "graphviz":
        shape = rng.choice(("box", "ellipse", "plaintext", "circle"))
        lines = [
            f"rankdir={rng.choice(('TB', 'LR'))}; splines={rng.choice(('ortho', 'line', 'true'))}; node [shape={shape}]"
        ]
        lines += [f'{number} [label="{words.label(2)}"]' for number in range(count)]
        return "tree-graphviz", graphviz([*lines, *(f"{a} -- {b}" for a, b in parents)], "dot", directed=False)
    below: dict[int, list[int]] = {}
    for a, b in parents:
        below.setdefault(a, []).append(b)

    def indented(number: int, depth: int, mark: Callable[[int], str]) -> list[str]:
        own = [f"{mark(depth)}{words.label(2)}"]
        return own + [line for child in below.get(number, []) for line in indented(child, depth + 1, mark)]

    if manner == "mindmap":
        return "tree-mermaid", mermaid(
            "\n".join(["mindmap", *indented(0, 1, lambda depth: "  " * depth)]), browser, rng
        )
    if manner == "plantuml":
        kind = rng.choice(("wbs", "mindmap"))
        return "tree-plantuml", plantuml(indented(0, 1, lambda depth: "*" * depth + " "), kind)
    return _tree_page(browser, rng, words, below)


def _tree_page(browser: Browser, rng: random.Random, words: Words, below: dict[int, list[int]]) -> Made:
    fill, colour, elbow = rng.choice((*TINTS, "#fff")), rng.choice(("#333", "#000", "#888")), rng.random() < 0.7
    w, h, dx, dy = 92, 34, 110, rng.randint(60, 100)
    leaves, shown, places = [0], [], {}

    def placed(number: int, depth: int) -> float:
        children = [placed(child, depth + 1) for child in below.get(number, [])]
        x = (children[0] + children[-1]) / 2 if children else 60 + dx * leaves[0]
        leaves[0] += not children
        places[number] = x, 20 + depth * dy
        for child in children:
            y, foot = 20 + depth * dy + h, 20 + (depth + 1) * dy
            way = f"M{x} {y}V{(y + foot) / 2}H{child}V{foot}" if elbow else f"M{x} {y}L{child} {foot}"
            shown.append(f"<path d='{way}' fill=none stroke='{colour}'/>")
        return x

    placed(0, 0)
    for x, y in places.values():
        shown.append(
            f"<rect x={x - w / 2} y={y} width={w} height={h} rx={rng.choice((0, 5))} fill='{fill}' stroke='{colour}'/><text x={x} y={y + 21} text-anchor=middle>{words.label(2)[:16]}</text>"
        )
    size = f"width={leaves[0] * dx + 40} height={max(y for _, y in places.values()) + h + 20}"
    return "tree-page", browser.shot(
        f"<svg id=it {size} font-size=11 style='background:#fff'>{''.join(shown)}</svg>", rng, width=leaves[0] * dx + 80
    )


def other(browser: Browser, rng: random.Random) -> Made:
    """State machines, networks, nets of circles, layers of models."""
    words, names = Words(rng), [f"n{number}" for number in range(rng.randint(3, 12))]
    manner = rng.choice(("states", "network", "circles", "mermaid", "layers", "page", "page", "page"))
    if manner == "mermaid":
        body = [f'state "{words.label(2)}" as {name}' for name in names]
        body += [f"{a} --> {b} : {words.label(1)}" for a, b in zip(names, rng.sample(names, len(names)), strict=True)]
        return "figure-mermaid", mermaid("\n".join(["stateDiagram-v2", *body, f"[*] --> {names[0]}"]), browser, rng)
    if manner == "layers":
        return _layers(browser, rng, words)
    if manner == "page":
        return _states_page(browser, rng, words)
    shape = {"states": "ellipse", "network": rng.choice(("point", "ellipse", "box")), "circles": "circle"}[manner]
    lines = [f"rankdir=LR; node [shape={shape} style={rng.choice(('solid', 'filled'))}]"]
    lines += [f'{name} [label="{words.label(2) if manner != "circles" else rng.randint(0, 99)}"]' for name in names]
    lines += _arcs(names, rng, words, 0.7 if manner == "states" else 0.1)
    return f"figure-{manner}", graphviz(lines, rng.choice(("dot", "neato", "circo")))


def _states_page(browser: Browser, rng: random.Random, words: Words) -> Made:
    """States in circles, ellipses or boxes on a ring or scattered, with straight or bent arrows that bear labels."""
    count, width, height = rng.randint(2, 8), rng.randint(380, 800), rng.randint(260, 600)
    colour, fill = rng.choice(("#000", "#333", "#06c", "#a00")), rng.choice(("#fff", "none", *TINTS))
    places = []
    for number in range(count):
        angle = 6.283 * number / count + rng.uniform(-0.2, 0.2)
        reach = 0.36 if rng.random() < 0.8 else 0.15
        places.append((width / 2 + reach * width * np.cos(angle), height / 2 + reach * height * np.sin(angle)))
    wide, high = rng.choice(((24, 24), (30, 30), (44, 26), (48, 20)))
    boxes, middle, dash = rng.random() < 0.3, rng.random() < 0.2, rng.choice(("", "", "", "5 4"))
    shown = []
    pairs = [(number, (number + 1) % count) for number in range(count)]
    pairs += [(rng.randrange(count), rng.randrange(count)) for _ in range(rng.randint(0, 4))]
    for a, b in pairs:
        if a == b:
            x, y = places[a]
            shown.append(
                f"<path d='M{x - 12} {y - high}C{x - 40} {y - high - 50} {x + 40} {y - high - 50} {x + 12} {y - high - 2}' fill=none stroke='{colour}' marker-end='url(#h)'/>"
            )
            continue
        start, end = np.array(places[a]), np.array(places[b])
        along = (end - start) / max(1.0, float(np.hypot(*(end - start))))
        start, end = start + along * max(wide, high), end - along * (max(wide, high) + 4)
        bend = (start + end) / 2 + rng.choice((0, 0, 30, -40)) * np.array([-along[1], along[0]])
        head = "marker-mid" if middle else "marker-end"
        points = [f"{x:.0f} {y:.0f}" for x, y in (start, bend, end)]
        way = f"M{points[0]}L{points[1]}L{points[2]}" if middle else f"M{points[0]}Q{points[1]} {points[2]}"
        shown.append(f"<path d='{way}' fill=none stroke='{colour}' stroke-dasharray='{dash}' {head}='url(#h)'/>")
        if rng.random() < 0.6:
            shown.append(
                f"<text x={bend[0]:.0f} y={bend[1] - 4:.0f} text-anchor=middle>{rng.choice((words.label(2), words.word(), str(rng.randint(0, 99))))}</text>"
            )
    for x, y in places:
        shape = (
            f"<ellipse cx={x} cy={y} rx={wide} ry={high}"
            if not boxes
            else f"<rect x={x - wide} y={y - high * 0.7} width={2 * wide} height={high * 1.4}"
        )
        label = words.word() if rng.random() < 0.7 else f"S{rng.randint(0, 9)}"
        shown.append(
            f"{shape} fill='{fill}' stroke='{colour}'/><text x={x} y={y + 4} text-anchor=middle>{label}</text>"
        )
    head = f"<marker id=h markerWidth=9 markerHeight=9 refX=8 refY=4 orient=auto><path d='M0 0L8 4L0 8z' fill='{colour}'/></marker>"
    return "figure-page", browser.shot(
        f"<svg id=it width={width} height={height} font-size={rng.randint(10, 15)} style='background:#fff'>{head}{''.join(shown)}</svg>",
        rng,
        width=width + 40,
    )


def _layers(browser: Browser, rng: random.Random, words: Words) -> Made:
    """Layers of a model, one over the other, with arrows past some of them."""
    count, colour = rng.randint(3, 9), rng.choice(("#000", "#555"))
    rows = []
    for number in range(count):
        y = 20 + number * 62
        rows.append(
            f"<rect x=120 y={y} width=170 height=36 rx=5 fill='{rng.choice(TINTS)}' stroke='{colour}'/><text x=205 y={y + 22} text-anchor=middle>{words.label(2)}</text>"
        )
        if number:
            rows.append(f"<path d='M205 {y - 26}V{y - 2}' stroke='{colour}' marker-end='url(#h)'/>")
        if number > 1 and rng.random() < 0.4:
            rows.append(f"<path d='M120 {y - 106}H80V{y + 18}H118' fill=none stroke='{colour}' marker-end='url(#h)'/>")
    head = f"<marker id=h markerWidth=8 markerHeight=8 refX=7 refY=3.5 orient=auto><path d='M0 0L7 3.5L0 7z' fill='{colour}'/></marker>"
    return "figure-layers", browser.shot(
        f"<svg id=it width=360 height={count * 62 + 30} font-size=13 style='background:#fff'>{head}{''.join(rows)}</svg>",
        rng,
    )
