"""Duration of a thousand turns of the embedded agent, and a check that 200 dialogues held at once stay apart.

    python -m benchmarks.converse_speed DATA

DATA is the folder that holds flodial/. Nothing is cached from one round to the next but what the agent itself keeps.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from diagramloop.data.sources import Chart, Dialogue, FloDial
from diagramloop.engines.converse import agent, converse, simulator


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    source = FloDial(parser.parse_args().data / "flodial")
    charts = {chart.id: chart.graph for chart in source.charts() if isinstance(chart, Chart)}
    dialogues = [one for one in source.dialogues() if isinstance(one, Dialogue)]
    guide, user = agent("floca"), simulator("replay")
    for name in ("first time", "again"):
        began = time.perf_counter()
        held = [converse(guide, user, one, charts[one.chart], source.faqs(one.chart)) for one in dialogues]
        took, turns = time.perf_counter() - began, sum(len(one.turns) // 2 for one in held)
        print(f"{name}: {turns} turns in {took:.2f} s, {1000 * took / turns:.2f} s for 1000")
    together = side_by_side(dialogues[:200], charts, source)
    same = sum(
        texts[: len(one.turns)] == [turn.text for turn in one.turns]
        for texts, one in zip(together, held[:200], strict=True)
    )
    print(f"{same} of {len(together)} dialogues held at once say the same as one by one")


def side_by_side(dialogues: list[Dialogue], charts: dict[str, object], source: FloDial) -> list[list[str]]:
    """All dialogues held turn by turn in turns, by one agent; what was said in each."""
    guide, user = agent("floca"), simulator("replay")
    sessions = [guide.start(charts[one.chart], source.faqs(one.chart)) for one in dialogues]  # type: ignore[arg-type]
    users = [user.start(one, charts[one.chart]) for one in dialogues]  # type: ignore[arg-type]
    said = [[each.open()] for each in users]
    while not all(session.finished for session in sessions):
        for session, each, texts in zip(sessions, users, said, strict=True):
            if not session.finished and len(texts) < 200:
                turn = session.say(texts[-1])
                texts += [turn.text] if session.finished else [turn.text, each.reply(turn)]
    return said


if __name__ == "__main__":
    main()
