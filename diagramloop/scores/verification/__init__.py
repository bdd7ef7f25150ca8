"""Human verification of parsed graphs: minimal edits that keep identities, and Table 1 computed from them.

SciFlow-Bench, Section 4.2 and Appendix B: every parsed element is included to begin with; people exclude what the
figure does not support and add what it shows and the parser missed. What is retained counts as correct, what is
excluded as a false positive, what was added as a false negative; nothing is matched by place or text.
"""

from diagramloop.scores.verification._agreed import agreed
from diagramloop.scores.verification._reliability import OVERALL, Reliability, reliability
from diagramloop.scores.verification._verification import Verification, VerificationError, identified

__all__ = ["OVERALL", "Reliability", "Verification", "VerificationError", "agreed", "identified", "reliability"]
