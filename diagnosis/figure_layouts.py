r"""Check that figures of several pictures are laid out as LaTeX lays them out.

    python -m diagnosis.figure_layouts

Small papers written for this, one for each manner in which LaTeX shows pictures, are read as the data set reads them,
and set by ``pdflatex``, which must be on the machine (only here: nothing of the project needs it). Pictures are one
colour each; printed is, for each manner, the least overlap (intersection over union) of a picture's place in the figure
as put together here and on LaTeX's page, both brought to the bounding box of all pictures, or why there is no figure.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import typer
from numpy.typing import NDArray
from PIL import Image

from diagramloop.data.sources.papers.figure_picture import picture_of
from diagramloop.data.sources.papers.latex import read_latex
from diagramloop.errors import DiagramloopError

COLOURS = {"a": (220, 0, 0), "b": (0, 160, 0), "c": (0, 0, 220), "d": (200, 160, 0), "e": (0, 180, 180)}
SIZES = {"a": (300, 200), "b": (200, 200), "c": (400, 200), "d": (200, 300), "e": (100, 100)}
PREAMBLE = r"""\usepackage{graphicx,subcaption,adjustbox,tikz,multirow,makecell,calc,overpic}"""
MANNERS = {
    "one line": r"\G[width=.3\linewidth]{a}\G[width=.3\linewidth]{b} \hfill \G[width=.3\linewidth]{c}",
    "line that breaks": r"\G[width=.45\linewidth]{a} \G[width=.45\linewidth]{b} \G[width=.45\linewidth]{c}",
    "paragraphs": "\\G[width=.5\\linewidth]{a}\n\n\\G[width=.8\\linewidth]{c}",
    "forced lines": r"\G[width=4cm]{a}\G[width=4cm]{b}\\[2mm]\G[width=6cm]{c}",
    "same height": r"\G[height=2cm]{a}\G[height=2cm]{b}\G[height=2cm]{d}",
    "natural sizes": r"\G{e}\G{b}",
    "scaled": r"\G[scale=.4]{a}\G[scale=.2]{c}",
    "subfigures": r"\begin{subfigure}[b]{.4\textwidth}\centering\G[width=\textwidth]{a}\caption{A}\end{subfigure}\hfill"
    r"\begin{subfigure}[b]{.55\textwidth}\G[width=\textwidth]{b}\caption{B}\end{subfigure}",
    "grid of subfigures": " ".join(
        rf"\begin{{subfigure}}{{.48\linewidth}}\centering\G[width=.9\linewidth]{{{name}}}\caption{{A}}\end{{subfigure}}"
        for name in "abcd"
    ),
    "boxes of captions": r"\subcaptionbox{A\label{x}}[.4\linewidth]{\G[width=.9\linewidth]{a}}"
    r"\subcaptionbox{C}{\G[width=.5\linewidth]{c}}",
    "minipages with stacks": r"\begin{minipage}{.3\linewidth}\G[width=\linewidth]{d}\end{minipage}"
    r"\begin{minipage}{.6\linewidth}\centering\G[width=\linewidth]{a}\\\G[width=.5\linewidth]{b}\end{minipage}",
    "table": r"\begin{tabular}{cc}\G[width=3cm]{a}&\G[width=3cm]{b}\\(a) one&(b) two\\"
    r"\G[width=3cm]{c}&\G[width=3cm]{d}\end{tabular}",
    "table in a box": r"\resizebox{\linewidth}{!}{\begin{tabular}{@{}c@{}c@{}}\G{a}&\G{c}\\"
    r"\multicolumn{2}{c}{\G{b}}\end{tabular}}",
    "adjusted box": r"\begin{adjustbox}{width=.7\linewidth}\G{a}\G{b}\end{adjustbox}",
    "stacks": r"\shortstack{\G[width=2cm]{a}\\\G[width=2cm]{b}}\quad\parbox{5cm}{\G[width=\linewidth]{c}}",
    "turned": r"\G[angle=90,width=3cm]{a}\G[width=3cm,angle=90]{c}\rotatebox{-90}{\G[width=2cm]{b}}",
    "lengths with sums": r"\G[width=\dimexpr.5\linewidth-1em\relax]{a}\G[width=0.5\linewidth-1cm]{c}",
    "both sizes": r"\G[width=3cm,height=9cm,keepaspectratio]{a}\G[height=3cm]{b}",
    "cut": r"\G[trim=100 0 0 0,clip,width=3cm]{c}\G[viewport=0 0 100 200,clip,width=3cm]{a}",
}


def paper(folder: Path, body: str, wide: bool) -> None:
    """The paper whose only figure holds ``body``."""
    for name, size in SIZES.items():
        Image.new("RGB", size, COLOURS[name]).save(folder / f"{name}.png", dpi=(72, 72))
    star, shown = "*" if wide else "", body.replace(r"\G", r"\includegraphics")
    (folder / "main.tex").write_text(
        rf"\documentclass{'[twocolumn]' if wide else ''}{{article}}{PREAMBLE}\pagestyle{{empty}}\begin{{document}}"
        rf"\begin{{figure{star}}}\centering {shown}\caption{{Words.}}\end{{figure{star}}}\end{{document}}"
    )


def places(picture: Image.Image) -> dict[str, NDArray[np.float64]]:
    """Each colour's box, as fractions of the box of all of them."""
    pixels = np.asarray(picture.convert("RGB"), dtype=int)
    boxes = {}
    for name, colour in COLOURS.items():
        ys, xs = np.nonzero(np.abs(pixels - colour).sum(axis=2) < 60)
        if len(xs) > 20:
            boxes[name] = np.array([xs.min(), ys.min(), xs.max() + 1, ys.max() + 1], dtype=float)
    every = np.array(list(boxes.values()))
    origin, end = every[:, :2].min(axis=0), every[:, 2:].max(axis=0)
    return {name: (box - np.tile(origin, 2)) / (end - origin).max() for name, box in boxes.items()}


def overlap(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """Intersection over union."""
    sides = np.maximum(np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2]), 0)
    shared = float(sides.prod())
    return shared / (float((a[2:] - a[:2]).prod()) + float((b[2:] - b[:2]).prod()) - shared)


def set_by_latex(folder: Path) -> Image.Image:
    """LaTeX's page."""
    import pypdfium2

    command = ["pdflatex", "-no-shell-escape", "-interaction=nonstopmode", "main.tex"]
    subprocess.run(command, cwd=folder, check=False, capture_output=True, timeout=60)
    image: Image.Image = pypdfium2.PdfDocument(folder / "main.pdf")[0].render(scale=3).to_pil()
    return image


def compared(body: str, wide: bool) -> str:
    """The least overlap of a picture's two places, or why there are none."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        paper(folder, body, wide)
        try:
            (figure,) = read_latex(folder).figures
            ours = places(Image.open(io.BytesIO(picture_of(figure, folder))))
        except DiagramloopError as error:
            return f"{error.reason}: {error}"
        theirs = places(set_by_latex(folder))
    if ours.keys() != theirs.keys():
        return f"shows {sorted(ours)} instead of {sorted(theirs)}"
    return f"{min(overlap(ours[name], theirs[name]) for name in ours):.2f}"


def main() -> None:
    """Prints a line for each manner."""
    if shutil.which("pdflatex") is None:
        raise SystemExit("this comparison needs pdflatex")
    for name, body in MANNERS.items():
        print(f"{name:24} {compared(body, False):>12}   in two columns {compared(body, True):>12}")


if __name__ == "__main__":
    typer.run(main)
