"""The nodes of a scientific figure: modules with names, operators, pictures with their names below."""

from __future__ import annotations

from diagramloop.graph import Node
from diagramloop.synth.looks import look
from diagramloop.synth.scientific.figure import Figure, rectangle, words

HALF_WIDTH_PX, HALF_HEIGHT_PX = 70, 32  # of a module
OPERATOR_RADIUS_PX = 17


def module(d: Figure, x: float, y: float) -> None:
    """Draw one node with its middle at a place."""
    if d.often("operators", 0.05):
        operator(d, x, y)
    elif d.often("icons", 0.05):
        icon(d, x, y)
    else:
        box = (x - HALF_WIDTH_PX, y - HALF_HEIGHT_PX, x + HALF_WIDTH_PX, y + HALF_HEIGHT_PX)
        text, fill = d.name(), d.random.choice(d.palette)
        ink = fill if d.often("fills", 0.15) else d.ink
        for shift in (12, 6) if d.often("layers", 0.05) else ():
            moved = (box[0] + shift, box[1] - shift, box[2] + shift, box[3] - shift)
            d.shapes.append(rectangle(moved, fill, d.ink, d.pen, d.corner))
            ink = d.ink
        d.shapes.append(rectangle(box, fill, ink, d.pen, d.corner))
        first, second = text.split()
        light = "#fff" if fill in look("scientific")["white_on"] else "#111"
        d.shapes += [words(x, y - 9, first, colour=light), words(x, y + 9, second, colour=light)]
        d.nodes.append(Node(id=f"n{len(d.nodes)}", text=text, box=box))


def operator(d: Figure, x: float, y: float) -> None:
    """Draw a small circle with a sign in it."""
    sign, r = d.random.choice("+×C"), OPERATOR_RADIUS_PX
    circle = f'<circle cx="{x}" cy="{y}" r="{r}" fill="#fff" stroke="{d.ink}" stroke-width="{d.pen}"/>'
    d.shapes += [circle, words(x, y, sign, 20)]
    d.nodes.append(Node(id=f"n{len(d.nodes)}", text=sign, shape="circle", box=(x - r, y - r, x + r, y + r)))


def icon(d: Figure, x: float, y: float) -> None:
    """Draw a picture without text in it, its name below: a store or a photograph."""
    text, fill = d.name(), d.random.choice(d.palette)
    style = f'fill="{fill}" stroke="{d.ink}" stroke-width="{d.pen}"'
    kind = d.random.choice(("store", "photograph"))
    if kind == "store":
        side = f"M{x - 28},{y - 24} v48 a28,9 0 0 0 56,0 v-48"
        d.shapes.append(f'<path d="{side}" {style}/><ellipse cx="{x}" cy="{y - 24}" rx="28" ry="9" {style}/>')
    else:
        hills = f"M{x - 30},{y + 22} l18,-22 l12,12 l14,-18 l16,28 z"
        d.shapes.append(rectangle((x - 30, y - 30, x + 30, y + 30), "#fff", d.ink, d.pen))
        d.shapes.append(f'<path d="{hills}" fill="{fill}"/><circle cx="{x - 12}" cy="{y - 14}" r="6" fill="{fill}"/>')
    d.shapes.append(words(x, y + 48, text, 13))
    box = (x - 28, y - 33, x + 28, y + 33) if kind == "store" else (x - 30, y - 30, x + 30, y + 30)
    d.nodes.append(Node(id=f"n{len(d.nodes)}", text=text, box=box))
