"""Answer scores: what was said beside the answers that are accepted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial

from assets._given_charts import figures_given, unread
from assets._graphs import from_cell
from assets._scores import GOLD, link, score_rows, scored, with_outcomes
from assets.machinery import Row, StageReport, StageRun, made_of, stage
from diagramloop.answer import ANSWERERS
from diagramloop.errors import Cause
from diagramloop.evaluation.answering import SHOWN, TASK, AnswerItem, all_metrics
from diagramloop.evaluation.attribution import PIXELS
from diagramloop.evaluation.lineage import Lineage, chart_fingerprint, lineages_of
from diagramloop.evaluation.outcome import Link


@stage(
    group="score",
    inputs=("charts", "questions", "styled_figures"),
    matrix={"source": "sources[questions]"},
    params=("answer", "score"),
)
def gold_answer_scores(run: StageRun) -> StageReport:
    """The control row: the preferred answer to every question, scored as if a system had said it."""
    asked = list(_asked(run))
    return _scored(run, asked, {item["id"]: item["accepted"][0] for item in asked}, GOLD, ())


@stage(
    group="score",
    inputs=("charts", "questions", "styled_figures", "parsed_figures", "answers", "tuned"),
    matrix={"source": "sources[questions]", "answerer": "answerers"},
    params=("answer", "score", *made_of("answerers.{answerer}")),
)
def answer_scores(run: StageRun) -> StageReport:
    """Answers of one answerer, beside the accepted ones."""
    said = {row["id"]: row["answer"] for row in run.rows("answers", ["id", "answer"])}
    asked = list(_asked(run))
    refused = unread(run, asked, run.param("answer"))
    failed = {id: refusal for id, refusal in refused.items() if refusal.reason.cause is not Cause.ITEM}
    links = (Link("parsed_figures", failed, answers=False), link(run, "answers"))
    system = run.system("answerers.{answerer}")
    lineages = lineages_of(ANSWERERS, system["make"], system["options"])
    return _scored(run, asked, said, run.key["answerer"], links, lineages)


def score(item: Row) -> list[Row]:
    """The score rows of one question."""
    question = AnswerItem(
        **{name: item[name] for name in ("id", "data", "chart", "type", "domain")},
        graph=from_cell(item["chart_graph"]),
        accepted=tuple(item["accepted"]),
    )
    return score_rows(item, question, str, all_metrics())


def _scored(
    run: StageRun,
    asked: Sequence[Row],
    said: Mapping[str, str],
    system: str,
    links: Sequence[Link],
    lineages: Sequence[Lineage] | None = None,
) -> StageReport:
    before = [link(run, name, answers=False) for name in ("charts", "questions")]
    boards = [f"{run.key['source']}/{view}" for view in run.param("answer")["views"]]
    items = list(with_outcomes(asked, said, [*before, *links]))
    fingerprint = cache(lambda graph: [chart_fingerprint(from_cell(graph))])  # of many questions each
    report = partial(scored, run, score, items, {}, task=TASK, system=system, shown=SHOWN)
    return report(boards=boards, links=before, lineages=lineages, things=lambda item: fingerprint(item["chart_graph"]))


def _asked(run: StageRun) -> Iterator[Row]:
    """Every question as it was put: on its chart's graph, and on its picture where there is one."""
    charts = {row["id"]: row for row in run.rows("charts", ["id", "graph", "domain"])}
    questions = list(run.rows("questions", ["id", "chart", "type", "answers"]))
    for view in run.param("answer")["views"]:
        given = _pictured(run) if view == PIXELS else charts.keys()
        for question in questions:
            if question["chart"] in given:
                yield {
                    "id": f"{question['id']}/{view}",
                    "data": f"{run.key['source']}/{view}",
                    "view": view,
                    **{name: question[name] for name in ("chart", "type")},
                    "domain": charts[question["chart"]]["domain"],
                    "chart_graph": charts[question["chart"]]["graph"],
                    "accepted": question["answers"],
                }


def _pictured(run: StageRun) -> frozenset[str]:
    """Charts with a picture that was given."""
    figures = figures_given(run, run.inputs["questions"][0], run.param("answer"))
    return frozenset(figure["chart"] for figure in figures)
