"""The published evaluator of PAGED (Du et al., ACL 2024), digit for digit, slips included.

text2flow's Table 1 is computed with it. Values can exceed 1; the right scores are in :mod:`diagramloop.scores.strict`.
:func:`printed` is the definition that its Section 5.1 prints.
"""

from diagramloop.scores.paged_official._printed import printed
from diagramloop.scores.paged_official._rates import f1, precision, recall
from diagramloop.scores.paged_official._tally import PagedOfficial, PagedTally, official, official_of_texts
from diagramloop.scores.paged_official._tokens import bleu1, lexical, tokens
from diagramloop.scores.paged_official._told import told

__all__ = [
    "PagedOfficial",
    "PagedTally",
    "bleu1",
    "f1",
    "lexical",
    "official",
    "official_of_texts",
    "precision",
    "printed",
    "recall",
    "tokens",
    "told",
]
