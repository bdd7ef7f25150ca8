"""The recognisers that the parser can read with, each behind a look at the script; see the plug-ins of this kind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from diagramloop.engines.parse.text.recogniser import Recogniser
from diagramloop.engines.parse.text.scripts import ByScript
from diagramloop.engines.parse.text.word_reader import TRAINED, WordReader, word_network

_ONNX = ".onnx"


def embedded() -> ByScript:
    """PP-OCRv6 small, the likeliest character at each position."""
    return ByScript(Recogniser())


def with_lexicon() -> ByScript:
    """The trained reader of words by hand, with words of procedures and of English in its beam.

    Lines in scripts that it does not read are PP-OCRv6 small's.
    """
    return ByScript(WordReader(TRAINED), (Recogniser(),))


def onnx(weights: str, lexicon: str = "") -> ByScript:
    """A recogniser of one's own: PP-OCR of another size or language, or what RapidOCR takes as ``Rec.model_path``.

    Args:
        weights: path of its file.
        lexicon: path of words and their costs for its beam; none if empty.

    Raises:
        ModelError: as :class:`~diagramloop.engines.parse.text.word_reader.WordNetwork`.
    """
    word_network(Path(weights))
    return ByScript(WordReader(Path(weights), Path(lexicon) if lexicon else None))


def recogniser_named(name: str) -> dict[str, Any]:
    """The plain configuration of a recogniser by its plug-in's name, or by the path of an ONNX file."""
    if name.endswith(_ONNX):
        return {"make": "onnx", "options": {"weights": name}}
    return {"make": name}
