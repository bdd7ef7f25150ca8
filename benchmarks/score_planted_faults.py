"""How every metric answers to planted faults in rising number: the table of docs/reference/metrics.md.

    python benchmarks/score_planted_faults.py [FILE]

Writes docs/reference/planted_faults.json, or FILE; the same bytes whenever it runs. About two minutes on one core.
"""

from __future__ import annotations

import sys
from pathlib import Path

from diagramloop.score.planted_faults import measured, write_table

FILE = Path(__file__).parents[1] / "docs" / "reference" / "planted_faults.json"


def main() -> None:
    """Measure and write."""
    Path(sys.argv[1] if len(sys.argv) > 1 else FILE).write_text(write_table(measured()), encoding="utf-8")


if __name__ == "__main__":
    main()
