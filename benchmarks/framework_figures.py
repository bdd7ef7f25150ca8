"""How often the framework figure is found, where a person verified which one it is.

    python benchmarks/framework_figures.py ROOT

ROOT is a folder of papers (corpus/papers). Prints each miss with the features of both figures, then the counts.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from flowbench.errors import SourceError
from flowbench.sources import Arxiv, Rejected
from flowbench.sources.papers.framework_figure import ByFeatures, features


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("root", type=Path)
    found = verified = figures = 0
    for read in Arxiv(options.parse_args().root).readings():
        if isinstance(read, Rejected) or read.choice.reasons[0][0] != "verified by a person":
            continue
        verified += 1
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
    print(f"{found} of {verified} framework figures found among {figures} figures")


if __name__ == "__main__":
    main()
