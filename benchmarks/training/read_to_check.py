"""Make the readings that confidences are fitted to and validated on.

    python -m benchmarks.training.read_to_check DATA KEPT [--families bpmn ...]

DATA is the folder of the data sets, KEPT the one that the readings go to, a file each; what is there is not made again.
Families, systems and how many pictures of each are in checked_families.yaml.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import yaml

from benchmarks.training._checked_readings import FAMILIES, make


def main() -> None:
    cv2.setNumThreads(1)
    declared = list(yaml.safe_load(FAMILIES.read_text("utf-8"))["families"])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("kept", type=Path)
    parser.add_argument("--families", nargs="+", choices=declared, default=declared)
    given = parser.parse_args()
    for name in make(given.data, given.kept, given.families):
        print(name, flush=True)


if __name__ == "__main__":
    main()
