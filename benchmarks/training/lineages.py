"""Write what the word lists were made of, as fingerprints beside them.

    python -m benchmarks.training.lineages DATA

DATA holds the folders ``flodial``, ``pfdial`` and ``flowexplainbench``. Weights have theirs from the stage that trains
them. Word lists were found by looking at charts (design/conversation.md): all of FloDial's, and the half of PFDial's
that ``converse_pfdial.py`` calls ``dev``. The forms of questions that the solver reads were written with those of the
corpus and of FlowExplainBench in view (design/attribution.md).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path

from benchmarks.training._parts import pfdial_part
from diagramloop.data.sources import Chart, PFDial, open_dialogues
from diagramloop.evaluation.data_sets import data_set
from diagramloop.evaluation.lineage import chart_fingerprint

PACKAGE = Path(__file__).parents[2] / "diagramloop"


def write(out: Path, weight: str, data: str, use: str, things: Iterable[str]) -> None:
    """The lineage of one file of the package, one fingerprint a line."""
    path = Path(weight)
    made = {"weight": path.name, "data": data, "use": use, "things": sorted(set(things))}
    target = out / path.with_name(f"{path.stem}.lineage.json")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(made, indent=0) + "\n", encoding="utf-8")
    print(f"{weight}: {len(made['things'])} things of {data}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, default=PACKAGE)
    asked = parser.parse_args()
    data, out = asked.data, asked.out
    flodial = [c for c in open_dialogues("flodial", data / "flodial").charts() if isinstance(c, Chart)]
    said = "FloDial, charts of the public half"
    write(
        out,
        "engines/converse/embedded/english.yaml",
        said,
        "written by looking at",
        (chart_fingerprint(c.graph) for c in flodial),
    )
    pfdial = [c for c in PFDial(data / "pfdial").charts() if isinstance(c, Chart) and pfdial_part(c) == "dev"]
    said = "PFDial, half of the public charts"
    write(
        out,
        "engines/converse/embedded/chinese.yaml",
        said,
        "written by looking at",
        (chart_fingerprint(c.graph) for c in pfdial),
    )

    asked_on = [data_set(name).charts() for name in ("corpus", f"flowexplainbench={data / 'flowexplainbench'}")]
    write(
        out,
        "engines/answer/solver/english.yaml",
        "corpus, flowexplainbench",
        "written by looking at",
        (chart_fingerprint(c.graph) for source in asked_on for c in source.charts() if isinstance(c, Chart)),
    )


if __name__ == "__main__":
    main()
