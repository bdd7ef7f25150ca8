"""Things in documents that are no diagrams, as pages of HTML: windows, tables, listings, text, logos, formulas."""

# ruff: noqa: E501 - markup is not broken into lines, and makers are called alike
from __future__ import annotations

import html
import random
from collections.abc import Callable

from benchmarks.training.look._browser import Browser
from benchmarks.training.look._words import Words, listing

Made = tuple[str, bytes]
"""The family, and the PNG file."""
PAPERS = ("#fff", "#fff", "#fff", "#fafafa", "#fdf6e3", "#f4f6f8")
TINTS = ("#e8f0fe", "#fff3cd", "#e6f4ea", "#fde7e9", "#eee", "#dde7f0", "#f8e8ff")
STRONG = ("#1a73e8", "#b00020", "#0b6e4f", "#333", "#005a9e", "#6a1b9a", "#e65100", "#00838f")


def window(browser: Browser, rng: random.Random) -> Made:
    """A window of a program: bars, menus, fields, lists and buttons in one of five manners."""
    manner = rng.choice(("classic", "flat", "mac", "dark", "web"))
    words = Words(rng)
    back, ink, bar = {
        "classic": ("#d4d0c8", "#000", "#0a246a"), "flat": ("#fff", "#222", "#0078d7"), "mac": ("#f6f6f6", "#222", "#ddd"),
        "dark": ("#1e1e1e", "#ddd", "#333"), "web": ("#fff", "#222", rng.choice(STRONG)),
    }[manner]  # fmt: skip
    parts = [_title_bar(words, rng, bar, manner)]
    if rng.random() < 0.7:
        parts.append(
            "<div style='padding:3px 8px'>"
            + " &nbsp; ".join(words.label(1) for _ in range(rng.randint(3, 8)))
            + "</div>"
        )
    if rng.random() < 0.7:
        icons = "".join(browser.icon(rng, rng.choice((16, 20, 24)), ink) + "&nbsp; " for _ in range(rng.randint(4, 14)))
        parts.append(f"<div style='padding:4px;border-bottom:1px solid #999'>{icons}</div>")
    panes = [_pane(browser, words, rng, ink) for _ in range(rng.randint(1, 3))]
    parts.append("<div style='display:flex'>" + "".join(panes) + "</div>")
    if rng.random() < 0.5:
        parts.append(
            f"<div style='border-top:1px solid #999;padding:3px;font-size:11px'>{words.label()} | {words.number()}</div>"
        )
    edge = "2px outset #eee" if manner == "classic" else "1px solid #888"
    size = f"width:{rng.randint(300, 900)}px;font-size:{rng.randint(11, 16)}px"
    style = f"border:{edge};background:{back};color:{ink};{size}"
    return f"window-{manner}", browser.shot(f"<div id=it style='{style}'>{''.join(parts)}</div>", rng)


def _title_bar(words: Words, rng: random.Random, bar: str, manner: str) -> str:
    knobs = "".join(f"<i style='display:inline-block;width:12px;height:12px;border-radius:6px;margin:3px;background:{c}'></i>"
                    for c in ("#f55", "#fb3", "#3c5"))  # fmt: skip
    name = f"<b>{words.label()}</b>"
    inside = f"{knobs} &nbsp; {name}" if manner == "mac" else f"{name}<span style='float:right'>_ □ ✕</span>"
    ink = "#222" if manner == "mac" else "#fff"
    return f"<div style='background:{bar};color:{ink};padding:{rng.randint(2, 9)}px 8px'>{inside}</div>"


def _pane(browser: Browser, words: Words, rng: random.Random, ink: str) -> str:
    def rows(make: Callable[[], str]) -> str:
        return "".join(f"<div style='padding:{pad}px 4px'>{make()}</div>" for _ in range(rng.randint(3, 12)))

    pad = rng.randint(2, 7)
    field = "border:1px solid #888;padding:3px 8px;display:inline-block"
    kinds: dict[str, Callable[[], str]] = {
        "files": lambda: rows(lambda: f"{browser.icon(rng, 16, '#c90')} {words.label(2)}"),
        "form": lambda: rows(lambda: f"<span style='display:inline-block;width:40%'>{words.label(2)}:</span><span style='{field};width:45%'>{words.label(1)}</span>"),
        "checks": lambda: rows(lambda: f"<input type={rng.choice(('checkbox', 'radio'))} {rng.choice(('checked', ''))}> {words.label()}"),
        "message": lambda: f"<div style='padding:20px'>{browser.icon(rng, 40, '#c33')} {words.sentence()}</div>",
        "buttons": lambda: "".join(f"<button style='margin:5px;padding:5px 14px'>{words.label(1)}</button>" for _ in range(rng.randint(2, 6))),
        "list": lambda: f"<table style='width:100%;border-collapse:collapse'>{_rows(words, rng, rng.randint(3, 12), rng.randint(2, 5), 'border-bottom:1px solid #ddd;padding:4px')}</table>",
        "cards": lambda: "".join(f"<div style='display:inline-block;border:1px solid #bbb;border-radius:6px;padding:12px;margin:6px'><b>{words.number()}</b><br>{words.label(2)}</div>" for _ in range(rng.randint(2, 6))),
        "console": lambda: f"<pre style='background:#111;color:#ddd;padding:6px;margin:0;font-size:12px'>{html.escape(listing(rng, 14))}</pre>",
    }  # fmt: skip
    content = "".join(kinds[rng.choice(list(kinds))]() for _ in range(rng.randint(1, 3)))
    return f"<div style='flex:{rng.randint(1, 3)};padding:6px;border-right:1px solid #8886;overflow:hidden;color:{ink}'>{content}</div>"


def _rows(words: Words, rng: random.Random, rows: int, columns: int, style: str) -> str:
    def cell(row: int, column: int) -> str:
        text = words.label(2) if row == 0 or column == 0 or rng.random() < 0.35 else words.number()
        tag = "th" if row == 0 else "td"
        return f"<{tag} style='{style}'>{text}</{tag}>"

    return "".join("<tr>" + "".join(cell(row, column) for column in range(columns)) + "</tr>" for row in range(rows))


def table(browser: Browser, rng: random.Random) -> Made:
    """A table: ruled, with few rules, striped, with bars or colours in its cells, or of long texts."""
    manner = rng.choice(("ruled", "booktabs", "striped", "colours", "bars", "texts", "matrix"))
    words = Words(rng)
    rows, columns = rng.randint(2, 14), rng.randint(2, 7)
    pad, colour = rng.randint(2, 10), rng.choice(STRONG)
    side = (
        "border:1px solid #444;"
        if manner in ("ruled", "texts", "matrix") or (manner == "colours" and rng.random() < 0.5)
        else ""
    )
    sheet = f"td,th{{padding:{pad}px {pad * 2}px;{side}}} table{{border-collapse:collapse;font-size:{rng.randint(10, 18)}px}}"
    if manner == "booktabs":
        sheet += "table{border-top:2px solid;border-bottom:2px solid} th{border-bottom:1px solid}"
    if rng.random() < 0.5:
        sheet += f"th{{background:{colour};color:#fff}}"
    if manner == "striped":
        sheet += f"tr:nth-child(even){{background:{rng.choice(TINTS)}}}"
    body = _rows(words, rng, rows, columns, "")
    if manner == "colours":
        body = _filled(body, lambda: f"<td style='background:{rng.choice((*TINTS, *TINTS, colour))}'")
    elif manner == "bars":
        body = _filled(
            body,
            lambda: (
                f"<td style='min-width:90px;background:linear-gradient(90deg,{rng.choice(TINTS)} {rng.randint(5, 95)}%,#0000 0)'"
            ),
        )
    elif manner == "matrix":
        body = "".join(
            "<tr>"
            + "".join(f"<td>{rng.choice(('✓', '✗', '–', 'x', '0', '1', ''))}</td>" for _ in range(columns))
            + "</tr>"
            for _ in range(rows)
        )
    elif manner == "texts":
        body = "".join(f"<tr><td>{words.label()}</td><td>{words.paragraph(3)}</td></tr>" for _ in range(min(rows, 7)))
    title = f"<caption>{words.label(5)}</caption>" if rng.random() < 0.2 else ""
    return f"table-{manner}", browser.shot(
        f"<table id=it style='background:#fff'>{title}{body}</table>", rng, style=sheet
    )


def _filled(body: str, cell: Callable[[], str]) -> str:
    first, *others = body.split("<td style=''")
    return first + "".join(cell() + other for other in others)


def code(browser: Browser, rng: random.Random) -> Made:
    """A listing of code, in one of Pygments' styles or in plain type, framed or not, with line numbers or not."""
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import PythonLexer
    from pygments.styles import get_all_styles

    style = rng.choice(sorted(get_all_styles()))
    numbers = rng.choice((False, "table", "inline"))
    formatter = HtmlFormatter(style=style, linenos=numbers)
    plain = rng.random() < 0.35
    text = listing(rng)
    shown = f"<pre>{html.escape(text)}</pre>" if plain else highlight(text, PythonLexer(), formatter)
    frame = rng.choice(
        ("", "border:1px solid #888;", f"background:{rng.choice(TINTS)};", "border-left:4px solid #888;")
    )
    size = f"padding:{rng.randint(0, 14)}px;font-size:{rng.randint(9, 18)}px;display:inline-block"
    sheet = "" if plain else formatter.get_style_defs(".highlight")
    family = "code-plain" if plain else f"code-{'dark' if style in DARK else 'light'}"
    return family, browser.shot(f"<div id=it class=highlight style='{frame}{size}'>{shown}</div>", rng, style=sheet)


DARK = frozenset(["dracula", "fruity", "github-dark", "gruvbox-dark", "inkpot", "lightbulb", "material", "monokai", "native", "nord", "nord-darker", "one-dark", "paraiso-dark", "rrt", "solarized-dark", "stata-dark", "vim", "zenburn", "coffee"])  # fmt: skip


def text(browser: Browser, rng: random.Random) -> Made:
    """Headings, boxed or ruled, numbered or on a tint; paragraphs, lists, contents, forms, notes in a box, cards."""
    words = Words(rng)
    colour, tint = rng.choice(STRONG), rng.choice(TINTS)
    box = rng.choice((f"border:{rng.randint(1, 3)}px solid {colour}", f"background:{tint}", f"background:{colour};color:#fff",
                      f"border-bottom:2px solid {colour}", f"border-left:6px solid {colour};background:{tint}"))  # fmt: skip
    kinds: dict[str, Callable[[], str]] = {
        "heading": lambda: f"<h{rng.randint(1, 3)} style='{box};padding:{rng.randint(4, 16)}px'>{_numbered(words, rng)}</h1>",
        "headings": lambda: "".join(f"<h2 style='{box};padding:6px'>{_numbered(words, rng)}</h2>{_maybe(rng, words)}" for _ in range(rng.randint(2, 3))),
        "paragraphs": lambda: "".join(f"<p style='text-align:{rng.choice(('justify', 'left'))}'>{words.paragraph()}</p>" for _ in range(rng.randint(1, 5))),
        "columns": lambda: f"<div style='columns:2;text-align:justify'>{''.join(f'<h3>{_numbered(words, rng)}</h3><p>{words.paragraph(9)}</p>' for _ in range(3))}</div>",
        "list": lambda: f"<{(tag := rng.choice(('ul', 'ol')))}>{''.join(f'<li>{words.sentence()}</li>' for _ in range(rng.randint(3, 9)))}</{tag}>",
        "contents": lambda: "".join(f"<div style='border-bottom:1px dotted #888'>{_numbered(words, rng)}<span style='float:right'>{rng.randint(1, 99)}</span></div>" for _ in range(rng.randint(4, 14))),
        "form": lambda: "".join(f"<div style='margin:8px'>{words.label()}: <span style='display:inline-block;border:1px solid #555;min-width:{rng.randint(60, 300)}px;height:1.4em'></span></div>" for _ in range(rng.randint(3, 9))),
        "note": lambda: f"<div style='{box};padding:12px;border-radius:{rng.choice((0, 8))}px'><b>{words.label()}</b><br>{words.paragraph(3)}</div>",
        "notes": lambda: "".join(f"<div style='display:inline-block;vertical-align:top;width:27%;margin:1%;padding:2%;border:1px solid {colour};background:{tint}'><b>{words.label()}</b><br>{words.sentence()}</div>" for _ in range(rng.randint(2, 6))),
        "cover": lambda: f"<div style='{box};padding:{rng.randint(30, 90)}px;text-align:center'><h1>{words.label(5)}</h1><p>{words.label()}</p><hr>{words.label(2)}</div>",
        "quote": lambda: f"<blockquote style='{box};padding:8px;font-size:{rng.randint(18, 34)}px'>{words.sentence()}</blockquote>",
        "slide": lambda: f"<div style='border:1px solid #999;width:640px;height:340px;padding:24px'><h1 style='color:{colour}'>{words.label(4)}</h1><ul style='font-size:22px'>{''.join(f'<li>{words.label(6)}</li>' for _ in range(rng.randint(2, 6)))}</ul></div>",
    }  # fmt: skip
    kind = rng.choice(list(kinds))
    style = f"font-size:{rng.randint(11, 20)}px;background:{rng.choice(PAPERS)};direction:{'rtl' if words.right_to_left else 'ltr'}"
    return f"text-{kind}", browser.shot(
        f"<div id=it style='{style};padding:{rng.randint(0, 12)}px'>{kinds[kind]()}</div>", rng
    )


def _numbered(words: Words, rng: random.Random) -> str:
    number = rng.choice(
        ("", f"{rng.randint(1, 9)} ", f"{rng.randint(1, 9)}.{rng.randint(1, 9)} ", f"({rng.randint(1, 9)}) ")
    )
    return number + words.label(5)


def _maybe(rng: random.Random, words: Words) -> str:
    return f"<p>{words.paragraph(2)}</p>" if rng.random() < 0.4 else ""


def logo(browser: Browser, rng: random.Random) -> Made:
    """A mark or an icon, alone, with a name, in a disc, or several in a row or a grid."""
    kind = rng.choice(("icon", "brand", "wordmark", "disc", "row", "letters", "face"))
    size, colour = rng.randint(48, 320), rng.choice((*STRONG, "#000"))
    words = Words(rng)
    name = f"<b style='font-size:{size * 0.6:.0f}px;color:{colour};letter-spacing:{rng.randint(-3, 6)}px'>{words.label(1)}</b>"
    mark = browser.brand(rng, size, colour)
    shown = {
        "icon": lambda: browser.icon(rng, size, colour),
        "brand": lambda: mark,
        "wordmark": lambda: f"<div style='display:flex;align-items:center;gap:10px'>{mark}{name}</div>",
        "disc": lambda: f"<div style='background:{colour};border-radius:{rng.choice((8, 50))}%;padding:{size // 4}px'>{browser.icon(rng, size, '#fff')}</div>",
        "row": lambda: " ".join(browser.icon(rng, max(32, size // 3), rng.choice((colour, *STRONG))) for _ in range(rng.randint(2, 9))),
        "letters": lambda: f"<div style='{rng.choice(('', 'border:4px solid;'))}padding:8px;font-style:{rng.choice(('italic', 'normal'))}'>{name}<br><small>{words.label(4)}</small></div>",
        "face": lambda: f"<svg width={size} height={size} viewBox='0 0 100 100'><circle cx=50 cy=50 r=46 fill='{rng.choice(('#fd3', '#fff', '#fb6'))}' stroke='#850' stroke-width=3 /><circle cx=34 cy=40 r=6 /><circle cx=66 cy=40 r=6 /><path d='M28 62Q50 {rng.randint(40, 95)} 72 62' fill=none stroke=#000 stroke-width=5 /></svg>",
    }[kind]()  # fmt: skip
    return f"logo-{kind}", browser.shot(
        f"<div id=it style='display:inline-block;background:#fff;padding:{rng.randint(0, 20)}px'>{shown}</div>", rng
    )


def formula(browser: Browser, rng: random.Random) -> Made:
    """A formula by KaTeX, numbered or not, of one line or several."""

    def term(depth: int = 0) -> str:
        letter = rng.choice(
            ("x", "y", "z", "a_i", "b^2", r"\alpha", r"\theta_k", r"\lambda", "n", "2", "W", r"\mathbf{v}")
        )
        if depth > 2:
            return letter
        forms = (
            letter, rf"\frac{{{letter}}}{{{term(depth + 1)}}}", rf"\sum_{{i=1}}^{{n}} {term(depth + 1)}",
            rf"\sqrt{{{term(depth + 1)} + 1}}", rf"\int_0^\infty {term(depth + 1)}\,dx", rf"\log\left({term(depth + 1)}\right)",
            rf"\begin{{bmatrix}} {letter} & 0 \\ 1 & {letter} \end{{bmatrix}}", rf"{term(depth + 1)} \cdot {term(depth + 1)}",
        )  # fmt: skip
        return rng.choice(forms)

    lines = [f"{term()} = {term()} {rng.choice('+-')} {term()}" for _ in range(rng.choice((1, 1, 1, 2, 3)))]
    program = "const k=(await import('katex')).default;return q.map(t=>k.renderToString(t,{displayMode:true})).join('')"
    drawn = browser.answered(program, lines)
    number = f"<span style='float:right'>({rng.randint(1, 40)})</span>" if rng.random() < 0.4 else ""
    style = f"font-size:{rng.randint(14, 34)}px;display:inline-block;padding:{rng.randint(2, 14)}px;background:#fff"
    return "formula-katex", browser.shot(f"<div id=it style='{style}'>{number}{drawn}</div>", rng)
