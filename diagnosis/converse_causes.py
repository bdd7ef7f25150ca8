"""Why dialogues on FloDial miss the true path: the first turn that leaves it, by cause, largest first.

    python -m diagnosis.converse_causes DATA [--agent floca] [--examples 5]

The causes: ``start`` grounded beyond the true initial node; ``plain`` a wrong edge though the answer says yes or no;
``states``, ``content``, ``negation``: a wrong edge where that evidence is the strongest that speaks; ``guess``: a wrong
edge without evidence; ``question``: an answer taken for a question or the other way round; ``budget``: none left.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

import numpy as np

from diagnosis._dialogue import comparisons
from diagramloop.data.sources import Chart, Conversation, Dialogue, FloDial, TurnKind
from diagramloop.engines.converse import agent, simulator
from diagramloop.engines.converse.embedded.stance import FEATURES, evidence
from diagramloop.engines.converse.embedded.stance_model import LEARNED, weights
from diagramloop.scores.dialogue import DialogueComparison

GROUPS = {
    "plain": ("answer", "late_answer"),
    "states": ("states", "hope", "hope_unasked", "contrast", "numbers", "only"),
    "content": ("content", "content_alone"),
    "negation": ("parity", "negation", "negation_alone"),
}


def cause(held: Conversation, dialogue: Dialogue, text: dict[str, str]) -> tuple[str, str]:
    """Which cause, and the question and answer at which the true path is left."""
    known = (*dialogue.background, *dialogue.path)
    turns = list(zip(held.turns[::2], held.turns[1::2], strict=True))
    if turns[0][1].node not in (*dialogue.background, dialogue.path[0]):
        return "start", dialogue.opening
    for user, guide in turns[1:]:
        if guide.node not in known and user.node is not None:
            said = f"{text[user.node]} | {user.text}"
            if any(turn.text == user.text and turn.kind is TurnKind.QUESTION for turn in dialogue.turns):
                return "question", said
            return _strongest(text[user.node], user.text), said
    return ("budget" if held.ended == "budget" else "start"), dialogue.opening


def _strongest(question: str, answer: str) -> str:
    spoken = dict(zip(FEATURES, np.abs(evidence(question, answer) * weights(LEARNED)), strict=True))
    shares = {group: sum(spoken[name] for name in names) for group, names in GROUPS.items()}
    best = max(shares, key=shares.__getitem__)
    return best if shares[best] > 1 else "guess"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--agent", default="floca")
    parser.add_argument("--examples", type=int, default=5)
    given = parser.parse_args()
    source = FloDial(given.data / "flodial")
    charts = {chart.id: chart.graph for chart in source.charts() if isinstance(chart, Chart)}
    missed: dict[str, list[str]] = defaultdict(list)
    total = 0
    for dialogue, comparison in comparisons(source, agent(given.agent), simulator("replay"), 2):
        total += 1
        if not comparison.path_covered:
            texts = {node.id: node.text for node in charts[dialogue.chart].nodes}
            name, example = cause(_held(comparison), dialogue, texts)
            missed[name].append(f"{dialogue.chart} {dialogue.id}: {example}")
    print(f"{sum(map(len, missed.values()))} of {total} dialogues miss the true path")
    for name, examples in sorted(missed.items(), key=lambda item: -len(item[1])):
        print(f"{len(examples):4} {name}")
        for example in examples[: given.examples]:
            print(f"       {example[:200]}")


def _held(comparison: DialogueComparison) -> Conversation:
    assert isinstance(comparison.conversation, Conversation)
    return comparison.conversation


if __name__ == "__main__":
    main()
