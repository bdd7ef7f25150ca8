"""English sentences as clauses, by a trained parser of dependencies (spaCy's small English pipeline).

:mod:`pipeline` loads it, once and when it is asked for; :mod:`clauses` are the values that engines work with;
:mod:`reader` makes them of its trees. No engine sees a tree.
"""

from __future__ import annotations

from diagramloop.base.text.syntax.clauses import Clause, Relation
from diagramloop.base.text.syntax.reader import clauses

__all__ = ["Clause", "Relation", "clauses"]
