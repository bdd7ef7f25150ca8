"""A small network that tells the script of a line: trained on lines set in open fonts, and written as it is used."""

from __future__ import annotations

import hashlib
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from diagramloop.engines.parse.text.recogniser import HALF_WHITE
from diagramloop.engines.parse.text.scripts import HEIGHT_PX, SCRIPTS, WEIGHTS, as_seen
from diagramloop.engines.training.words.release import halve
from diagramloop.engines.training.words.script_lines import family, fonts_by_script, line_of
from diagramloop.whole_files import write_json, write_whole

Grey = NDArray[np.uint8]
_WIDTH_PX = 160  # of what is learned from
_BATCH = 64
_WIDTHS = (1, 16, 32, 48, 64, 64)  # channels
_STRIDES = (2, 1, 2, 2, 1)
_RATE = 3e-3
_LATIN_SHARE = 0.3  # of lines
_OPSET = 17
_VARIABLE = {"x": {0: "lines", 3: "width"}, "shares": {0: "lines"}}  # sides of the graph's input and output
_LEFT_OUT = 4  # one family of fonts in so many is not learned from
_MEASURED = 200  # lines of each script that are told


class ScriptNetwork(nn.Module):
    """Logits of a line's script, shape (lines, scripts), of lines of shape (lines, 1, height, width)."""

    def __init__(self) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        for channels, following, stride in zip(_WIDTHS, _WIDTHS[1:], _STRIDES, strict=False):
            layers += [nn.Conv2d(channels, following, 3, stride, 1), nn.BatchNorm2d(following), nn.ReLU()]
        self.layers = nn.Sequential(*layers)
        self.last = nn.Linear(2 * _WIDTHS[-1], len(SCRIPTS))

    def forward(self, lines: Any) -> Any:
        features = self.layers(lines)
        return self.last(torch.cat([features.mean((2, 3)), features.amax((2, 3))], 1))


def trained(fonts: Mapping[str, Sequence[str]], lines: int, epochs: int, seed: int = 0) -> ScriptNetwork:
    """A network that has seen so many lines so many times, each time another stretch of them.

    Args:
        fonts: by script.
    """
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    scripts, greys = lines_by_chance(fonts, lines, rng)
    network = ScriptNetwork().train()
    steps = epochs * (lines // _BATCH)
    optimiser = torch.optim.AdamW(network.parameters(), lr=_RATE, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, _RATE, steps)
    for _ in range(epochs):
        order = rng.permutation(lines)
        for begin in range(0, lines - lines % _BATCH, _BATCH):
            batch = order[begin : begin + _BATCH]
            pixels = torch.from_numpy(np.stack([_stretch(greys[number], rng) for number in batch]))
            loss = nn.functional.cross_entropy(network(pixels), torch.from_numpy(scripts[batch]), label_smoothing=0.01)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
    return network.eval()


def lines_by_chance(
    fonts: Mapping[str, Sequence[str]], count: int, rng: np.random.Generator
) -> tuple[NDArray[np.int64], list[Grey]]:
    """Numbers of scripts, and a line of each as the network sees it."""
    shares = np.where(np.array(SCRIPTS) == "Latin", _LATIN_SHARE, (1 - _LATIN_SHARE) / (len(SCRIPTS) - 1))
    scripts = rng.choice(len(SCRIPTS), count, p=shares)
    greys = []
    for number in scripts.tolist():
        script = SCRIPTS[number]
        greys.append(as_seen(line_of(script, fonts[script], rng)))
    return scripts, greys


def _stretch(grey: Grey, rng: np.random.Generator) -> NDArray[np.float32]:
    """A line, or a part of one that is too long, with paper behind it; shape (1, height, width)."""
    page = np.full((1, HEIGHT_PX, _WIDTH_PX), 255, np.uint8)
    wide = min(grey.shape[1], _WIDTH_PX)
    first, place = (int(rng.integers(room + 1)) for room in (grey.shape[1] - wide, _WIDTH_PX - wide))
    page[0, :, place : place + wide] = grey[:, first : first + wide]
    return page.astype(np.float32) / HALF_WHITE - 1


def write_scripts(folder: Path, out: Path, lines: int, epochs: int) -> dict[str, Any]:
    """Trains the network, and writes it with its record, lineage and model card.

    One family of fonts in four is left out, and what is told of lines set in them is in the record.

    Args:
        folder: of fonts.
        out: a folder that there is.

    Returns:
        The record.
    """
    fonts = fonts_by_script(folder)
    network = trained(_parted(fonts, left_out=False), lines, epochs)
    return write_network(network, _parted(fonts, left_out=True), out, {"lines": lines, "epochs": epochs})


def write_network(
    network: ScriptNetwork, unseen: Mapping[str, Sequence[str]], out: Path, record: dict[str, Any]
) -> dict[str, Any]:
    """Writes a network with what it tells of lines in fonts that it has not seen; see :func:`write_scripts`."""
    path = out / WEIGHTS.name
    _write_graph(network, path)
    content = path.read_bytes()
    told_right, confused = _told_of(network, unseen)
    record |= {
        "told_right": told_right,
        "confused": confused,
        "lines_of_each": _MEASURED,
        "left_out": {script: sorted(set(map(family, paths))) for script, paths in unseen.items()},
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }
    write_json(path.with_suffix(".json"), record)
    lineage = {
        "weight": path.name,
        "data": "lines set by chance in open fonts (OFL)",
        "use": "trained on",
        "things": [],
    }
    write_json(path.with_suffix(".lineage.json"), lineage)
    shares = ", ".join(f"{script} {share:.2f}" for script, share in told_right.items())
    write_whole(out / "SCRIPTS_CARD.md", _CARD.format(**record | {"told_right": shares}))
    return record


def _write_graph(network: ScriptNetwork, path: Path) -> None:
    import onnx

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporter that traces is called old
        torch.onnx.export(
            nn.Sequential(network, nn.Softmax(-1)).eval(),
            (torch.zeros(1, 1, HEIGHT_PX, _WIDTH_PX),),
            str(path),
            dynamo=False,
            opset_version=_OPSET,
            input_names=["x"],
            output_names=["shares"],
            dynamic_axes=_VARIABLE,
        )
    model = onnx.load(path)
    halve(model.graph)
    onnx.save(model, path)


def _told_of(
    network: ScriptNetwork, unseen: Mapping[str, Sequence[str]]
) -> tuple[dict[str, float], dict[str, dict[str, int]]]:
    """Of each script the share of lines that are told rightly, and how often another one is told."""
    rng = np.random.default_rng(1)
    right, confused = {}, {}
    for script, fonts in unseen.items():
        if not fonts:
            continue
        numbers = told_by(network, [as_seen(line_of(script, fonts, rng)) for _ in range(_MEASURED)])
        counts = Counter(SCRIPTS[number] for number in numbers.tolist())
        right[script] = counts.pop(script, 0) / _MEASURED
        confused[script] = dict(counts)
    return right, confused


def told_by(network: ScriptNetwork, greys: Iterable[Grey]) -> NDArray[np.int64]:
    """The likeliest script of each line, by number."""
    with torch.inference_mode():
        lines = [torch.from_numpy(grey[None, None].astype(np.float32) / HALF_WHITE - 1) for grey in greys]
        return np.array([int(network(line).argmax()) for line in lines])


def _parted(fonts: Mapping[str, Sequence[str]], *, left_out: bool) -> dict[str, list[str]]:
    """The fonts of the families that are left out, or of the others."""
    parts = {}
    for script, paths in fonts.items():
        parts[script] = [path for path in paths if _is_left_out(path) == left_out]
    return parts


def _is_left_out(font: str) -> bool:
    return hashlib.sha256(family(font).encode()).digest()[0] % _LEFT_OUT == 0


_CARD = """# scripts

Tells the script of a line of text before it is read: a convolutional network of five layers, {bytes:,} bytes with
weights of 16 bits. It learned from {lines:,} lines, {epochs} times each, set in open fonts (Fontsource, DejaVu,
Liberation; OFL, Bitstream Vera; none is shipped) and worn as paper, pens and cameras leave them; of Latin one in eight
is no writing. Texts are words of the shipped lexicon and letters by chance. One family in four was left out.

Told rightly, of {lines_of_each} lines of each script set in those and worn: {told_right};
`scripts.json` has what each was taken for. A script is told only where it is sure, and the page's other lines speak.

## Limits
Scripts that are not named here are told as one that is. A word whose letters Latin, Greek and Cyrillic share cannot be
told alone; what most lines of a page are in is then taken. Hands are known in Latin alone, and by fonts that look so.
"""
