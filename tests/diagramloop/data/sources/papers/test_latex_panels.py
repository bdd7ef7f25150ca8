"""Layout of the pictures in a figure's LaTeX."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from processor_time import within

from diagramloop.data.sources.papers.latex_panels import MAX_NESTED, MAX_PICTURES, options, read_panels
from diagramloop.data.sources.papers.panels import GraphicsFile, Panel, Panels, TikZ, Unread, Words, pictures
from diagramloop.errors import RejectionReason

A, B, C = (rf"\includegraphics{{{name}}}" for name in "abc")


def find(name: str) -> GraphicsFile:
    return GraphicsFile(PurePosixPath(name))


def shape(panel: Panel) -> Any:
    """Rows as lists, pictures by their names."""
    if isinstance(panel, Panels):
        return [[shape(part) for part in row] for row in panel.rows]
    return panel.path.name if isinstance(panel, GraphicsFile) else type(panel).__name__


@pytest.mark.parametrize(
    ("body", "rows"),
    [
        (rf"\centering {A}\hfill {B}~{C}", [["a", "b", "c"]]),
        (rf"{A}\\[2mm]{B}{C}", [["a"], ["b", "c"]]),
        (f"{A}{B}\n \n{C}", [["a", "b"], ["c"]]),
        (rf"{A}\par\vspace{{1mm}}{B}\begin{{center}}{C}\end{{center}}", [["a"], ["b"], ["c"]]),
        (rf"\begin{{minipage}}[t]{{.5\linewidth}}{A}\\{B}\end{{minipage}}{C}", [[[["a"], ["b"]], "c"]]),
        (rf"\subfloat[Left.]{{{A}}}\qquad\subfigure[Right.]{{{B}}}", [["a", "b"]]),
        (rf"\subcaptionbox{{Left.\label{{x}}}}[.4\linewidth]{{{A}}} {B}", [[[["a"]], "b"]]),
        (rf"\begin{{tabular}}{{cc}} x & {A} \\ {B} & {C} \end{{tabular}}", [[[["a"], ["b", "c"]]]]),
        (rf"\begin{{tabular}}{{c}}{A}" + "\n\n" + rf"{B}\end{{tabular}}", [[[["a", "b"]]]]),
        (rf"\resizebox{{\linewidth}}{{!}}{{{A}{B}}}", [[[["a", "b"]]]]),
        (rf"\fbox{{\parbox{{3cm}}{{{A}}}}}\mbox{{{B}}}", [[[["a"]], "b"]]),
        (rf"\ffigbox{{}}{{{A}}}", [["a"]]),
        (rf"{A}\begin{{tikzpicture}}\node{{}};\end{{tikzpicture}}", [["a", "TikZ"]]),
        (r"\begin{overpic}[width=3cm]{a}\end{overpic}", [["a"]]),
        (r"\epsfig{file=a,width=3cm} \psfig{figure={b}}", [["a", "b"]]),
        (r"Words only, 5\% of them\\ {and braces}.", []),
    ],
)
def test_rows_and_boxes(body, rows):
    assert shape(read_panels(body, find)) == rows


def only(body: str) -> Any:
    (picture,) = pictures(read_panels(body, find))
    return picture


@pytest.mark.parametrize(
    ("shown", "name", "expected"),
    [
        (r"\includegraphics*[width=.5\linewidth, trim={0 1 2 3}]{a}", "a", "width trim clip"),
        (r"\includegraphics [ angle = 90 ] {a}", "a", "angle"),
        (r'\includegraphics{"a b".png}', "a b.png", ""),
        (r"\includegraphics{{a.v2}.png}", "a.v2.png", ""),
        (r"\includegraphics{\detokenize{a_b}}", "a_b", ""),
        (r"\rotatebox[origin=c]{90}{\includegraphics[width=1cm]{a}}", "a", "width angle"),
        (r"\scalebox{0.5}[0.4]{\includegraphics{a}}", "a", "scale"),
        (r"\adjustbox{max width=3cm,angle=90}{\includegraphics{a}}", "a", "max width angle"),
    ],
)
def test_options_of_one_picture_in_their_order(shown, name, expected):
    picture = only(shown)
    assert (picture.path.as_posix(), " ".join(key for key, _ in picture.options)) == (name, expected)


def test_values_of_options():
    assert options(r"trim={0 1cm  2 3},clip,width={\dimexpr 1cm, }") == (
        ("trim", "0 1cm 2 3"),
        ("clip", ""),
        ("width", r"\dimexpr 1cm,"),
    )


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        (r"\begin{overpic}[percent]{a}\put(5,5){\vector(1,0){9}}\end{overpic}", "overpic"),
        (r"\begin{overpic}[abs,unit=1mm]{a}\put(5,5){Words}\end{overpic}", "overpic"),
        (r"\begin{overpic}{a}\put(5,x){Words}\end{overpic}", "overpic"),
        (r"\begin{overpic}{a}\put(5,5){\includegraphics{b}}\end{overpic}", "overpic"),
        (rf"\begin{{picture}}(9,9)\put(0,0){{{A}}}\end{{picture}}", "picture"),
        (rf"\begin{{tikzpicture}}\node{{{A}}};\end{{tikzpicture}}", "TikZ"),
        (r"\animategraphics[loop]{12}{a}{0}{9}", "animation"),
    ],
)
def test_what_is_put_at_places_is_not_read_and_says_so(shown, said):
    picture = only(shown)
    assert isinstance(picture, Unread)
    assert picture.reason is RejectionReason.UNSUPPORTED
    assert said in picture.why


@pytest.mark.parametrize("unit", ["", "[percent]", "[width=3cm,rel=100]"])
def test_words_on_a_picture(unit):
    put = r"\small\put(50, 5){\textbf{Enc} $x$}\put(0,9.5){\color{red}\tiny B}"
    picture = only(rf"\begin{{overpic}}{unit}{{a}}{put}\end{{overpic}}")
    assert picture.words == (Words(0.5, 0.05, "Enc x", 9.0), Words(0.0, 0.095, "B", 5.0, "red"))


def test_a_drawing_gets_the_preamble():
    drawing = r"\begin{tikzpicture}\node{};\end{tikzpicture}"
    (panel,) = pictures(read_panels(drawing, find, r"\usetikzlibrary{calc}"))
    assert panel == TikZ(drawing, r"\usetikzlibrary{calc}")


@pytest.mark.parametrize(
    "body",
    [
        A * (MAX_PICTURES + 2),
        r"\begin{minipage}{1cm}\fbox{" * 1_000 + A + r"}\end{minipage}" * 1_000,
        r"\parbox{1cm}{" * (MAX_NESTED + 1) + A + "}" * (MAX_NESTED + 1),
        r"\subfloat[" * 30_000,
        r"\includegraphics[" * 30_000,
        r"\begin{tabular}" * 30_000,
        r"\parbox{a}{\\" * 30_000,
        r"\begin{overpic}{a}" + r"\put(1,1){" * 20_000 + "x" + "}" * 20_000 + r"\end{overpic}",
        r"\begin{overpic}{a}" + r"\put(1,1){x}" * 20_000 + r"\end{overpic}",
    ],
    ids=range(9),
)
def test_hostile_bodies_end_within_a_second(body):
    with within(1.0):
        found = list(pictures(read_panels(body, find)))
    assert len(found) <= MAX_PICTURES + 1
    refused = (RejectionReason.TOO_LARGE, RejectionReason.UNSUPPORTED)
    assert all(one.reason in refused for one in found if isinstance(one, Unread))


PIECES = (
    *(A, B, "{", "}", "[", "]", "\\\\", "\n\n", "&", r"\parbox{1cm}{", r"\rotatebox{9}", r"\subfloat[x]{", r"\put"),
    *(
        r"\begin{minipage}",
        r"\end{minipage}",
        r"\begin{tabular}{c}",
        r"\end{tabular}",
        r"\begin{overpic}",
        r"\adjustbox",
    ),
    *(r"\end{overpic}", r"\epsfig{file=a}", r"\includegraphics[width=", r"\subcaptionbox", r"\resizebox{!}{1cm}"),
)


@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_any_body_is_read(pieces):
    for panel in pictures(read_panels("".join(pieces), find)):
        assert isinstance(panel, GraphicsFile | Unread)
