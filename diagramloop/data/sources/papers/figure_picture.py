"""A figure's picture as PNG: PNG and JPEG as they are, PDF by PDFium, SVG by us, EPS and TikZ by programs if there.

Ghostscript (``gs``, ``-dSAFER``) and ``pdflatex`` (no shell escape, no files but its own) are run as external
programs where the machine has them; without them such a figure is refused, and the reason says so.
"""

from __future__ import annotations

import io
import re
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from PIL import Image

from diagramloop.base.room import run_program
from diagramloop.data.sources._files import MAX_PICTURE_BYTES, read_bytes
from diagramloop.data.sources.papers._rooms import PROGRAM_LIMITS
from diagramloop.data.sources.papers.figure_layout import LONG_SIDE, Drawn, as_printed, cut, put_together
from diagramloop.data.sources.papers.lengths import UNITS, Measures
from diagramloop.data.sources.papers.manuscript import Figure
from diagramloop.data.sources.papers.panels import Graphics, GraphicsFile, PageRegion, TikZ, Unread, pictures
from diagramloop.data.sources.papers.pdf_page import page_picture
from diagramloop.errors import RejectionReason, SourceError
from diagramloop.models.pixels import on_white, opened
from diagramloop.render.sanitised_svg import rasterised, sanitised

MAX_PIXELS = 80_000_000  # of all pictures of a figure
BITMAPS = (".png", ".jpg", ".jpeg")
LEAST_SIDE = 32  # pixels; smaller is an icon, no figure

_NUMBER = r"([0-9]{1,6}(?:\.[0-9]{1,6})?)"
_VIEW_BOX = re.compile(rf'^<svg\b[^>]*?\bviewBox="[-0-9.]+[ ,]+[-0-9.]+[ ,]+{_NUMBER}[ ,]+{_NUMBER}"')
_SIZE = re.compile(rf'^<svg\b(?=[^>]*?\bwidth="{_NUMBER}(?:px|pt)?")(?=[^>]*?\bheight="{_NUMBER}(?:px|pt)?")')
_READS_OR_RUNS = re.compile(  # whatever could open a file, start a program or spell such a command otherwise
    r"\\(?:input|include|openin|openout|read|write|immediate|special|csname|catcode|makeatletter|ExplSyntaxOn|directlua|usepackage"
    r"|RequirePackage|pgfimage|pgfdeclareimage|pgfuseimage|includegraphics|scantokens|newread|newwrite|latelua|luaexec"
    r"|pgfplotstableread|usetikzlibrary\s*+\{(?:[^}]{0,300}?external|[^}]{301})|pdf[a-zA-Z]+|tikzexternal\w*|verbatiminput|lstinputlisting)"
    r"|\^\^|plot\s*+(?:\[[^\]]{301}|(?:\[[^\]]{0,300}+\]\s*+)?file)|\btable\s*+(?:\[[^\]]{301}|(?:\[[^\]]{0,300}+\]\s*+)?\{)|file\s*+=|@",
    re.I,
)
_DOCUMENT = r"""\documentclass{article}
\usepackage[T1]{fontenc}\usepackage{amsmath,amssymb}\usepackage{tikz}
\usetikzlibrary{arrows,arrows.meta,positioning,shapes,shapes.geometric,shapes.misc,fit,calc,backgrounds}
%s
\begin{document}
\setbox0\hbox{%s}
\pdfhorigin4pt\pdfvorigin4pt
\pdfpagewidth\dimexpr\wd0+8pt\relax\pdfpageheight\dimexpr\ht0+\dp0+8pt\relax
\shipout\box0
\end{document}
"""


def picture_of(figure: Figure, folder: Path) -> bytes:
    """The figure as PNG (RGB, over white).

    Args:
        folder: of the unpacked paper.

    Raises:
        DiagramloopError: no picture or file of it (MISSING), a layout or a format that is not read here or has no
            program on this machine (UNSUPPORTED), TikZ that reads files, or a file outside of the paper (UNSAFE),
            undecodable (UNREADABLE), too many pixels or panels (TOO_LARGE), icon-sized or blank (NO_DIAGRAM), or a
            program gave up (ENGINE_FAILED, TIMEOUT).
    """
    shown = list(pictures(figure.shown))
    if not shown:
        raise SourceError(f"figure {figure.number} shows no picture")
    if unread := next((one for one in shown if isinstance(one, Unread)), None):
        raise SourceError(f"figure {figure.number}: {unread.why}", reason=unread.reason)
    if len(shown) == 1:
        return checked(_alone(figure.graphics[0], figure.measures, folder))
    _check_pixels(figure.graphics, folder)
    return checked(_as_png(put_together(figure.shown, figure.measures, lambda one: _included(one, folder))))


def _check_pixels(shown: Sequence[Graphics], folder: Path) -> None:
    """Before any is decoded: all together they may declare as many pixels as one."""
    left = MAX_PIXELS
    for one in shown:
        if isinstance(one, GraphicsFile) and one.path.suffix.lower() in BITMAPS:
            content = read_bytes(folder, one.path.as_posix(), MAX_PICTURE_BYTES)
            with opened(content, left, ("PNG", "JPEG")) as image:
                left -= image.width * image.height


def _alone(graphics: Graphics, measures: Measures, folder: Path) -> bytes:
    """A figure's only picture, in all of its pixels; how large it is printed matters for what is written on it only."""
    if isinstance(graphics, PageRegion):
        return _drawn(graphics, folder)
    if isinstance(graphics, GraphicsFile) and graphics.words:
        return _as_png(as_printed(graphics, _included(graphics, folder), measures).image)
    if not any(key in ("trim", "viewport", "angle") for key, _ in graphics.options):
        return _drawn(graphics, folder)
    angles = tuple(option for option in graphics.options if option[0] == "angle")
    return _as_png(as_printed(replace(graphics, options=angles), _included(graphics, folder), measures).image)


def _included(graphics: Graphics, folder: Path) -> Drawn:
    """A picture decoded, and cut as the figure shows it."""
    with opened(_drawn(graphics, folder), MAX_PIXELS, ("PNG", "JPEG")) as image:
        across, _ = image.info.get("dpi", (72.0, 72.0))
        picture = on_white(image)
    inches = [side / (across if across > 1 else 72.0) for side in picture.size]
    drawn = Drawn(picture, (inches[0] * UNITS["in"], inches[1] * UNITS["in"]))
    return drawn if isinstance(graphics, PageRegion) else cut(drawn, graphics.options)


def _drawn(graphics: Graphics, folder: Path) -> bytes:
    if isinstance(graphics, PageRegion):
        return _pdf_as_png(folder, graphics)
    if isinstance(graphics, TikZ):
        return _tikz_as_png(graphics)
    return _file_as_png(graphics, folder)


def _file_as_png(graphics: GraphicsFile, folder: Path) -> bytes:
    kind = graphics.path.suffix.lower()
    content = read_bytes(folder, graphics.path.as_posix(), MAX_PICTURE_BYTES)
    if kind in BITMAPS:
        return content
    if kind == ".pdf":
        return _pdf_as_png(folder, PageRegion(graphics.path, page_of(graphics)))
    if kind in (".eps", ".ps"):
        return _eps_as_png(content)
    if kind == ".svg":
        return _svg_as_png(content)
    raise SourceError(f"{graphics.path.name}: no reader for such figures", reason=RejectionReason.UNSUPPORTED)


def page_of(graphics: GraphicsFile) -> int:
    """The page of a PDF that is shown, from 0."""
    asked = dict(graphics.options).get("page", "1")
    if not re.fullmatch(r"[1-9]\d{0,3}", asked):
        raise SourceError(f"{graphics.path.name}: no page {asked[:40]!r}", reason=RejectionReason.INVALID)
    return int(asked) - 1


def checked(content: bytes) -> bytes:
    """A PNG or JPEG as PNG in RGB over white; raises as :func:`picture_of`."""
    with opened(content, MAX_PIXELS, ("PNG", "JPEG")) as image:
        picture = on_white(image)
    if min(picture.size) < LEAST_SIDE or _is_blank(picture):
        raise SourceError("blank, or of the size of an icon", reason=RejectionReason.NO_DIAGRAM)
    return _as_png(picture)


def _as_png(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def _is_blank(picture: Image.Image) -> bool:
    return all(low == high for low, high in (band.getextrema() for band in picture.split()))


def _pdf_as_png(folder: Path, region: PageRegion) -> bytes:
    return page_picture(folder / region.file, region.page, region.box or ())


def _svg_as_png(content: bytes) -> bytes:
    """By the project's own rasteriser, after everything but the drawing itself was taken out."""
    drawing = sanitised(content)
    page = _VIEW_BOX.search(drawing.svg) or _SIZE.search(drawing.svg)
    if page is None:
        raise SourceError("an SVG figure that does not say how large it is", reason=RejectionReason.UNSUPPORTED)
    width, height = (max(float(value), 1.0) for value in page.groups())
    scale = LONG_SIDE / max(width, height)
    return rasterised(drawing, max(round(width * scale), 1), max(round(height * scale), 1))


def _eps_as_png(content: bytes) -> bytes:
    program = _program("gs", "an EPS figure")
    with tempfile.TemporaryDirectory(prefix="diagramloop-figure-") as temporary:
        folder = Path(temporary)
        (folder / "figure.eps").write_bytes(content)
        safely = [
            "-dSAFER",
            "-dBATCH",
            "-dNOPAUSE",
            "-q",
            "-dEPSCrop",
            "-r200",
            "-dTextAlphaBits=4",
            "-dGraphicsAlphaBits=4",
        ]
        command = [program, *safely, "-sDEVICE=png16m", "-sOutputFile=figure.png", "figure.eps"]
        run_program(command, folder, PROGRAM_LIMITS)
        return read_bytes(folder, "figure.png", MAX_PICTURE_BYTES)


def _tikz_as_png(tikz: TikZ) -> bytes:
    program = _program("pdflatex", "a TikZ figure")
    asked = _READS_OR_RUNS.search(tikz.preamble) or _READS_OR_RUNS.search(tikz.source)
    if asked:
        raise SourceError(f"TikZ that asks for {asked[0][:40]!r}", reason=RejectionReason.UNSAFE)
    with tempfile.TemporaryDirectory(prefix="diagramloop-figure-") as temporary:
        folder = Path(temporary)
        (folder / "figure.tex").write_text(_DOCUMENT % (tikz.preamble, tikz.source), encoding="utf-8")
        command = [program, "-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error", "figure.tex"]
        environment = {"openin_any": "p", "openout_any": "p", "TEXMFVAR": str(folder)}
        run_program(command, folder, PROGRAM_LIMITS, environment=environment)
        return _pdf_as_png(folder, PageRegion(PurePosixPath("figure.pdf"), 0))


def _program(name: str, what: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise SourceError(f"{what} needs {name}, which is not on this machine", reason=RejectionReason.UNSUPPORTED)
    return found
