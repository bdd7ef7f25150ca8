r"""Manners in which e-prints write their figures: each a small paper, with the figures that LaTeX would number."""

from __future__ import annotations

from pathlib import Path

import pytest

from diagramloop.data.sources.papers.graphics import GraphicsFile, Unread
from diagramloop.data.sources.papers.latex import read_latex
from diagramloop.errors import RejectionReason, SourceError

pytest.importorskip("pylatexenc", reason="reading LaTeX needs the extra 'papers'")

HEAD, TAIL = "\\documentclass{article}\n\\begin{document}\n", "\n\\end{document}\n"
F = r"\begin{figure}\includegraphics{a}\caption{One.}\end{figure}"
NO = r"\begin{figure}\caption{No.}\end{figure}"
ONE = [("One.", ["a.png"])]


def figures(tmp_path: Path, files: dict[str, str]) -> list[tuple[str, list[str]]]:
    """The captions and files of the figures of a paper."""
    for name, text in {"a.png": "", "b.png": "", **files}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    shown = [
        (f.caption, [g.path.as_posix() if isinstance(g, GraphicsFile) else "drawn" for g in f.graphics])
        for f in read_latex(tmp_path).figures
    ]
    return shown


BODIES = {
    "float row": (
        r"\begin{figure}\begin{floatrow}\ffigbox[\FBwidth]{\caption{One.}}{\includegraphics{a}}"
        r"\ffigbox{\includegraphics{b}}{\caption{Two.}}\end{floatrow}\end{figure}",
        [("One.", ["a.png"]), ("Two.", ["b.png"])],
    ),
    "float box with its caption beside": (
        r"\begin{figure}\floatbox[{\capbeside}]{figure}[\FBwidth]{\caption{One.}}{\includegraphics{a}}\end{figure}",
        ONE,
    ),
    "two captions under one another": (
        r"\begin{figure}\includegraphics{a}\caption{One.}\label{x}\includegraphics{b}\caption{Two.}\end{figure}",
        [("One.", ["a.png"]), ("Two.", ["b.png"])],
    ),
    "two captions, each above": (
        r"\begin{figure}\caption{One.}\includegraphics{a}\caption{Two.}\includegraphics{b}\end{figure}",
        [("One.", ["a.png"]), ("Two.", ["b.png"])],
    ),
    "boxes that have captions": (
        r"\begin{figure}\captionbox{One.}{\includegraphics{a}}\hfill\captionbox{Two.\label{x}}[3cm]{\includegraphics{b}}"
        r"\end{figure}",
        [("One.", ["a.png"]), ("Two.", ["b.png"])],
    ),
    "parboxes with captions": (
        r"\begin{figure}\parbox{3cm}{\includegraphics{a}\caption{One.}}\parbox{3cm}{\includegraphics{b}\caption{Two.}}"
        r"\end{figure}",
        [("One.", ["a.png"]), ("Two.", ["b.png"])],
    ),
    "caption beside": (r"\begin{SCfigure*}[1.0][t]\includegraphics{a}\caption{One.}\end{SCfigure*}", ONE),
    "teaser of a journal": (r"\teaser{\includegraphics{a}\caption{One.}}\maketitle", ONE),
    "figure of a magazine": (r"\Figure[t!](topskip=0pt, botskip=0pt){a.png}{One.\label{x}}", ONE),
    "grid of a journal": (
        r"\begin{figure}\gridline{\fig{a}{0.3\textwidth}{(a)}\fig{b}{0.3\textwidth}{(b)}}\caption{One.}\end{figure}",
        [("One.", ["a.png", "b.png"])],
    ),
    "plots of a journal": (
        r"\begin{figure}\plottwo{a}{b}\caption{One.}\end{figure}",
        [("One.", ["a.png", "b.png"])],
    ),
    "caption in two languages": (r"\begin{figure}\includegraphics{a}\bicaption{One.}{Eins.}\end{figure}", ONE),
    "short caption with a citation": (
        r"\begin{figure}\includegraphics{a}\caption[O \cite[p.~2]{x}]{One.}\end{figure}",
        ONE,
    ),
    "subcaptions are no captions": (
        r"\begin{figure}\begin{minipage}{2cm}\includegraphics{a}\subcaption{(a)}\end{minipage}"
        r"\begin{minipage}{2cm}\includegraphics{b}\subcaption{(b)}\end{minipage}\caption{One.}\end{figure}",
        [("One.", ["a.png", "b.png"])],
    ),
    "continued float": (
        r"\begin{figure}\includegraphics{a}\caption{One.}\end{figure}"
        r"\begin{figure}\ContinuedFloat\includegraphics{b}\caption{Continued.}\end{figure}",
        ONE,
    ),
    "teaser without environment": (
        r"\twocolumn[{\maketitle\centering\includegraphics{a}\captionof{figure}{One.}\vspace{1em}}]\section{A}",
        ONE,
    ),
    "wrapped in a box": (r"\begin{tcolorbox}" + F + r"\end{tcolorbox}", ONE),
    "alias of the command": (
        r"\let\pic=\includegraphics\let\also\includegraphics"
        r"\begin{figure}\pic[width=1cm]{a}\also{b}\caption{One.}\end{figure}",
        [("One.", ["a.png", "b.png"])],
    ),
    "environment of its own": (
        r"\newenvironment{wide}[2][t]{\begin{figure*}[#1]\centering\caption{#2}}{\end{figure*}}"
        r"\begin{wide}[h]{One.}\includegraphics{a}\end{wide}",
        ONE,
    ),
    "macro with optional arguments": (
        r"\NewDocumentCommand{\pic}{s O{0.8\linewidth} m +m o}{\begin{figure}\includegraphics[width=#2]{#3}\caption{#4}"
        r"\end{figure}}\pic*{a}{One.}",
        ONE,
    ),
    "macro for the beginning": (
        r"\def\bfig{\begin{figure}}\def\efig{\end{figure}}\bfig\includegraphics{a}\caption{One.}\efig", ONE),
    "conditional that is set": (
        r"\newif\ifarxiv\arxivtrue\ifarxiv" + F + r"\else\begin{figure}\caption{No.}\end{figure}\fi",
        ONE,
    ),
    "conditional that is not set": (
        r"\newif\iflong\iflong\begin{figure}\caption{No.}\end{figure}\else" + F + r"\fi",
        ONE,
    ),
    "conditional that is changed": (
        r"\newif\iflong\longtrue\longfalse\iflong\begin{figure}\caption{No.}\end{figure}\fi" + F,
        ONE,
    ),
    "conditional of the engine": (
        r"\begin{figure}\ifpdf\includegraphics{a}\else\includegraphics{b}\fi\caption{One.}\end{figure}",
        ONE,
    ),
    "zero as a comment": ("\\if 0\n\\begin{figure}\\caption{No.}\\end{figure}\n\\fi " + F, ONE),
    "boolean": (
        r"\newboolean{long}\setboolean{long}{true}\ifthenelse{\boolean{long}}{" + F + "}{" + NO + "}",
        ONE,
    ),
    "toggle": (
        r"\newtoggle{long}\toggletrue{long}\iftoggle{long}{" + F + "}{" + NO + "}",
        ONE,
    ),
    "comment environment of its own": (
        r"\excludecomment{long}\begin{long}\begin{figure}\caption{No.}\end{figure}\end{long}" + F,
        ONE,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BODIES)
def test_ways_to_write_a_figure(tmp_path, name):
    body, expected = BODIES[name]
    assert figures(tmp_path, {"main.tex": HEAD + body + TAIL}) == expected


FILES = {
    "input in quotes": {"main.tex": HEAD + r'\input{"my part"}' + TAIL, "my part.tex": F},
    "input with dots": {"main.tex": HEAD + r"\input{./v1.2/part.x}" + TAIL, "v1.2/part.x.tex": F},
    "input if it is there": {"main.tex": HEAD + r"\InputIfFileExists{part}{}{}" + TAIL, "part.tex": F},
    "input of another name": {"main.tex": HEAD + r"\def\sec{parts}\input{\sec/one}" + TAIL, "parts/one.tex": F},
    "class in a file of its own": {
        "main.tex": "\\input{preamble}\n\\begin{document}" + F + TAIL,
        "preamble.tex": "\\documentclass{article}",
    },
    "a read-me names the main file": {
        "00README.XXX": "draft.tex ignore\nms.tex toplevelfile\n",
        "ms.tex": HEAD + F + TAIL,
        "draft.tex": HEAD + "Longer. " * 99 + TAIL,
    },
    "a read-me in JSON names the main file": {
        "00README.json": '{"sources": [{"filename": "ms.tex", "usage": "toplevel"}]}',
        "ms.tex": HEAD + F + TAIL,
        "draft.tex": HEAD + "Longer. " * 99 + TAIL,
    },
    "Latin-1 and CRLF": {"main.tex": (HEAD + "Caf\xe9. " + F + TAIL).replace("\n", "\r\n")},
    "upper-case names": {"MAIN.TEX": HEAD + F + TAIL},
}


@pytest.mark.parametrize("name", FILES)
def test_ways_to_put_files_together(tmp_path, name):
    assert figures(tmp_path, FILES[name]) == ONE


@pytest.mark.parametrize(
    ("shown", "there", "found"),
    [
        (r"\graphicspath{{x/}}\graphicspath{ {y/} {z} }\includegraphics{p}", ["z/p.pdf"], "z/p.pdf"),
        (r"\graphicspath{{./x y/}}\includegraphics{p}", ["x y/p.png"], "x y/p.png"),
        (r"\includegraphics{p}", ["p.eps", "p.jpg", "p.pdf"], "p.pdf"),
        (r"\includegraphics{p}", ["p.PDF"], "p.PDF"),
        (r"\includegraphics{p.JPG}", ["p.JPG"], "p.JPG"),
        (r"\includegraphics{p.eps}", ["p.eps", "p-eps-converted-to.pdf"], "p-eps-converted-to.pdf"),
        (r"\includegraphics{p.eps}", ["p.eps"], "p.eps"),
        (r"\includegraphics{figs/p}", ["figs/p-eps-converted-to.pdf"], "figs/p-eps-converted-to.pdf"),
        (r"\includegraphics{my\_p.png}", ["my_p.png"], "my_p.png"),
        (r"\includegraphics{\string~p.png}", ["~p.png"], "~p.png"),
        (r"\newcommand{\where}{figs}\includegraphics{\where/p}", ["figs/p.png"], "figs/p.png"),
        (r"\includegraphics{a b/p q.png}", ["a b/p q.png"], "a b/p q.png"),
        (r"\includesvg[width=1cm]{p}", ["p.svg", "svg-inkscape/p_svg-raw.pdf"], "p.svg"),
        (r"\includesvg{figs/p.svg}", ["svg-inkscape/p_svg-raw.pdf"], "svg-inkscape/p_svg-raw.pdf"),
        (r"\svgpath{{figs/}}\includesvg{p}", ["figs/p.svg"], "figs/p.svg"),
    ],
)
def test_ways_to_name_a_picture(tmp_path, shown, there, found):
    body = HEAD + rf"\begin{{figure}}{shown}\caption{{One.}}\end{{figure}}" + TAIL
    assert figures(tmp_path, {"main.tex": body, **dict.fromkeys(there, "")}) == [("One.", [found])]


@pytest.mark.parametrize(
    "asked",
    [
        r"\InputIfFileExists{../canary}{}{}",
        r"\def\x{..}\input{\x/canary}",
        r'\input{"/etc/passwd"}',
        r"\newif\ifa\atrue\ifa\input{../canary}\fi",
        r"\let\get\input\subfile{../canary}",
    ],
)
def test_texts_from_outside_are_refused(tmp_path, asked):
    (tmp_path / "canary.tex").write_text("CANARY")
    with pytest.raises(SourceError) as caught:
        figures(tmp_path / "paper", {"main.tex": HEAD + asked + TAIL})
    assert caught.value.reason is RejectionReason.UNSAFE


@pytest.mark.parametrize("name", ["../canary.tex toplevelfile", "/etc/passwd.tex toplevelfile"])
def test_a_main_file_from_outside_is_refused(tmp_path, name):
    (tmp_path / "canary.tex").write_text(HEAD + "CANARY" + TAIL)
    with pytest.raises(SourceError) as caught:
        figures(tmp_path / "paper", {"00README.XXX": name, "main.tex": HEAD + F + TAIL})
    assert caught.value.reason is RejectionReason.UNSAFE


@pytest.mark.parametrize(
    "shown",
    [
        r"\includegraphics[width=1cm]{../canary}",
        r"\includesvg{../canary}",
        r"\svgpath{{../}}\graphicspath{{/etc/}}\includegraphics{canary.png}",
        r"\begin{overpic}{../canary.png}\end{overpic}",
        r"\epsfig{file=../canary.png}",
        r"\def\up{..}\includegraphics{\up/canary.png}",
        r"\gridline{\fig{../canary.png}{1cm}{}}",
    ],
)
def test_pictures_from_outside_are_refused(tmp_path, shown):
    (tmp_path / "canary.png").write_text("CANARY")
    body = rf"\begin{{figure}}{shown}\caption{{One.}}\end{{figure}} \write18{{touch canary}}"
    (tmp_path / "main").mkdir()
    (tmp_path / "main" / "paper.tex").write_text(HEAD + body + TAIL)
    (figure,) = read_latex(tmp_path / "main").figures
    assert figure.graphics == ()
    assert [one.reason for one in figure.shown if isinstance(one, Unread)] == [RejectionReason.UNSAFE]
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["canary.png", "main", "paper.tex"]
