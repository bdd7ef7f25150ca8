"""Procedures that nobody has published: by a grammar and a seed, as charts and as documents.

Whatever is made of one seed is the same on every machine. The words are those of ``words.yaml`` (CC0-1.0).
"""

from __future__ import annotations

from random import Random

from diagramloop.data.synth.fresh._charts import NO, YES, chart_of
from diagramloop.data.synth.fresh._documents import text_of, triples_of
from diagramloop.data.synth.fresh._plans import Grammar, Plan, words

__all__ = ["NO", "YES", "Grammar", "Plan", "Random", "chart_of", "text_of", "triples_of", "words"]
