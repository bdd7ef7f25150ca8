"""The metrics of dialogues along flowcharts, declared. Each is a mean over dialogues but where it says otherwise."""

from __future__ import annotations

from diagramloop.scores import diversity
from diagramloop.scores.counts import Counts, precision
from diagramloop.scores.coverage_relations import CoverageRelation
from diagramloop.scores.dialogue_columns import (
    AROUND,
    REASONING,
    USER,
    cost,
    coverage,
    metric,
    of_kind,
    of_what_was_led,
    share,
    within_paper_budget,
    words,
)
from diagramloop.scores.faults import Fault
from diagramloop.scores.metric import Compared, Metric, MetricFamily, mean_metric

_START, _END = {Fault.START_WRONG, Fault.NOTHING}, {Fault.END_WRONG, Fault.NOTHING}
_MORE = {Fault.STEP_INVENTED, Fault.HOP_WRONG}

DIALOGUE_METRICS: tuple[Metric, ...] = (
    share("inga", lambda c: c.initial_node_right, "initial node right (INGA)", sees=_START),
    metric("inga_root", of_kind(root_init=True), "the same where it is the root", REASONING, precision, sees=_START),
    metric(
        "inga_middle",
        of_kind(root_init=False),
        "the same where it is not the root",
        REASONING,
        precision,
        sees=_START,
    ),
    mean_metric(
        "dialogue/inga_both",
        of=("dialogue/inga_root", "dialogue/inga_middle"),
        description="mean of both, Table 1's Overall",
        source=REASONING,
        statistic=precision,
        sees=_START,
    ),
    share("tnga", lambda c: c.terminal_node_right, "terminal node right (TNGA)", sees=_END),
    share(
        "pca", lambda c: c.path_covered, "true path covered in order (PCA)", sees={*_START, *_END, Fault.STEP_MISSING}
    ),
    share(
        "nsr",
        lambda c: c.node_stay_redundancy(),
        "turns lost to clarifying (NSR)",
        sees={Fault.TURN_WASTED},
        higher_is_better=False,
        verdict=False,
    ),
    share(
        "nsr_with_faqs",
        lambda c: c.node_stay_redundancy(with_faqs=True),
        "turns lost to clarifying or spent on knowledge questions",
        "diagramloop",
        sees={Fault.TURN_WASTED},
        rewards={*_MORE, Fault.NOTHING, Fault.STEP_MISSING, Fault.NO_END},  # a share of the turns there are
        higher_is_better=False,
        verdict=False,
    ),
    share(
        "tr",
        lambda c: c.timed_out,
        "no terminal within the turn budget (TR)",
        sees={Fault.NO_END, Fault.NOTHING},
        higher_is_better=False,
    ),
    within_paper_budget(
        "tnga", lambda c: c.terminal_node_right, "TNGA within twice the reference's own turns", sees=_END
    ),
    within_paper_budget(
        "pca",
        lambda c: c.path_covered,
        "PCA within twice the reference's own turns",
        sees={*_START, *_END, Fault.STEP_MISSING},
    ),
    within_paper_budget(
        "nsr",
        lambda c: c.node_stay_redundancy(),
        "NSR within twice the reference's own turns",
        sees={Fault.TURN_WASTED},
        higher_is_better=False,
        verdict=False,
    ),
    within_paper_budget(
        "tr",
        lambda c: c.timed_out,
        "no terminal within twice the reference's own turns (TR)",
        sees={Fault.NO_END, Fault.NOTHING},
        higher_is_better=False,
    ),
    metric(
        "asked_again",
        lambda c: c.asked_again(),
        "turns that only ask once more, share of the agent's turns",
        "diagramloop",
        precision,
        sees={Fault.TURN_WASTED},
        higher_is_better=False,
    ),
    metric(
        "wrong_guesses",
        lambda c: c.wrong_guesses(),
        "guesses after asking in vain that leave the true way, share of the agent's turns",
        "diagramloop",
        precision,
        sees=(),
        higher_is_better=False,
    ),
    metric(
        "irrelevant_moves",
        lambda c: c.irrelevant_moves(),
        "moves on utterances that answer nothing, share of them",
        "diagramloop",
        precision,
        sees={Fault.IRRELEVANT_MOVE},
        higher_is_better=False,
    ),
    metric(
        "local_accuracy_single",
        lambda c: c.local_accuracy(multi=False),
        "next hop right after one knowledge question, share of cases",
        AROUND,
        precision,
        sees=_MORE,
        rewards={Fault.STEP_MISSING},
    ),
    metric(
        "local_accuracy_multi",
        lambda c: c.local_accuracy(multi=True),
        "next hop right after several knowledge questions, share of cases",
        AROUND,
        precision,
        sees=_MORE,
        rewards={Fault.STEP_MISSING},
    ),
    coverage(
        CoverageRelation.EXACT,
        "path as it should be",
        sees={*_START, *_END, *_MORE, Fault.STEP_MISSING},
        higher_is_better=True,
    ),
    coverage(CoverageRelation.COVERS, "true path within the predicted", sees=(), rewards=_MORE, higher_is_better=True),
    coverage(
        CoverageRelation.CONTAINED, "predicted path within the true", sees={Fault.STEP_MISSING}, higher_is_better=False
    ),
    coverage(
        CoverageRelation.PARTIAL,
        "paths that overlap",
        sees={Fault.START_WRONG, Fault.END_WRONG},
        higher_is_better=False,
    ),
    coverage(CoverageRelation.DISJOINT, "paths with no node in common", sees={Fault.NOTHING}, higher_is_better=False),
    words("se", diversity.shannon_entropy, "Shannon entropy of the user's words, bits", bounded=False),
    words("ce", diversity.conditional_bigram_entropy, "conditional bigram entropy, bits", bounded=False),
    words("msttr", diversity.mean_segmental_ttr, "mean segmental type-token ratio", bounded=True),
    words("mtld", diversity.mtld, "measure of textual lexical diversity, tokens", bounded=False),
    words("hdd", diversity.hdd, "hypergeometric diversity, types", bounded=False),
    Metric(
        "dialogue/faithfulness",
        of_what_was_led(lambda c: Counts.rate(c.part("faithfulness"), 1)),
        "user contradicts no reference utterance, judged",
        USER,
        statistic=precision,
        parts=("faithfulness",),
        sees=frozenset({Fault.CONTRADICTION}),
        verdict=True,
    ),
    cost("tokens", lambda used: used.tokens, "tokens of the agent's models, read and written, per dialogue"),
    cost("calls", lambda used: used.calls, "calls of the agent's models, per dialogue"),
    cost("seconds", lambda used: used.seconds, "seconds of the agent's models when first called, per dialogue"),
)

FAMILY = MetricFamily(Compared.DIALOGUE, DIALOGUE_METRICS)
