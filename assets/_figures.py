"""Figures of the page, re-drawn from this run's data: those of the papers, and scores by stratum."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import chain

from assets._confidence_figures import confidence_figures
from assets._extraction_figures import extraction_figures
from assets._given_charts import figures_given
from assets._graphs import from_cell
from assets._scores import STRATA, read_scores
from assets._tool_time_figures import tool_time_figures
from assets.generate import REFERENCES
from assets.human_judgements import AGREEMENT
from assets.machinery import Input, Rows, StageRun
from diagramloop.engines.attribute import Step
from diagramloop.engines.attribute.tool_use import TracedQuestion, calls_by_type, steps_per_question, transitions
from diagramloop.evaluation.attribution import PIXELS
from diagramloop.evaluation.scores import GOLD
from diagramloop.graph.strata import strata
from diagramloop.report import (
    AnyFigure,
    Bar,
    Dot,
    Figure,
    Scatter,
    correlation_figure,
    count_figure,
    density_plot,
    headlines,
    read_rows,
    stratum_figures,
    value_figure,
)
from diagramloop.scores import METRICS, ScoreRow
from diagramloop.scores.correlation import MAX_OBSERVATIONS, values_of
from diagramloop.scores.error_propagation import error_propagation, read_charts, segmentation_iou, word_f1

AGREED = {"Krippendorff's alpha": "alpha", "kappa": "kappa", "ICC": "icc"}  # by what a caption calls them
DIAGRAMEVAL = tuple(name for name in METRICS if name.startswith("diagrameval/"))


def figures(run: StageRun) -> list[AnyFigure]:
    """All figures there is data for."""
    stated = json.loads((run.folder("leaderboard") / STRATA).read_text(encoding="utf-8"))
    board = read_rows((run.folder("leaderboard") / "leaderboard.json").read_text(encoding="utf-8"))
    made: list[AnyFigure] = [*stratum_figures(stated, headlines(board))]
    made += [_charts(source) for name in REFERENCES.split("|") for source in run.inputs.get(name, ())]
    made += _score_statistics(run)
    made += [_human_agreement(judged) for judged in run.inputs.get("human_agreement", ())]
    made += [_judge_stability(judged) for judged in run.inputs.get("judge_stability", ())]
    made += chain.from_iterable(_tool_use(run, attributed) for attributed in run.inputs.get("attributions", ()))
    made += chain.from_iterable(tool_time_figures(timed) for timed in run.inputs.get("tool_times", ()))
    made += chain.from_iterable(_error_propagation(run, s) for s in _of_systems(run, "attribution_scores"))
    return [*made, *confidence_figures(run), *extraction_figures(run)]


def _charts(made: Input) -> Figure:
    """SciFlow-Bench, Figure 3: what the charts, or the figures of papers, of a source are."""
    counted: Counter[tuple[str, str]] = Counter()
    for chart in Rows(made.folder, ["domain", "graph"]):
        counted[chart["domain"] or "no domain", strata(from_cell(chart["graph"])).difficulty.value] += 1
    name = f"Diagrams of {made.key['source']} by domain and difficulty (SciFlow-Bench, Figure 3)"
    return count_figure(name, "domain", dict(sorted(counted.items())))


def _score_statistics(run: StageRun) -> Iterator[AnyFigure]:
    """DiagramEval, Figures 3 and 4, of all generators together, by source and parser."""
    boards: dict[str, dict[str, list[ScoreRow]]] = defaultdict(dict)
    for made in _of_systems(run, "generation_scores"):
        rows = [(data, row) for data, row in read_scores(made.folder) if row.metric in DIAGRAMEVAL]
        for data, row in rows:
            boards[data].setdefault(made.key["generator"], []).append(row)
    for data, systems in boards.items():
        items = sorted({row.chart for rows in systems.values() for row in rows})
        used = set(items[: MAX_OBSERVATIONS // len(systems)])
        values = values_of({name: [row for row in rows if row.chart in used] for name, rows in systems.items()})
        name = f"{data}, {len(systems)} generators, controls among them, on {len(used)} of {len(items)} items"
        if values:
            yield density_plot(f"Densities of the scores: {name} (DiagramEval, Figure 3)", values)
            yield correlation_figure(f"Correlation of the scores: {name} (DiagramEval, Figure 4)", values)


def _of_systems(run: StageRun, scores: str) -> Iterator[Input]:
    """The artifacts of a stage that scores, but for that of the gold."""
    return (made for made in run.inputs.get(scores, ()) if GOLD not in made.key.values())


def _human_agreement(made: Input) -> Figure:
    """DiagramEval, Table 2: each metric with the mean judgement of people."""
    found = json.loads((made.folder / AGREEMENT).read_text(encoding="utf-8"))
    by_metric: dict[str, dict[str, float]] = defaultdict(dict)
    for one in found["correlations"]:
        by_metric[one["metric"]][one["coefficient"]] = one["value"]
    names = ("spearman", "kendall", "pearson")
    rows = [
        (metric, [values[name] for name in names])
        for metric, values in by_metric.items()
        if all(values.get(name) is not None for name in names)
    ]
    judges = found["judges"]
    agree = ", ".join(f"{name} {_share(judges[key])}" for name, key in AGREED.items())
    caption = f"{judges['judges']} judges on {found['board']}, {agree} (DiagramEval, Section 5.4)"
    return value_figure(
        f"Metrics beside human judgement: {made.key['judgements']}, {caption}", ("metric", *names), rows
    )


def _judge_stability(made: Input) -> Figure:
    """SciFlow-Bench, Appendix A.2: the agreement of the judge with itself."""
    rows = list(Rows(made.folder))
    names = ("icc", "kappa", "identical")
    told = [(row["id"], tuple(Bar(row[name], _share(row[name])) for name in names)) for row in rows]
    judges = ", ".join(dict.fromkeys(row["judge"] for row in rows))
    units = ", ".join(f"{row['units']} graphs {row['id']} ({row['unmarked']} without a mark)" for row in rows)
    caption = f"The judge {judges} with itself on {made.key['source']}: {units}"
    return Figure(caption, ("three times", "ICC", "kappa", "the same mark"), tuple(told))


def _share(value: float | None) -> str:
    return "none" if value is None else f"{value:.3f}"


def _tool_use(run: StageRun, made: Input) -> Iterator[Figure]:
    """Follow the Flow, Figures 4 and 8, of one attributor that uses tools."""
    types = {row["id"]: row["type"] for row in Rows(run.like("questions", made).folder, ["id", "type"])}
    traced = [
        TracedQuestion(types[row["question"]], 0, tuple(Step(**step, milliseconds=0.0) for step in trace))
        for row in Rows(made.folder, ["question", "trace"])
        if (trace := json.loads(row["trace"]))
    ]
    if not traced:
        return
    name = f"{made.key['attributor']} on {made.key['source']}"
    by_type = {(found.tool, found.type): found.calls for found in calls_by_type(traced)}
    yield count_figure(f"Calls of each tool by type of question: {name} (Follow the Flow, Figure 8)", "tool", by_type)
    steps = {(str(found.steps), "questions"): found.questions for found in steps_per_question(traced)}
    yield count_figure(f"Steps for a question: {name}", "steps", steps)
    followed = {(f"{t.step}. {t.before} → {t.after}", "questions"): t.questions for t in transitions(traced)}
    yield count_figure(f"What follows what: {name} (Follow the Flow, Figure 4)", "step", followed)


def _error_propagation(run: StageRun, made: Input) -> Iterator[AnyFigure]:
    """Follow the Flow, Table 3 and Figure 6, of one attributor from pixels."""
    rows = zip(Rows(made.folder, ["id", "chart"]), read_scores(made.folder), strict=True)
    scored = [
        (row["chart"], score.counts)
        for row, (_, score) in rows
        if score.metric == "attribution/f1" and not score.missing
        if row["id"].endswith(f"/{PIXELS}")
    ]
    charts = read_charts(_quality(run, made), scored) if scored else []
    if not charts:
        return
    name = f"{made.key['attributor']} on {made.key['source']}"
    header = ("mean IoU of the chart", "IoU", "word F1", "attribution F1")
    bins = [
        (f"{b.low:.3f} to {b.high:.3f} ({b.n} charts)", (b.iou, b.word_f1, b.f1)) for b in error_propagation(charts)
    ]
    yield value_figure(f"How errors of reading spread: {name} (Follow the Flow, Table 3)", header, bins)
    dots = tuple(Dot(chart.id, chart.iou, chart.word_f1, chart.counts.f1) for chart in charts)
    caption = f"Segmentation, words and attribution of each chart: {name} (Follow the Flow, Figure 6)"
    yield Scatter(caption, "segmentation IoU", "word F1", "attribution F1", dots)


def _quality(run: StageRun, made: Input) -> Mapping[str, tuple[float, float]]:
    """By chart, how well the configured parser read its picture: regions and words."""
    settings = run.param("attribute")
    gold = {
        figure["id"]: (figure["chart"], figure["graph"]) for figure in figures_given(run, made, settings, ["graph"])
    }
    found: dict[str, tuple[float, float]] = {}
    for parsed in run.all_like("parsed_figures", made):
        if parsed.key["parser"] == settings["parser"]:
            for row in Rows(parsed.folder, ["id", "graph"]):
                if row["id"] in gold:
                    chart, cell = gold[row["id"]]
                    read, true = from_cell(row["graph"]), from_cell(cell)
                    found[chart] = (segmentation_iou(read, true), word_f1(read, true))
    return found
