"""Share of framework figures that are found, where the paper's record names them.

    python -m diagnosis.framework_figures ROOT

ROOT is a folder of papers (diagramloop/corpus/papers). Prints each miss with the features of both figures, then the
counts.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from diagramloop.data.sources import Arxiv, Rejected
from diagramloop.data.sources.papers.arxiv import NAMED
from diagramloop.data.sources.papers.framework_figure import ByFeatures, features
from diagramloop.errors import SourceError


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("root", type=Path)
    found = named = figures = 0
    for read in Arxiv(options.parse_args().root).readings():
        if isinstance(read, Rejected) or read.choice.reasons[0][0] != NAMED:
            continue
        named += 1
        figures += len(read.manuscript.figures)
        try:
            chosen = ByFeatures().choose(read.manuscript).figure
        except SourceError as error:
            print(f"{read.paper.id}: {error}")
            continue
        if chosen == read.choice.figure:
            found += 1
        else:
            print(f"{read.paper.id}: {chosen.number} {features(chosen)}")
            print(f"    instead of {read.choice.figure.number} {features(read.choice.figure)}")
    print(f"{found} of {named} framework figures found among {figures} figures")


if __name__ == "__main__":
    main()
