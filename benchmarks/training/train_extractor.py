"""Train the embedded extractor's tagger on PAGED and write its weights.

    python -m benchmarks.training.train_extractor --root DATA/paged --out diagramloop/extract/embedded/tagger.npz

A linear-chain conditional random field by maximum likelihood with an L2 penalty (L-BFGS from zero: no seed). The
labels come from ``_extractor_alignment.py``. About a minute on one core; the same bytes on every run.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.training._tagger import documents, examples, train, write


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, required=True, help="folder with PAGED's JSON")
    parser.add_argument("--out", type=Path, required=True, help="the .npz to write")
    options = parser.parse_args()
    corpus = documents(options.root)
    write(train(example for document in corpus for example in examples(document)), options.out)
    print(f"{len(corpus)} documents -> {options.out} ({options.out.stat().st_size} bytes)")


if __name__ == "__main__":
    main()
