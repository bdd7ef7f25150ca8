"""A user who is somewhere else: what an agent does when what is said answers nothing.

FloCA's agent asks again where no edge is meant (Section 4.3); no reference dialogue has a user who makes it do so. Here
the user of a reference dialogue says, from one exchange on, what has nothing to do with any chart.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import chain

import numpy as np

from diagramloop.data.sources import FAQ, Dialogue, Turn, TurnKind
from diagramloop.evaluation.contestants.agents import SIMULATORS, Agent, OffTopic, UserSimulator
from diagramloop.graph import FlowGraph

DISTRACTIONS = 3
"""Irrelevant utterances of a distracted user: agents have asked back twice before the last one."""


def distracted(
    agent: Agent, simulator: UserSimulator, dialogue: Dialogue, chart: FlowGraph, faqs: Sequence[FAQ], count: int
) -> tuple[Turn, ...]:
    """The turns of a dialogue whose user, before its end, only says what answers nothing.

    At which exchange that begins and what is said is drawn by the dialogue's id: the same for every agent.

    Args:
        count: irrelevant utterances; fewer where the agent comes to a terminal on one of them.

    Returns:
        The turns; none where the true path is a single node, at which nothing is asked.

    Raises:
        FlowchartError: the chart cannot be walked.
        ModelError: a model-backed agent or simulator got no answer.
    """
    asked = len(dialogue.background) + len(dialogue.path) - 1
    if not count or not asked:
        return ()
    random = _random(dialogue.id)
    attentive = int(random.integers(asked))  # answers before the mind wanders
    texts = _irrelevant(simulator, chart)
    session, user = agent.start(chart, faqs), simulator.start(dialogue, chart)
    turns = [Turn("user", user.open(), None, TurnKind.OPENING)]
    turns.append(session.say(turns[-1].text))
    wandering = ((texts[number], TurnKind.IRRELEVANT) for number in random.permutation(len(texts))[:count])
    replies = ((user.reply(turns[-1]), TurnKind.ANSWER) for _ in range(attentive))
    for utterance, kind in chain(replies, wandering):
        if session.finished:
            break
        turns.append(Turn("user", utterance, turns[-1].node, kind))
        turns.append(session.say(utterance))
    return tuple(turns)


def _irrelevant(simulator: UserSimulator, chart: FlowGraph) -> Sequence[str]:
    """The simulator's own off-topic utterances; those of the one that ships where it has none."""
    off_topic = simulator if isinstance(simulator, OffTopic) else SIMULATORS.made("replay")
    assert isinstance(off_topic, OffTopic)
    return off_topic.irrelevant(chart)


def _random(id: str) -> np.random.Generator:
    key = hashlib.sha256(id.encode("utf-8", "surrogatepass")).digest()
    return np.random.default_rng(int.from_bytes(key[:8]))
