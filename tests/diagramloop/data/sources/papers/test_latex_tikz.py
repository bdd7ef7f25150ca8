"""Declarations of a paper for its drawings, and their places."""

from __future__ import annotations

from pathlib import Path

import pytest
from processor_time import within

from diagramloop.data.sources.papers.latex import read_latex
from diagramloop.data.sources.papers.latex_tikz import declarations
from diagramloop.data.sources.papers.panels import TikZ

DECLARED = (
    r"\usetikzlibrary{calc,fit}",
    r"\tikzset{box/.style={draw, rounded corners=2pt}}",
    r"\tikzstyle{round} = [draw, fill={red!20}, circle]",
    r"\definecolor{mine}{RGB}{1,2,3}",
    r"\colorlet{yours}{mine!50}",
)


@pytest.mark.parametrize("declared", DECLARED)
def test_a_declaration_is_taken_out(declared):
    assert declarations(f"One {declared}\n two.") == (declared, "One \n two.")


def test_those_of_a_drawing_stay_in_it():
    text = r"A \begin{tikzpicture}\tikzstyle{round}=[draw]\node{};\end{tikzpicture} \tikzset{b/.style={}} B"
    assert declarations(text) == (r"\tikzset{b/.style={}}", text.replace(r"\tikzset{b/.style={}}", ""))


def test_what_is_no_declaration_stays():
    text = r"\tikzset \definecolor{a}{b} \tikzstyle{x} \tikzsetup{y}"
    assert declarations(text) == ("", text)


@pytest.mark.parametrize("where", ["main.tex", "body", "fig.tikz", "alone.tex"])
def test_a_drawing_finds_what_is_declared_anywhere(tmp_path: Path, where: str):
    pytest.importorskip("pylatexenc", reason="reading LaTeX needs the extra 'papers'")
    put = {where: "\n".join(DECLARED)}
    drawing = r"\begin{tikzpicture}\node[box]{};\end{tikzpicture}"
    shown = r"\includestandalone{alone}" if where == "alone.tex" else r"\input{fig.tikz}"
    (tmp_path / "fig.tikz").write_text(put.get("fig.tikz", "") + drawing)
    (tmp_path / "alone.tex").write_text(
        rf"\documentclass{{standalone}}{put.get('alone.tex', '')}\begin{{document}}{drawing}\end{{document}}"
    )
    (tmp_path / "main.tex").write_text(
        rf"\documentclass{{article}}{put.get('main.tex', '')}\begin{{document}}Text. {put.get('body', '')}"
        rf"\begin{{figure}}{shown}\caption{{One.}}\end{{figure}}\end{{document}}"
    )
    made = read_latex(tmp_path)
    assert made.figures[0].graphics == (TikZ(drawing, "\n".join(DECLARED)),)
    assert [passage.text for passage in made.passages] == ["Text."]


@pytest.mark.parametrize(
    "piece", [r"\tikzset{", r"\tikzstyle{a}=[", r"\begin{tikzpicture}\tikzset{}", r"\definecolor{}{}"]
)
def test_hostile_declarations_end_within_a_second(piece):
    with within(1.0):
        declarations(piece * 30_000)
