"""Count what documents are read to show: diagrams, what is left out by what it shows, and processor time a page.

    python -m diagnosis.false_diagrams DOCUMENT... [--expected JSON]

JSON has, by name of a document, ``{"diagrams": [{"page": 3}, ...]}``: pages with a diagram; a document that is not
named has none. A diagram on another page is false, a page without one is missed. The reader's rooms are counted too.
"""

from __future__ import annotations

import argparse
import json
import resource
from collections import Counter
from pathlib import Path

from diagramloop.engines.documents import read_document


def seconds() -> float:
    """Processor time of this process and of the rooms that it has closed."""
    own, rooms = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + rooms.ru_utime + rooms.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("documents", type=Path, nargs="+")
    parser.add_argument("--expected", type=Path, help="pages that show diagrams")
    given = parser.parse_args()
    expected = json.loads(given.expected.read_text(encoding="utf-8")) if given.expected else {}
    totals: Counter[str] = Counter()
    for path in given.documents:
        begin = seconds()
        document = read_document(path)
        pages = document.pages or 1
        wanted = Counter(diagram["page"] for diagram in expected.get(path.name, {}).get("diagrams", ()))
        read = Counter(diagram.place.page for diagram in document.diagrams)
        false, missed = (read - wanted).total(), (wanted - read).total()
        totals.update(pages=pages, diagrams=read.total(), false=false, missed=missed)
        shown = Counter(refusal.shows or refusal.reason.value for refusal in document.refusals)
        left_out = ", ".join(f"{count} {name}" for name, count in shown.most_common())
        spent = (seconds() - begin) / pages
        print(f"{path.name}: {pages} pages, {spent:.2f} s a page, {false} false, {missed} missed; left out {left_out}")
    print(", ".join(f"{count} {name}" for name, count in totals.items()))


if __name__ == "__main__":
    main()
