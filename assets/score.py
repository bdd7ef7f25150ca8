"""Score: what every parser read beside what was drawn, figure by figure, and what that sums up to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from assets._canaries import canary_note
from assets._graphs import from_cell
from assets._scores import GOLD, link, score_rows, scored, with_outcomes
from assets.machinery import Row, StageReport, StageRun, made_of, stage
from diagramloop.engines.parse.reading import PARSERS
from diagramloop.evaluation.lineage import Lineage, chart_fingerprint, lineages_of
from diagramloop.evaluation.outcome import Link
from diagramloop.evaluation.parsing import SHOWN, TASK, ParsingItem, all_metrics
from diagramloop.scores import TextSimilarity, similarity_named
from diagramloop.scores.similarity import first_at_hand


@stage(
    group="score",
    inputs=("charts", "styled_figures"),
    matrix={"source": "sources[figures|pictures]"},
    params=("score",),
)
def gold_scores(run: StageRun) -> StageReport:
    """The control row: the gold of every styled figure, scored as if a system had read it."""
    figures = _figures(run)
    return _scored(run, figures, {figure["id"]: figure["gold"] for figure in figures}, GOLD, ())


@stage(
    group="score",
    inputs=("charts", "styled_figures", "parsed_figures", "tuned"),
    matrix={"source": "sources[figures|pictures]", "parser": "parsers"},
    params=("score", *made_of("parsers.{parser}")),
)
def parsing_scores(run: StageRun) -> StageReport:
    """Graphs that one parser read from the styled figures, beside what was drawn."""
    read = {row["id"]: row["graph"] for row in run.rows("parsed_figures", ["id", "graph"])}
    links = (link(run, "parsed_figures"),)
    system = run.system("parsers.{parser}")
    lineages = lineages_of(PARSERS, system["make"], system["options"])
    note = canary_note(run.folder("parsed_figures"))
    return _scored(run, _figures(run), read, run.key["parser"], links, lineages, note)


def score(item: Row, metrics: Sequence[str], similarity: str, families: Mapping[str, str]) -> list[Row]:
    """The score rows of one picture."""
    same = {name: item[name] for name in ("id", "data", "chart", "domain")}
    picture = ParsingItem(
        **same,
        gold=from_cell(item["gold"]),
        similarity=text_similarity(similarity),
        families={family: text_similarity(name) for family, name in families.items()},
    )
    return score_rows(item, picture, from_cell, metrics)


def comparing(run: StageRun) -> dict[str, Any]:
    """Return the text similarities by name: of several that a family may have, the first that is on this machine."""
    chosen = run.param("score")
    named = {family: [names] if isinstance(names, str) else names for family, names in chosen["families"].items()}
    families = {family: first_at_hand(names) if len(names) > 1 else names[0] for family, names in named.items()}
    return {"similarity": chosen["similarity"], "families": families}


@lru_cache(maxsize=8)
def text_similarity(name: str) -> TextSimilarity:
    """Made once in each process: its weights are loaded once."""
    return similarity_named(name)


def _figures(run: StageRun) -> list[Row]:
    return [
        {**figure, "gold": figure.pop("graph")}
        for figure in run.with_gold("styled_figures", ["id", "data", "chart", "domain", "graph"])
    ]


def _scored(
    run: StageRun,
    figures: list[Row],
    read: Mapping[str, str],
    system: str,
    links: Sequence[Link],
    lineages: Sequence[Lineage] | None = None,
    note: str = "",
) -> StageReport:
    options = {"metrics": list(all_metrics()), **comparing(run)}
    before = [link(run, name, answers=False) for name in ("charts", "styled_figures")]
    return scored(
        run,
        score,
        list(with_outcomes(figures, read, [*before, *links])),
        options,
        task=TASK,
        system=system,
        shown=SHOWN,
        boards=() if figures else (run.key["source"],),
        links=before,
        lineages=lineages,
        things=lambda figure: [chart_fingerprint(from_cell(figure["gold"]))],
        note=note,
    )
