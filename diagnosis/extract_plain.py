"""Clauses of plain sentences that the embedded extractor loses, by pattern of the sentence.

    python -m diagnosis.extract_plain [--drawn 20] [--show 2]

A clause is told where its verb and its object (or subject, where it has no object) stand on one node. ``seen`` words
were looked at while sentences were mended, ``unseen`` ones were only measured.
"""

from __future__ import annotations

import argparse
from collections import Counter

from diagnosis._plain_sentences import PATTERNS, VOCABULARIES, Clause, filled
from diagramloop.engines.extract.embedded import Embedded
from diagramloop.engines.extract.embedded.phrases import lemmas


def lost(text: str, clauses: list[Clause]) -> list[Clause]:
    """The clauses that no node of the document's graph tells."""
    told = [set(lemmas(node.text)) for node in Embedded().extract(text).graph.nodes]
    return [clause for clause in clauses if not any(words >= set(clause) for words in told)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--drawn", type=int, default=20, help="documents by each pattern")
    parser.add_argument("--show", type=int, default=0, help="documents to be shown of each pattern")
    options = parser.parse_args()
    for name, vocabulary in VOCABULARIES.items():
        every, missed = Counter[str](), Counter[str]()
        for pattern, sentence in PATTERNS.items():
            drawn = [filled(sentence, vocabulary, seed) for seed in range(options.drawn)]
            wrong = [(text, gone) for text, clauses in drawn if (gone := lost(text, clauses))]
            every[pattern] = sum(len(clauses) for _, clauses in drawn)
            missed[pattern] = sum(len(gone) for _, gone in wrong)
            for text, gone in wrong[: options.show]:
                print(f"  {pattern}: {text} -- {gone}")
        print(f"{name}: {missed.total()} of {every.total()} clauses lost: {dict(+missed)}")


if __name__ == "__main__":
    main()
