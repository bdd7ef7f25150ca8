"""Share of moves on what answers nothing, said at every step of real charts, three times running.

    python -m benchmarks.training.converse_irrelevant DATA

DATA is the folder that holds flodial/ and pfdial/. Charts and kinds of utterances are those of
``diagramloop.engines.training.language.relevance_charts``: "dev" chose the threshold, "held" chose nothing, and neither
was trained on.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from benchmarks.training._real_charts import real
from diagramloop.engines.converse.floca import FloCA, FloCASession, State
from diagramloop.engines.training.language.relevance_cases import LANGUAGES, Case
from diagramloop.engines.training.language.relevance_charts import PARTS, Real, cases

TIMES = 3


def moves(case: Case, session: FloCASession) -> bool:
    """True if the agent leaves the step, be it when the utterance is said there for the last time."""
    here = case.grounding.node
    session.state = State(node=here)
    return any(session.say(case.utterance).node != here for _ in range(TIMES))


def counted(charts: Sequence[Real], part: str) -> Counter[tuple[str, str, bool]]:
    """Utterances by language, kind, and whether the agent moved."""
    guide, graphs = FloCA(), {chart.chart: chart.graph for chart in charts}
    sessions = {id: guide.start(graph) for id, graph in graphs.items()}
    return Counter(
        (case.language, case.kind, moves(case, sessions[case.group]))
        for case in cases(charts, part)
        if not case.answers
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    charts = real(parser.parse_args().data)
    for part in PARTS:
        found = counted(charts, part)
        for language in LANGUAGES:
            kinds = sorted({kind for spoken, kind, _ in found if spoken == language})
            shares = []
            for kind in kinds:
                moved, stayed = (found[language, kind, which] for which in (True, False))
                shares.append(moved / (moved + stayed))
                print(f"{part:6}{language:10}{kind:16}{moved + stayed:7}{shares[-1]:9.4f}")
            print(f"{part:6}{language:10}{'mean of kinds':16}{len(kinds):7}{sum(shares) / len(shares):9.4f}")


if __name__ == "__main__":
    main()
