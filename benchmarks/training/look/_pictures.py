"""Charts of data, maps, photographs, and drawings with call-outs."""

# ruff: noqa: ARG001, ARG005, E501 - markup is not broken into lines, and makers are called alike
from __future__ import annotations

import io
import json
import random
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from benchmarks.training.look._browser import Browser
from benchmarks.training.look._diagrams import mermaid
from benchmarks.training.look._pages import STRONG, TINTS, Made
from benchmarks.training.look._words import Words


def chart(browser: Browser, rng: random.Random) -> Made:
    manner = rng.choice(("matplotlib", "matplotlib", "mermaid", "vega", "page", "vega"))
    if manner == "mermaid":
        return "chart-mermaid", _mermaid_chart(browser, rng)
    if manner == "vega":
        return "chart-vega", _vega(browser, rng)
    return ("chart-page", _bar_page(browser, rng)) if manner == "page" else _plotted(rng)


def _plotted(rng: random.Random) -> Made:
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    style = rng.choice([name for name in pyplot.style.available if not name.startswith("_")])
    kind = rng.choice(sorted(PLOTS))
    with pyplot.style.context(style):
        figure, axes = pyplot.subplots(figsize=(rng.uniform(3, 8), rng.uniform(2.2, 6)))
        words = Words(rng)
        PLOTS[kind](axes, np.random.default_rng(rng.getrandbits(32)), [words.label(1) for _ in range(6)])
        if rng.random() < 0.5:
            axes.set_title(words.label(4))
        if rng.random() < 0.6:
            axes.set_xlabel(words.label(2))
            axes.set_ylabel(words.label(2))
        if rng.random() < 0.5 and axes.get_legend_handles_labels()[0]:
            axes.legend()
        if rng.random() < 0.3:
            axes.annotate(
                words.label(2), (0.5, 0.5), (0.7, 0.8), xycoords="axes fraction", arrowprops={"arrowstyle": "->"}
            )
        out = io.BytesIO()
        figure.savefig(out, dpi=rng.choice((70, 100, 150)), format="png")
        pyplot.close(figure)
    return f"chart-{kind}", out.getvalue()


Plot = Callable[[Any, np.random.Generator, list[str]], Any]
PLOTS: dict[str, Plot] = {
    "bars": lambda a, r, n: a.bar(n, r.uniform(1, 20, 6)),
    "levels": lambda a, r, n: a.barh(n, r.uniform(1, 20, 6), xerr=r.uniform(0, 2, 6)),
    "stacks": lambda a, r, n: (a.bar(n, r.uniform(1, 9, 6), label=n[0]), a.bar(n, r.uniform(1, 9, 6), bottom=9, label=n[1])),
    "lines": lambda a, r, n: [a.plot(r.normal(0, 1, 24).cumsum(), label=name, marker=r.choice(["", "o", "s"])) for name in n[:4]],
    "steps": lambda a, r, n: a.step(np.arange(24), r.normal(0, 1, 24).cumsum(), label=n[0]),
    "areas": lambda a, r, n: a.stackplot(np.arange(24), r.uniform(1, 3, (3, 24)), labels=n[:3]),
    "points": lambda a, r, n: a.scatter(r.normal(0, 1, 90), r.normal(0, 1, 90), s=r.uniform(5, 90, 90)),
    "pie": lambda a, r, n: a.pie(r.uniform(1, 9, 6), labels=n, autopct="%d%%"),
    "ring": lambda a, r, n: a.pie(r.uniform(1, 9, 6), labels=n, wedgeprops={"width": 0.4}),
    "histogram": lambda a, r, n: a.hist(r.normal(0, 1, 300), bins=15),
    "heat": lambda a, r, n: a.imshow(r.uniform(0, 1, (6, 6))),
    "boxes": lambda a, r, n: a.boxplot(r.normal(0, 1, (30, 6))),
    "violins": lambda a, r, n: a.violinplot(r.normal(0, 1, (30, 5))),
    "contours": lambda a, r, n: a.contour(r.normal(0, 1, (8, 8)).cumsum(0).cumsum(1)),
    "arrows": lambda a, r, n: a.quiver(*r.normal(0, 1, (4, 40))),
    "spans": lambda a, r, n: [a.barh(name, r.uniform(2, 9), left=r.uniform(0, 20)) for name in n],
}  # fmt: skip


def _mermaid_chart(browser: Browser, rng: random.Random) -> bytes:
    words = Words(rng)
    rows = range(rng.randint(3, 8))
    sources = (
        "\n".join([f"pie title {words.label()}", *(f'"{words.label(1)}{row}" : {rng.randint(1, 40)}' for row in rows)]),
        "\n".join(["gantt", f"title {words.label()}", "dateFormat YYYY-MM-DD", "section A", *(f"{words.label(2)} :t{row}, 2024-0{rng.randint(1, 9)}-01, {rng.randint(5, 60)}d" for row in rows)]),
        "\n".join(["xychart-beta", f'title "{words.label()}"', f"bar [{', '.join(str(rng.randint(1, 50)) for _ in rows)}]"]),
        "\n".join(["timeline", f"title {words.label()}", *(f"{2000 + row} : {words.label(2)}" for row in rows)]),
    )  # fmt: skip
    return mermaid(rng.choice(sources), browser, rng)


def _vega(browser: Browser, rng: random.Random) -> bytes:
    words = Words(rng)
    names = [words.label(1) for _ in range(rng.randint(3, 12))]
    values = [
        {"a": name, "b": rng.uniform(0, 50), "c": rng.choice("xyz"), "d": rng.uniform(0, 9)} for name in names * 3
    ]
    mark = rng.choice(("bar", "line", "area", "point", "rect", "arc", "tick", "boxplot"))
    encoding: dict[str, Any] = {
        "x": {"field": rng.choice("ad"), "type": "nominal" if mark in ("bar", "rect") else "quantitative"},
        "y": {"field": "b", "type": "quantitative"}, "color": {"field": "c", "type": "nominal"},
    }  # fmt: skip
    if mark == "arc":
        encoding = {"theta": {"field": "b", "type": "quantitative"}, "color": {"field": "a", "type": "nominal"}}
    if mark == "rect":
        encoding = {
            "x": {"field": "a", "type": "nominal"},
            "y": {"field": "c", "type": "nominal"},
            "color": {"field": "b", "type": "quantitative"},
        }
    spec = {
        "data": {"values": values},
        "mark": mark,
        "encoding": encoding,
        "width": rng.randint(150, 500),
        "height": rng.randint(120, 320),
        "title": words.label(),
    }
    program = "const v=await import('vega'),l=await import('vega-lite');return await new v.View(v.parse(l.compile(q).spec),{renderer:'none'}).toSVG()"
    svg = browser.answered(program, spec)
    return browser.shot(f"<div id=it style='display:inline-block;background:#fff'>{svg}</div>", rng)


def _bar_page(browser: Browser, rng: random.Random) -> bytes:
    """A chart as slides and reports have them: bars with numbers on them, or a ring with its share."""
    words, colour = Words(rng), rng.choice(STRONG)
    rows = "".join(
        f"<div style='margin:6px;display:flex'><span style='width:110px'>{words.label(2)}</span><span style='background:{rng.choice((colour, colour, '#999'))};width:{rng.randint(10, 300)}px'>&nbsp;</span>&nbsp;{words.number()}</div>"
        for _ in range(rng.randint(3, 9))
    )
    columns = "".join(
        f"<div style='width:40px;height:{rng.randint(10, 240)}px;background:{rng.choice((colour, rng.choice(STRONG)))};margin:6px'></div>"
        for _ in range(rng.randint(3, 9))
    )
    standing = f"<div style='display:flex;align-items:end;border-left:1px solid;border-bottom:1px solid;padding:4px'>{columns}</div>"
    return browser.shot(
        f"<div id=it style='display:inline-block;padding:12px;background:#fff'><b>{words.label()}</b>{rng.choice((rows, standing))}</div>",
        rng,
    )


@cache
def _land(file: Path) -> tuple[np.ndarray, ...]:
    """Rings of a TopoJSON file in degrees."""
    topology = json.loads(file.read_text())
    scale, shift = np.array(topology["transform"]["scale"]), np.array(topology["transform"]["translate"])
    arcs = [np.array(arc).cumsum(axis=0) * scale + shift for arc in topology["arcs"]]

    def ring(numbers: list[int]) -> np.ndarray:
        return np.concatenate([arcs[number] if number >= 0 else arcs[~number][::-1] for number in numbers])

    shapes = next(iter(topology["objects"].values()))["geometries"]
    rings = []
    for shape in shapes:
        polygons = {"Polygon": [shape.get("arcs", [])], "MultiPolygon": shape.get("arcs", [])}.get(
            shape.get("type"), []
        )
        rings += [ring(polygon[0]) for polygon in polygons]
    return tuple(rings)


def world(browser: Browser, rng: random.Random) -> Made:
    """A map: countries or counties of a region, in one tint or many, with names, a legend and a net, or streets."""
    if rng.random() < 0.3:
        return "map-streets", _streets(browser, rng)
    file = rng.choice(
        (
            "world-atlas/countries-110m.json",
            "world-atlas/countries-50m.json",
            "us-atlas/counties-10m.json",
            "us-atlas/states-10m.json",
        )
    )
    rings = _land(browser.packages / file)
    centre = rng.choice(rings).mean(axis=0)
    reach = rng.choice((4, 10, 25, 60, 180) if "world" in file else (1, 3, 8, 30))
    width, height = rng.randint(260, 700), rng.randint(220, 560)
    tints = [rng.choice((*TINTS, *STRONG)) for _ in range(rng.choice((1, 1, 3, 6)))]
    sea, line, words = rng.choice(("#fff", "#cfe8f7", "#fff", "#eee")), rng.choice(("#fff", "#333", "#888")), Words(rng)
    shown = []
    for ring in rings:
        if np.abs(ring.mean(axis=0) - centre).max() < 1.6 * reach:
            points = (ring - centre) * (1, -1) * width / (2 * reach) + (width / 2, height / 2)
            path = "L".join(f"{x:.0f} {y:.0f}" for x, y in np.clip(points, -4000, 4000))
            shown.append(
                f"<path d='M{path}z' fill='{rng.choice(tints)}' stroke='{line}' stroke-width={rng.choice((0.5, 1))} />"
            )
            if rng.random() < 0.25:
                x, y = points.mean(axis=0)
                shown.append(f"<text x={x:.0f} y={y:.0f} font-size={rng.randint(8, 13)}>{words.label(1)}</text>")
    if rng.random() < 0.3:
        shown += [
            f"<path d='M0 {y}H{width}M{y} 0V{height}' stroke='#99a' stroke-width=.5 />" for y in range(0, 700, 60)
        ]
    if rng.random() < 0.5:
        shown += [
            f"<rect x=8 y={height - 20 - 18 * row} width=14 height=12 fill='{tint}' stroke='#333'/><text x=28 y={height - 10 - 18 * row} font-size=11>{words.label(2)}</text>"
            for row, tint in enumerate(tints)
        ]
    if rng.random() < 0.4:
        shown += [
            f"<circle cx={rng.randint(20, width)} cy={rng.randint(20, height)} r={rng.randint(2, 9)} fill='{rng.choice(STRONG)}'/>"
            for _ in range(rng.randint(1, 14))
        ]
    return "map-land", browser.shot(
        f"<svg id=it width={width} height={height} style='background:{sea}'>{''.join(shown)}</svg>", rng
    )


def _streets(browser: Browser, rng: random.Random) -> bytes:
    width, height, words = rng.randint(300, 700), rng.randint(250, 560), Words(rng)
    shown = [
        f"<ellipse cx={rng.randint(0, width)} cy={rng.randint(0, height)} rx={rng.randint(20, 120)} ry={rng.randint(20, 90)} fill='{rng.choice(('#bfdfa8', '#aad3df'))}'/>"
        for _ in range(rng.randint(1, 5))
    ]
    tilt = rng.uniform(-30, 30)
    roads = [(0, y, width * 2, y) for y in range(-200, height * 2, rng.randint(35, 90))] + [
        (x, -200, x, height * 2) for x in range(-200, width * 2, rng.randint(35, 90))
    ]
    for colour, wide in (("#bbb", 9), ("#fff", 7)):
        shown += [
            f"<path transform='rotate({tilt})' d='M{a - 200} {b}Q{(a + c) / 2 + 30} {(b + d) / 2} {c} {d}' fill=none stroke='{colour}' stroke-width={wide} />"
            for a, b, c, d in roads
        ]
    shown += [
        f"<text x={rng.randint(0, width)} y={rng.randint(0, height)} font-size=11 transform='rotate({rng.choice((0, tilt))})'>{words.label(2)}</text>"
        for _ in range(rng.randint(3, 14))
    ]
    return browser.shot(
        f"<svg id=it width={width} height={height} style='background:#f2efe9'>{''.join(shown)}</svg>", rng
    )


def photograph(browser: Browser, rng: random.Random) -> Made:
    """A cut of a photograph that a library ships, some with a label."""
    file = rng.choice(_photographs())
    image = _cut(file, rng)
    if rng.random() < 0.15:
        from PIL import ImageDraw

        ImageDraw.Draw(image).text((20, 20), Words(rng).label(), fill="white")
    out = io.BytesIO()
    image.save(out, "JPEG", quality=rng.randint(40, 95))
    return f"photograph-{file.stem}", out.getvalue()


@cache
def _photographs() -> tuple[Path, ...]:
    import matplotlib
    import sklearn.datasets

    skimage = find_spec("skimage")  # it need not be whole: its pictures are in the wheel
    own = Path(next(iter(skimage.submodule_search_locations or ()))) / "data" if skimage else Path()
    names = [
        "astronaut",
        "brick",
        "camera",
        "cell",
        "chelsea",
        "coffee",
        "coins",
        "grass",
        "gravel",
        "hubble_deep_field",
        "ihc",
        "moon",
        "motorcycle_left",
        "retina",
        "rocket",
    ]
    files = [path for name in names for path in own.glob(f"{name}.*")]
    images = Path(sklearn.datasets.__file__).parent / "images"
    return (
        *files,
        images / "china.jpg",
        images / "flower.jpg",
        Path(matplotlib.get_data_path()) / "sample_data/grace_hopper.jpg",
    )


def _cut(file: Path, rng: random.Random) -> Image.Image:
    image = Image.open(file).convert("RGB")
    share = rng.uniform(0.35, 1.0)
    width, height = (int(side * share) for side in image.size)
    left, top = rng.randint(0, image.width - width), rng.randint(0, image.height - height)
    shown = image.crop((left, top, left + width, top + height))
    size = rng.randint(120, 800)
    return shown.resize((size, max(1, size * height // width)))


def callouts(browser: Browser, rng: random.Random) -> Made:
    """A device, a photograph or a part with lines to numbers or names, or with measures."""
    import base64

    words, width, height = Words(rng), rng.randint(360, 800), rng.randint(300, 600)
    cx, cy, colour = width / 2, height / 2, rng.choice(("#000", "#333", "#c00", "#06c"))
    manner = rng.choice(("icon", "photograph", "device", "plan"))
    if manner == "photograph":
        out = io.BytesIO()
        _cut(rng.choice(_photographs()), rng).save(out, "JPEG")
        data = base64.b64encode(out.getvalue()).decode()
        thing = f"<image x={cx / 2} y={cy / 2} width={cx} height={cy} href='data:image/jpeg;base64,{data}'/>"
    elif manner == "icon":
        size = int(min(width, height) * 0.6)
        thing = f"<g transform='translate({cx - size / 2} {cy - size / 2})'>{browser.icon(rng, size, rng.choice(('#777', '#444', '#9ab')))}</g>"
    else:
        thing = _device(rng, cx, cy, manner == "plan")
    shown = [thing]
    for _ in range(rng.randint(3, 10)):
        x, y = cx + rng.uniform(-0.4, 0.4) * cx, cy + rng.uniform(-0.4, 0.4) * cy
        side = rng.choice((-1, 1))
        ex, ey = cx + side * cx * rng.uniform(0.72, 0.85), cy + rng.uniform(-0.9, 0.9) * cy
        end = rng.choice(("", f"<circle cx={x} cy={y} r=3 fill='{colour}'/>"))
        number = rng.random() < 0.5
        plate = f"<circle cx={ex} cy={ey} r=11 fill='#fff' stroke='{colour}'/>" if number and rng.random() < 0.5 else ""
        label = str(rng.randint(1, 30)) if number else words.label(2)
        anchor = "middle" if number else ("end" if side < 0 and ex > 90 else "start")
        shown.append(
            f"<path d='M{x} {y}L{ex} {ey}' stroke='{colour}'/>{end}{plate}<text x={ex} y={ey + 4} text-anchor={anchor} font-size=12>{label}</text>"
        )
    return f"callouts-{manner}", browser.shot(
        f"<svg id=it width={width} height={height} style='background:#fff'>{''.join(shown)}</svg>", rng
    )


def _device(rng: random.Random, cx: float, cy: float, measured: bool) -> str:
    """Outlines of nested parts about a middle, with knobs; of a plan also measures along its sides."""
    w, h = cx * rng.uniform(0.5, 0.9), cy * rng.uniform(0.5, 0.9)
    parts = [
        f"<rect x={cx - w / 2} y={cy - h / 2} width={w} height={h} rx={rng.choice((0, 10, 30))} fill='{rng.choice(('none', '#eee', '#dde'))}' stroke='#333' stroke-width=2 />"
    ]
    for _ in range(rng.randint(4, 16)):
        x, y, r = cx + rng.uniform(-0.4, 0.4) * w, cy + rng.uniform(-0.4, 0.4) * h, rng.uniform(4, 30)
        parts.append(rng.choice((
            f"<circle cx={x} cy={y} r={r} fill='none' stroke='#333'/>", f"<rect x={x} y={y} width={2 * r} height={r} fill='#ccc' stroke='#333'/>",
            f"<path d='M{x} {y}c{r} {r} {2 * r} {-r} {3 * r} 0' fill=none stroke='#555'/>",
        )))  # fmt: skip
    if measured:
        y, x = cy + h / 2 + 18, cx - w / 2 - 18
        parts.append(
            f"<path d='M{cx - w / 2} {y}H{cx + w / 2}M{x} {cy - h / 2}V{cy + h / 2}' stroke='#333'/><text x={cx} y={y - 3} font-size=11>{rng.randint(10, 900)}</text>"
        )
    return "".join(parts)
