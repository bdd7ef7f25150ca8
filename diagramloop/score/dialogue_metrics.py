"""The metrics of dialogues along flowcharts, declared. Each is a mean over dialogues but where it says otherwise."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import numpy as np

from diagramloop.models.chat import Usage
from diagramloop.score import diversity
from diagramloop.score.counts import Counts, Statistic, precision
from diagramloop.score.coverage_relations import CoverageRelation
from diagramloop.score.dialogue import DialogueComparison
from diagramloop.score.faults import Fault
from diagramloop.score.metric import Compared, Metric, MetricFamily, mean_metric
from diagramloop.score.missing import MissingPartError
from diagramloop.score.turn_budget import under_paper_budget

_REASONING = "FloCA, Section 5.2"
_AROUND = "FloCA, Section 6.2, Figure 3"
_RELATIONS = "FloCA, Section 6.3, Figure 4"
_USER = "FloCA, Section 6.4"
_NOTHING = Counts(0, 0, 0, 0)
STATIC = "static"

_Count = Callable[[DialogueComparison], Counts]


def _share(
    name: str,
    value: Callable[[DialogueComparison], float],
    description: str,
    source: str = _REASONING,
    *,
    sees: Collection[Fault],
    rewards: Collection[Fault] = (),
    higher_is_better: bool = True,
    verdict: bool = True,
) -> Metric:
    """The mean of a value per dialogue, most of which are right or wrong."""
    return _metric(
        name,
        lambda c: Counts.rate(value(c), 1),
        description,
        source,
        precision,
        sees=sees,
        rewards=rewards,
        higher_is_better=higher_is_better,
        verdict=verdict,
    )


def _metric(
    name: str,
    count: _Count,
    description: str,
    source: str,
    statistic: Statistic,
    *,
    sees: Collection[Fault],
    rewards: Collection[Fault] = (),
    bounded: bool = True,
    higher_is_better: bool = True,
    verdict: bool = False,
) -> Metric:
    return Metric(
        f"dialogue/{name}",
        count if name.startswith("inga") else _of_what_was_led(count),
        description,
        source,
        statistic=statistic,
        bounded=bounded,
        higher_is_better=higher_is_better,
        sees=frozenset(sees),
        rewards=frozenset(rewards),
        verdict=verdict,
    )


def _of_what_was_led(count: _Count) -> _Count:
    """The count of a conversation that the agent led; of a static one only the first node is known."""

    def counted(comparison: DialogueComparison) -> Counts:
        if comparison.conversation.ended == STATIC:
            raise MissingPartError("it led no conversation: its outputs answer the reference's turns")
        return count(comparison)

    return counted


def _of_kind(*, root_init: bool) -> _Count:
    def count(comparison: DialogueComparison) -> Counts:
        hit = comparison.initial_node_right
        return Counts.rate(hit, 1) if comparison.root_init is root_init else _NOTHING

    return count


def _under_paper_budget(
    name: str,
    value: Callable[[DialogueComparison], float],
    description: str,
    *,
    sees: Collection[Fault],
    higher_is_better: bool = True,
    verdict: bool = True,
) -> Metric:
    return _share(
        f"{name}_paper_budget",
        lambda c: value(under_paper_budget(c)),
        description,
        "FloCA, Section 6.1",
        sees=sees,
        higher_is_better=higher_is_better,
        verdict=verdict,
    )


def _cost(name: str, value: Callable[[Usage], float], description: str) -> Metric:
    """The mean per dialogue of what the agent's models cost; nothing that is said in it changes with that."""
    return _metric(
        name,
        lambda c: Counts.rate(value(c.usage), 1),
        description,
        "diagramloop",
        precision,
        sees=(),
        bounded=False,
        higher_is_better=False,
    )


def _relation(
    relation: CoverageRelation,
    description: str,
    *,
    sees: Collection[Fault],
    rewards: Collection[Fault] = (),
    higher_is_better: bool,
) -> Metric:
    return _share(
        f"coverage_{relation.value}",
        lambda c: c.relation is relation,
        description,
        _RELATIONS,
        sees=sees,
        rewards=rewards,
        higher_is_better=higher_is_better,
    )


def _diversity(name: str, measure: Callable[[Sequence[str]], float], description: str, *, bounded: bool) -> Metric:
    """The mean over the user's turns, of all dialogues together."""

    def count(comparison: DialogueComparison) -> Counts:
        spoken = [words for words in map(diversity.tokens, comparison.user_texts()) if words]
        return Counts.rate(float(np.sum([measure(words) for words in spoken])), len(spoken))

    return _metric(name, count, description, _USER, precision, bounded=bounded, sees={Fault.WORDS_REPEATED})


_START, _END = {Fault.START_WRONG, Fault.NOTHING}, {Fault.END_WRONG, Fault.NOTHING}
_MORE = {Fault.STEP_INVENTED, Fault.HOP_WRONG}

DIALOGUE_METRICS: tuple[Metric, ...] = (
    _share("inga", lambda c: c.initial_node_right, "initial node right (INGA)", sees=_START),
    _metric("inga_root", _of_kind(root_init=True), "the same where it is the root", _REASONING, precision, sees=_START),
    _metric(
        "inga_middle",
        _of_kind(root_init=False),
        "the same where it is not the root",
        _REASONING,
        precision,
        sees=_START,
    ),
    mean_metric(
        "dialogue/inga_both",
        of=("dialogue/inga_root", "dialogue/inga_middle"),
        description="mean of both, Table 1's Overall",
        source=_REASONING,
        statistic=precision,
        sees=_START,
    ),
    _share("tnga", lambda c: c.terminal_node_right, "terminal node right (TNGA)", sees=_END),
    _share(
        "pca", lambda c: c.path_covered, "true path covered in order (PCA)", sees={*_START, *_END, Fault.STEP_MISSING}
    ),
    _share(
        "nsr",
        lambda c: c.node_stay_redundancy(),
        "turns lost to clarifying (NSR)",
        sees={Fault.TURN_WASTED},
        higher_is_better=False,
        verdict=False,
    ),
    _share(
        "nsr_with_faqs",
        lambda c: c.node_stay_redundancy(with_faqs=True),
        "turns lost to clarifying or spent on knowledge questions",
        "diagramloop",
        sees={Fault.TURN_WASTED},
        rewards={*_MORE, Fault.NOTHING, Fault.STEP_MISSING, Fault.NO_END},  # a share of the turns there are
        higher_is_better=False,
        verdict=False,
    ),
    _share(
        "tr",
        lambda c: c.timed_out,
        "no terminal within the turn budget (TR)",
        sees={Fault.NO_END, Fault.NOTHING},
        higher_is_better=False,
    ),
    _under_paper_budget(
        "tnga", lambda c: c.terminal_node_right, "TNGA within twice the reference's own turns", sees=_END
    ),
    _under_paper_budget(
        "pca",
        lambda c: c.path_covered,
        "PCA within twice the reference's own turns",
        sees={*_START, *_END, Fault.STEP_MISSING},
    ),
    _under_paper_budget(
        "nsr",
        lambda c: c.node_stay_redundancy(),
        "NSR within twice the reference's own turns",
        sees={Fault.TURN_WASTED},
        higher_is_better=False,
        verdict=False,
    ),
    _under_paper_budget(
        "tr",
        lambda c: c.timed_out,
        "no terminal within twice the reference's own turns (TR)",
        sees={Fault.NO_END, Fault.NOTHING},
        higher_is_better=False,
    ),
    _metric(
        "irrelevant_moves",
        lambda c: c.irrelevant_moves(),
        "moves on utterances that answer nothing, share of them",
        "diagramloop",
        precision,
        sees={Fault.IRRELEVANT_MOVE},
        higher_is_better=False,
    ),
    _metric(
        "local_accuracy_single",
        lambda c: c.local_accuracy(multi=False),
        "next hop right after one knowledge question, share of cases",
        _AROUND,
        precision,
        sees=_MORE,
        rewards={Fault.STEP_MISSING},
    ),
    _metric(
        "local_accuracy_multi",
        lambda c: c.local_accuracy(multi=True),
        "next hop right after several knowledge questions, share of cases",
        _AROUND,
        precision,
        sees=_MORE,
        rewards={Fault.STEP_MISSING},
    ),
    _relation(
        CoverageRelation.EXACT,
        "path as it should be",
        sees={*_START, *_END, *_MORE, Fault.STEP_MISSING},
        higher_is_better=True,
    ),
    _relation(CoverageRelation.COVERS, "true path within the predicted", sees=(), rewards=_MORE, higher_is_better=True),
    _relation(
        CoverageRelation.CONTAINED, "predicted path within the true", sees={Fault.STEP_MISSING}, higher_is_better=False
    ),
    _relation(
        CoverageRelation.PARTIAL,
        "paths that overlap",
        sees={Fault.START_WRONG, Fault.END_WRONG},
        higher_is_better=False,
    ),
    _relation(CoverageRelation.DISJOINT, "paths with no node in common", sees={Fault.NOTHING}, higher_is_better=False),
    _diversity("se", diversity.shannon_entropy, "Shannon entropy of the user's words, bits", bounded=False),
    _diversity("ce", diversity.conditional_bigram_entropy, "conditional bigram entropy, bits", bounded=False),
    _diversity("msttr", diversity.mean_segmental_ttr, "mean segmental type-token ratio", bounded=True),
    _diversity("mtld", diversity.mtld, "measure of textual lexical diversity, tokens", bounded=False),
    _diversity("hdd", diversity.hdd, "hypergeometric diversity, types", bounded=False),
    Metric(
        "dialogue/faithfulness",
        _of_what_was_led(lambda c: Counts.rate(c.part("faithfulness"), 1)),
        "user contradicts no reference utterance, judged",
        _USER,
        statistic=precision,
        parts=("faithfulness",),
        sees=frozenset({Fault.CONTRADICTION}),
        verdict=True,
    ),
    _cost("tokens", lambda used: used.tokens, "tokens of the agent's models, read and written, per dialogue"),
    _cost("calls", lambda used: used.calls, "calls of the agent's models, per dialogue"),
    _cost("seconds", lambda used: used.seconds, "seconds of the agent's models when first called, per dialogue"),
)

FAMILY = MetricFamily(Compared.DIALOGUE, DIALOGUE_METRICS)
