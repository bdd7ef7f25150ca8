"""Manners of drawing a page: by which pen, in which colours, with which heads; by a hand or by a program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from diagramloop.data.synth.hand import Hand
from diagramloop.data.synth.ink.letters import PLOTTED, Writer
from diagramloop.data.synth.ink.plan import CELL
from diagramloop.data.synth.ink.settings import InkSettings
from diagramloop.data.synth.looks import Colour, colours
from diagramloop.data.synth.paper import PAPERS
from diagramloop.render.fonts import faces

HEADS = {"open": 0.35, "filled": 0.45, "hollow": 0.15, "swept": 0.05}
LETTER_UNITS = (18.0, 36.0)  # size of letters in the plan's units
PALE, DEEP = (200, 256), (20, 120)  # levels of fillings of a light and of a dark page
PENCIL = (80, 165)  # levels of pencils' strokes
OWN_COLOURS = 0.45  # share of printed pages whose lines are not black


@dataclass(frozen=True)
class Manner:
    """One page's manner.

    Attributes:
        hand: how strokes run; of a program without tremble.
        drawn: whether by hand.
        paper: one of PAPERS, or empty for a page of one colour.
        ground: colour of that page.
        lines, borders, frames: colours of strokes.
        fill: of nodes, one drawn for each; none if empty.
        letters: colour of texts.
        writer: of texts.
        head: one of HEADS.
        head_units: length of heads.
        spread: half of a head's angle in radians.
        short: by how much a line stops before a node, in the plan's units.
        plates: whether the ground of labels is bare.
        shadow: whether nodes throw shadows.
        borderless: whether nodes are areas of colour alone.
    """

    hand: Hand
    drawn: bool
    paper: str
    ground: Colour
    lines: Colour
    borders: Colour
    frames: Colour
    fill: tuple[Colour, ...]
    letters: Colour
    writer: Writer
    head: str
    head_units: float
    spread: float
    short: float
    plates: bool
    shadow: bool
    borderless: bool


def random_manner(
    drawn: bool, scale: float, hand_fonts: Sequence[str], settings: InkSettings, rng: np.random.Generator
) -> Manner:
    """A manner drawn at random for a page with ``scale`` px per unit."""
    paper = str(rng.choice(PAPERS, p=settings.papers)) if drawn else ""
    dark = not drawn and rng.random() < settings.dark
    pencil = drawn and paper != "whiteboard" and rng.random() < settings.pencil
    ink, ground = _grey(PENCIL, rng) if pencil else _ink(drawn, paper, dark, rng), _ground(dark, rng)
    own = not drawn and rng.random() < OWN_COLOURS
    lines, borders, frames = (_toned(ink, own, dark, rng) for _ in range(3))
    filled = rng.random() < (0.08 if drawn else settings.filled)
    fill = tuple(_levels(DEEP if dark else PALE, rng) for _ in range(3)) if filled else ()
    return Manner(
        hand=_hand(drawn, scale, ink, settings, rng),
        drawn=drawn,
        paper=paper,
        ground=ground,
        lines=lines,
        borders=borders,
        frames=frames,
        fill=fill,
        letters=ink if rng.random() < 0.8 else lines,
        writer=_writer(drawn, scale, hand_fonts, rng),
        head=str(rng.choice(list(HEADS), p=list(HEADS.values()))),
        head_units=CELL * rng.uniform(*settings.head_cells),
        spread=float(np.radians(rng.uniform(16, 38))),
        short=CELL * (rng.uniform(*settings.head_gap_cells) if rng.random() < (0.8 if drawn else 0.3) else 0.0),
        plates=bool(rng.random() < 0.5),
        shadow=bool(not drawn and rng.random() < 0.12),
        borderless=bool(filled and not drawn and rng.random() < 0.12),
    )


def _levels(span: tuple[int, int], rng: np.random.Generator) -> Colour:
    red, green, blue = rng.integers(*span, 3).tolist()
    return (red, green, blue)


def _grey(span: tuple[int, int], rng: np.random.Generator) -> Colour:
    level = int(rng.integers(*span))
    return (level, level, level)


def _ink(drawn: bool, paper: str, dark: bool, rng: np.random.Generator) -> Colour:
    if not drawn:
        return _levels((215, 256) if dark else (0, 70), rng)
    inks = colours("pen", "markers" if paper == "whiteboard" else "inks")
    jitter = rng.integers(-25, 40, 3)
    red, green, blue = np.clip(np.array(inks[rng.integers(len(inks))]) + jitter, 0, 190).tolist()
    return (red, green, blue)


def _ground(dark: bool, rng: np.random.Generator) -> Colour:
    if dark:
        return _levels((10, 65), rng)
    return (255, 255, 255) if rng.random() < 0.6 else _levels((225, 256), rng)


def _toned(ink: Colour, own: bool, dark: bool, rng: np.random.Generator) -> Colour:
    if not own:
        return ink
    return _levels((110, 256) if dark else (0, 190), rng)


def _hand(drawn: bool, scale: float, ink: Colour, settings: InkSettings, rng: np.random.Generator) -> Hand:
    low, high = np.log(settings.stroke_cells)
    pen = max(CELL * float(np.exp(rng.uniform(low, high))), settings.least_stroke_px / scale)
    if not drawn:
        return Hand(0.0, 0.0, pen, 0.0, ink, 0.0, False, False, "open")
    return Hand(
        tremble=CELL * rng.uniform(*settings.tremble_cells),
        miss=CELL * rng.uniform(*settings.miss_cells) * rng.random(),
        pen=pen,
        pressure=rng.uniform(0.0, 0.35),
        ink=ink,
        faint=rng.uniform(0.0, 0.45),
        twice=bool(rng.random() < 0.15),
        beside=bool(rng.random() < 0.5),
        head="open",
    )


def _writer(drawn: bool, scale: float, hand_fonts: Sequence[str], rng: np.random.Generator) -> Writer:
    fonts = list(hand_fonts) if drawn else [str(path) for _, path in sorted(faces().items())]
    plotted = drawn and (not fonts or rng.random() < 0.3)
    size = rng.uniform(*LETTER_UNITS)
    return Writer(
        font="" if plotted or not fonts else fonts[rng.integers(len(fonts))],
        plotted=PLOTTED[rng.integers(len(PLOTTED))],
        size=size,
        width=max(1.0, size * scale * rng.uniform(0.05, 0.12)),
        bent=drawn,
    )
