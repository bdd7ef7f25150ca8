"""Figures of LaTeX papers: captions, labels, panels, and who refers to them."""

from __future__ import annotations

import pytest

from diagramloop.data.sources.papers.graphics import GraphicsFile, Unread
from diagramloop.data.sources.papers.manuscript import Manuscript
from tests.diagramloop.data.sources.papers.latex_folders import read

pytest.importorskip("pylatexenc", reason="reading LaTeX needs the extra 'papers'")


def test_figures_captions_labels_and_who_refers_to_them(tmp_path):
    made = read(
        tmp_path,
        r"""\graphicspath{{figs/}{more/}}
\section{Intro} See \cref{fig:b}. As \autoref{fig:a} shows, e.g. in Fig.~\ref{fig:a}(a), all is well. Nothing here.
\begin{figure*}[t]\includegraphics[width=3cm]{one}\caption[short]{The \textbf{first} one.}\label{fig:a}\end{figure*}
\section{Method}
\begin{wrapfigure}{r}{4cm}\includegraphics{two.png}\caption{Second.}\label{fig:b}\end{wrapfigure}
Figures~\ref{fig:a} and \ref{fig:b} differ.
\begin{figure}\begin{tikzpicture}\draw (0,0);\end{tikzpicture}\caption{Third.}\end{figure}
\begin{figure}\includegraphics{logo}\end{figure}
""",
        **{"figs/one.pdf": "x", "more/two.png": "x", "logo.png": "x"},
    )
    first, second, third = made.figures
    assert (first.number, first.label, first.caption, first.wide) == (1, "fig:a", "The first one.", True)
    assert (second.number, second.label, second.section, second.wide) == (2, "fig:b", "Method", False)
    assert files_of(made)[:2] == [["figs/one.pdf"], ["more/two.png"]]
    assert isinstance(third.shown[0], Unread)
    assert first.mentions == (
        "As Figure 1 shows, e.g. in Fig. 1(a), all is well.",
        "Figures 1 and 2 differ.",
    )
    assert second.mentions == ("See Figure 2.", "Figures 1 and 2 differ.")
    assert 0 < first.position < second.position <= 1


def test_panels_belong_to_one_figure(tmp_path):
    made = read(
        tmp_path,
        r"""\section{A} In Fig.~\ref{fig:l} we see.
\begin{figure}\begin{subfigure}{1cm}\includegraphics{l}\caption{Left.}\label{fig:l}\end{subfigure}
\includegraphics{r}\caption{Both.}\label{fig:both}\end{figure}""",
        **{"l.png": "", "r.png": ""},
    )
    (figure,) = made.figures
    assert (figure.caption, figure.label, len(figure.graphics)) == ("Both.", "fig:both", 2)
    assert figure.mentions == ("In Fig. 1 we see.",)


def files_of(made: Manuscript) -> list[list[str]]:
    return [[g.path.as_posix() if isinstance(g, GraphicsFile) else "drawn" for g in f.shown] for f in made.figures]


@pytest.mark.parametrize(
    ("shown", "found"),
    [
        (r"\includegraphics[width=3cm]{{a.v2}.png}", ["a.v2.png"]),
        (r"\includegraphics*{parts/../a.v2}", ["a.v2.png"]),
        (r"\epsfig{width=3in, file=old.eps}", ["old.eps"]),
        (r"\centerline{\psfig{figure=old.eps}}", ["old.eps"]),
        (r"\epsfbox{old.eps}", ["old.eps"]),
        (r"\includegraphics{beside}", ["parts/beside.png"]),
        (r"\begin{pgfpicture}x\end{pgfpicture}", ["drawn"]),
        (r"\includestandalone[width=1cm]{parts/alone}", ["drawn"]),
        (r"\input{parts/alone}", ["drawn"]),
    ],
)
def test_ways_to_show_a_picture(tmp_path, shown, found):
    alone = "\\documentclass{standalone}\\begin{document}\\begin{tikzpicture}\\node{};\\end{tikzpicture}\\end{document}"
    made = read(
        tmp_path,
        rf"\begin{{sidewaysfigure}}{shown}\caption{{C}}\end{{sidewaysfigure}}",
        **{"a.v2.png": "", "old.eps": "", "parts/alone.tex": alone, "parts/beside.png": ""},
    )
    assert files_of(made) == [found]


@pytest.mark.parametrize(
    ("shown", "altered"),
    [
        (r"\includegraphics[trim=1 2 3 4]{a}", False),
        (r"\includegraphics[trim={1 2 3 4}, clip=false]{a}", False),
        (r"\includegraphics[viewport=1 2 3 4,clipped]{a}", False),
        (r"\includegraphics[angle=0]{a}", False),
        (r"\includegraphics[width=3cm,angle = -0.0 ,page=1]{a}", False),
        (r"\epsfig{file=a,angle=0,width=3in}", False),
        (r"\begin{adjustbox}{rotate=0, trim=1 2 3 4}\includegraphics{a}\end{adjustbox}", False),
        (r"\includegraphics[clip]{a}", False),
        (r"\includegraphics[trim=1 2 3 4,clip]{a}", True),
        (r"\includegraphics[clip = true, viewport={1 2 3 4}]{a}", True),
        (r"\includegraphics*[viewport=1 2 3 4]{a}", True),
        (r"\psfig{figure=a,clip=,trim=1 2 3 4}", True),
        (r"\includegraphics[angle=90]{a}", True),
        (r"\includegraphics[angle=0.5]{a}", True),
        (r"\includegraphics[angle=00270]{a}", True),
        (r"\includegraphics[angle=0,angle=90]{a}", True),
        (r"\includegraphics[bb=1 2 3 4]{a}", True),
        (r"\begin{adjustbox}{clip,trim=1 2 3 4}\includegraphics{a}\end{adjustbox}", True),
    ],
)
def test_a_picture_is_altered_by_what_cuts_or_turns_it_alone(tmp_path, shown, altered):
    (figure,) = read(tmp_path, rf"\begin{{figure}}{shown}\caption{{C}}\end{{figure}}", **{"a.png": ""}).figures
    (graphics,) = figure.graphics
    assert graphics.altered is altered


def test_an_icon_in_a_caption_is_no_panel(tmp_path):
    made = read(
        tmp_path,
        r"\newcommand{\fire}{\includegraphics[height=1em]{icon}}\begin{figure}\includegraphics{a}"
        r"\caption{Overview; {\fire} is trained, \includegraphics{icon} is not.}\end{figure}",
        **{"a.png": "", "icon.png": ""},
    )
    assert files_of(made) == [["a.png"]]
    assert made.figures[0].caption == "Overview; is trained, is not."


def test_a_float_of_two_captioned_minipages_is_two_figures(tmp_path):
    made = read(
        tmp_path,
        r"""As Fig.~3 and Figure~\ref{y} say.
\begin{figure}\begin{minipage}{1cm}\includegraphics{a}\caption{X}\label{x}\end{minipage}
\begin{minipage}{1cm}\includegraphics{b}\caption{Y}\label{y}\end{minipage}\end{figure}
\begin{figure}\begin{minipage}{1cm}\includegraphics{a}\end{minipage}\includegraphics{b}\caption{Z}\end{figure}""",
        **{"a.png": "", "b.png": ""},
    )
    assert [figure.caption for figure in made.figures] == ["X", "Y", "Z"]
    assert files_of(made) == [["a.png"], ["b.png"], ["a.png", "b.png"]]
    assert [len(figure.mentions) for figure in made.figures] == [0, 1, 1]


@pytest.mark.parametrize("caption", [r"\captionof{figure}{Teaser}", r"\captionsetup{type=figure}\caption{Teaser}"])
def test_a_figure_that_is_no_float(tmp_path, caption):
    made = read(
        tmp_path,
        rf"\twocolumn[{{\maketitle\begin{{center}}\includegraphics{{a}}{caption}\label{{t}}\end{{center}}}}]"
        r"\section{A} See Figure~\ref{t}. \begin{center}\begin{figure}\caption{B}\end{figure}\end{center}"
        r"\begin{center}\captionof{table}{No figure}\end{center}",
        **{"a.png": ""},
    )
    assert [(figure.caption, len(figure.graphics)) for figure in made.figures] == [("Teaser", 1), ("B", 0)]
    assert made.figures[0].mentions == ("See Figure 1.",)


def test_a_percent_sign_that_begins_no_comment(tmp_path):
    made = read(
        tmp_path,
        "One \\url{http://x/a%20b} 5\\% of \\verb|%\\begin{figure}\\caption{no}| all \\\\% gone\nhere.\n\n"
        "\\begin{figure}\\caption{See \\href{http://x/%7Eb}{there}.}\\end{figure}",
    )
    assert made.passages[0].text.startswith("One <http://x/a%20b> 5% of")
    assert made.passages[0].text.endswith("here.")
    assert [figure.caption for figure in made.figures] == ["See there."]


@pytest.mark.parametrize(
    "definition",
    [
        r"\def\drawn#1#2{\begin{figure}\includegraphics{#1}\caption{#2}\end{figure}}",
        r"\newcommand{\drawn}[2]{\begin{figure}\includegraphics{#1}\caption{#2}\end{figure}}",
        r"\NewDocumentCommand{\drawn}{m m}{\begin{figure}\includegraphics{#1}\caption{#2}\end{figure}}",
    ],
)
def test_a_macro_that_makes_figures(tmp_path, definition):
    made = read(tmp_path, rf"{definition}\drawn{{a}}{{Mine}}", **{"a.png": ""})
    assert [(figure.caption, len(figure.graphics)) for figure in made.figures] == [("Mine", 1)]


def test_references_of_other_packages(tmp_path):
    made = read(
        tmp_path,
        r"\title{T\thanks{Funded.}}\vref{a} \Vref{a} \hyperref[a]{Figure~\ref*{a}}. Figures~\ref{a}--\ref{c}."
        + "".join(rf"\begin{{figure}}\caption{{F}}\label{{{label}}}\end{{figure}}" for label in "abc"),
    )
    assert made.title == "T"
    assert made.passages[0].text == "Figure 1 Figure 1 Figure 1. Figures 1–3."
    assert [len(figure.mentions) for figure in made.figures] == [2, 1, 1]
