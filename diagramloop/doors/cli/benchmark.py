"""``diagramloop benchmark``: a benchmark of attribution from charts and questions alone, step by step."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from diagramloop.data.sources import open_source
from diagramloop.doors.cli._address import HOST, PORT, Host, Port
from diagramloop.doors.cli._complaints import complain, one_line_errors
from diagramloop.doors.cli._model_options import SERVER, BaseUrl, Calls, Options, Settings, configured
from diagramloop.doors.cli._results import check_writable, write_result, write_stdout
from diagramloop.render import Style
from diagramloop.render.engines import ENGINES, STANDARD

if TYPE_CHECKING:
    from diagramloop.engines.attribute.benchmark import Asked, Dropped, KeptLabel
    from diagramloop.scores.annotation import AnnotationStore

LABELS, ANNOTATIONS, SELECTION, DATA_SET = "labels.jsonl", "annotations.jsonl", "selection.json", "dataset"

benchmark = typer.Typer(
    name="benchmark",
    help="Build a benchmark of attribution from charts and questions (Follow the Flow, Section 4).\n\n"
    "The steps: `label` by a model, `annotate` by people, `agree`, `select`, `export`. All take the same data set and "
    "the same folder of work. Each can be stopped and goes on, and prints a JSON line for everything that it dropped.",
    rich_markup_mode="markdown",
    no_args_is_help=True,
)

SourceName = Annotated[
    str, typer.Argument(help="A data set: corpus (the form of one's own, too), or package.module:Class.")
]
Root = Annotated[Path, typer.Argument(help="Its folder.", exists=True, file_okay=False)]
Work = Annotated[Path, typer.Option("--work", "-w", help="Folder of labels, annotations, choice and data set.")]
WORK = Path("benchmark")


class Look(StrEnum):
    """Pictures of a benchmark; ``mixed`` gives each chart one of the four styles."""

    MIXED = "mixed"
    SINGLE = "single"
    MULTI = "multi"
    DEFAULT = "default"
    MONO = "mono"
    ORIGINAL = "original"


@benchmark.command()
def label(
    source: SourceName,
    root: Root,
    model: Annotated[str, typer.Option("--model", help="Language model, as its server calls it.")],
    base_url: BaseUrl = SERVER,
    calls: Calls = None,
    option: Options = None,
    setting: Settings = None,
    work: Work = WORK,
) -> None:
    """Have a model label every question first (Section 4.3, Step 1), for people to check.

    Each label is kept as it comes: a run that was stopped goes on. The exit code is 1 if not one question has a label.
    """
    from diagramloop.engines.attribute.benchmark import LabelLog
    from diagramloop.engines.attribute.labelling import AutomaticLabels

    with one_line_errors("benchmark label"):
        asked, log = _asked(source, root), LabelLog(work / LABELS)
        tally, dropped = Counter[str](), list(asked.dropped)
        _tell(dropped)
        configuration = configured(model, base_url, calls, option, setting) or {}
        for labelled in log.label(asked, AutomaticLabels(configuration)):
            if labelled.dropped is None:
                tally["new" if labelled.new else "kept"] += 1
            else:
                dropped.append(labelled.dropped)
                _tell([labelled.dropped])
        _end("label", dropped, labelled=tally.total(), new=tally["new"], file=str(work / LABELS))
    _something("label", tally.total(), "no question has a label")


@benchmark.command()
def annotate(
    source: SourceName,
    root: Root,
    work: Work = WORK,
    blind: Annotated[bool, typer.Option("--blind", help="Do not show the model's labels.")] = False,
    host: Host = HOST,
    port: Port = PORT,
) -> None:
    """Serve the page on which people confirm or mend labels, question by question (Section 4.3, Step 2).

    A question is done with nodes, or the word that there are none, and a whole rubric; what is begun is in the log.
    Several people may annotate at once, each under a name of their own; the page shows how far they agree.
    """
    from diagramloop.doors.serve import AnnotationPage, require_server, serve
    from diagramloop.engines.attribute.benchmark import LabelLog

    with one_line_errors("benchmark annotate"):
        asked, log = _asked(source, root), work / ANNOTATIONS
        require_server()
        labels = {} if blind else LabelLog(work / LABELS).labels(asked)
        page = AnnotationPage(asked.charts.values(), asked.questions.values(), log, labels)
        _tell(asked.dropped)
        _end("annotate", asked.dropped, questions=len(asked.questions), labels=len(labels), file=str(log))
        _something("annotate", len(asked.questions), "there is no question to annotate")
        work.mkdir(parents=True, exist_ok=True)
        check_writable(log)
        serve(page.routes(), host, port=port)


@benchmark.command()
def agree(source: SourceName, root: Root, work: Work = WORK) -> None:
    """Print how far people agree with each other and with the model: Cohen's kappa (Section 4.3, Step 2).

    A line for each pair: kappa over all pick-or-not decisions, and the share of questions with the same set of nodes.
    """
    from diagramloop.engines.attribute.benchmark import agreements

    with one_line_errors("benchmark agree"):
        asked = _asked(source, root)
        pairs = agreements(_store(asked, work), _labels(asked, work))
        for pair in pairs:
            _print(asdict(pair))
    _something(
        "agree",
        sum(pair.questions for pair in pairs),
        "it takes two annotators, or one and a model's labels, with a question in common",
    )


@benchmark.command()
def select(
    source: SourceName,
    root: Root,
    work: Work = WORK,
    size: Annotated[int, typer.Option("--size", "-n", min=1, help="Questions at most.")] = 1238,
) -> None:
    """Choose the questions that take several steps, evenly over domains and types (Section 4.3, Step 3).

    Questions on the number of all nodes or edges are left out, and those that attribute a whole chart; then each
    chart's question of highest agreement is taken, then further ones of the rarest domains and types.
    """
    from diagramloop.engines.attribute.benchmark import select_questions

    with one_line_errors("benchmark select"):
        asked = _asked(source, root)
        automatic = {id: label.nodes for id, label in _labels(asked, work).items()}
        chosen = select_questions(asked, _store(asked, work), automatic, size)
        dropped = [*asked.dropped, *chosen.dropped]
        work.mkdir(parents=True, exist_ok=True)
        write_result(work / SELECTION, chosen.to_json().encode())
        _tell(dropped)
        concur = sum(candidate.concur for candidate in chosen.chosen)
        _end("select", dropped, chosen=len(chosen.chosen), concur=concur, file=str(work / SELECTION))
    _something("select", len(chosen.chosen), "no question is left")


Everything = Annotated[bool, typer.Option("--all", help="Every annotated question, not the chosen ones.")]


@benchmark.command()
def export(
    source: SourceName,
    root: Root,
    work: Work = WORK,
    everything: Everything = False,
    style: Annotated[Look, typer.Option("--style", "-s", help="Of the pictures.")] = Look.MIXED,
    seed: Annotated[int, typer.Option("--seed", help="Of the choice of colours.")] = 0,
    engine: Annotated[str, typer.Option("--engine", help=f"That draws: {', '.join(ENGINES)}.")] = STANDARD,
) -> None:
    """Write the benchmark: questions, people's nodes, and the charts' pictures in the styles (Section 4.2).

    Where annotators differ, the choice with more rubric points stands. The folder is in FlowExplainBench's form:
    `diagramloop evaluate attribute -d flowexplainbench=FOLDER -s NAME` makes a row on it.
    """
    from diagramloop.engines.attribute.benchmark import Looks, agreements, build, read_selection, write_record

    with one_line_errors("benchmark export"):
        asked, folder = _asked(source, root), work / DATA_SET
        store, chosen = _store(asked, work), None if everything else read_selection(work / SELECTION)
        looks = Looks(tuple(Style) if style is Look.MIXED else (style.value,), seed, engine)
        built = build(folder, asked, store, looks, chosen)
        write_record(folder, looks, built, agreements(store, _labels(asked, work)))
        _tell(built.dropped)
        styles = dict(sorted(Counter(built.styles.values()).items()))
        _end("export", built.dropped, questions=len(built.questions), pictures=styles, folder=str(folder))
    _something("export", len(built.questions), "no question was annotated with nodes")


def _asked(source: str, root: Path) -> Asked:
    from diagramloop.engines.attribute.benchmark import Asked

    return Asked.of(open_source(source, root))


def _store(asked: Asked, work: Path) -> AnnotationStore:
    from diagramloop.scores.annotation import AnnotationStore

    return AnnotationStore(work / ANNOTATIONS, asked.offered)


def _labels(asked: Asked, work: Path) -> dict[str, KeptLabel]:
    from diagramloop.engines.attribute.benchmark import LabelLog

    return LabelLog(work / LABELS).labels(asked)


def _tell(dropped: Iterable[Dropped]) -> None:
    """A line for each thing that a step went on without."""
    for item in dropped:
        _print({"dropped": item.id, "what": item.what, "reason": item.reason, "detail": item.detail})


def _end(step: str, dropped: Iterable[Dropped], **figures: object) -> None:
    """The last line of a step: what it made, and how many things it dropped for each reason."""
    reasons = Counter(f"{item.what} {item.reason}" for item in dropped)
    _print({"step": step, **figures, "dropped": dict(sorted(reasons.items()))})


def _print(row: dict[str, Any]) -> None:
    write_stdout(json.dumps(row, ensure_ascii=False).encode("utf-8", "replace"), ".json")


def _something(step: str, count: int, missing: str) -> None:
    """Ends with exit code 1 where a step made nothing: that is no success."""
    if not count:
        complain(f"benchmark {step}", missing)
        raise typer.Exit(1)
