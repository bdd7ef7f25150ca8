"""The guide's systems of one's own run through the library, and its configuration composes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pyarrow as pa
import pytest
from installed_package import leave_installed

from assets.machinery import PICTURE, picture, write_rows
from diagramloop.data.sources import Chart, open_source
from diagramloop.engines.answer import AnswerTask, answerer
from diagramloop.engines.attribute import AttributionTask, attributor
from diagramloop.engines.converse import agent
from diagramloop.engines.extract import extractor
from diagramloop.engines.generate import GeneratedImage, generator, prompt_of
from diagramloop.engines.parse import parse
from diagramloop.graph import FlowGraph
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.scores import METRICS, score_pair
from diagramloop.scores.judges import judge_named
from pipelines.compose import compose
from pipelines.project import Project

TEA = read_mermaid("flowchart TD\n a[Fill the kettle] --> b[Boil 2 cups] --> c[Pour it out]")
CHOSEN = (
    "parser=[mine,mine_spotter]",
    *(f"{name}=[mine]" for name in ("generator", "extractor", "attributor", "answerer")),
)


@pytest.fixture
def params(project: Project) -> dict[str, dict]:
    """The configuration with all that is one's own chosen."""
    return compose(project, [*CHOSEN, "agent=[mine]", "source=[mine]", "judge=mine"])


def drawn(options: dict) -> bytes:
    (image,) = generator("mine:Ladder", **options).generate([prompt_of(TEA, "tea")], 0)
    assert isinstance(image, GeneratedImage)
    return image.png


def texts(graph: FlowGraph) -> list[str]:
    return [node.text for node in graph.nodes]


def test_generator_and_parser(examples: Path, params: dict) -> None:
    import mine

    assert params["generators"]["mine"]["make"] == "mine:Ladder"
    assert params["parsers"]["mine"]["make"] == "mine:parse"
    read = mine.parse(drawn(params["generators"]["mine"]["options"]), **params["parsers"]["mine"]["options"])
    assert texts(read) == texts(TEA)
    assert len(read.edges) == 2
    assert not mine.parse(drawn({}), threshold=1.1).edges


def test_answers_made_elsewhere_are_found_by_the_picture(examples: Path, project: Project, tmp_path: Path) -> None:
    import mine

    write_rows(tmp_path, [{"picture": picture(b"picture", "a.png")}], pa.schema([("picture", PICTURE)]))
    mine.hand_out(tmp_path, tmp_path)
    (asked,) = tmp_path.glob("*.png")
    assert asked.read_bytes() == b"picture"
    asked.with_suffix(".mmd").write_text("flowchart TD\n a[Fill it]")
    made = compose(project, ["parser=[kept]", f"parsers.kept.options.folder={tmp_path}"])["parsers"]["kept"]
    assert made["make"] == "mine:kept"
    assert texts(mine.kept(b"picture", **made["options"])) == ["Fill it"]
    with pytest.raises(FileNotFoundError):
        mine.kept(b"another", **made["options"])


def test_one_agent_of_the_parser(examples: Path, params: dict) -> None:
    import mine

    picture = drawn({})
    configured = parse(picture, **params["parsers"]["mine_spotter"]["options"]).graph
    assert texts(configured) == texts(mine.loud(picture)) == [text.upper() for text in texts(TEA)]


def test_extractor(examples: Path, params: dict) -> None:
    graph = extractor(params["extractors"]["mine"]["make"]).extract("Fill it. Boil it!").graph
    assert texts(graph) == ["", "Fill it", "Boil it", ""]
    assert len(graph.edges) == 3


def test_answerer(examples: Path, params: dict) -> None:
    made = answerer(params["answerers"]["mine"]["make"])
    assert made.answer(AnswerTask("1", "What comes first?", TEA)).text == TEA.nodes[0].text


def test_attributor(examples: Path, params: dict) -> None:
    made = attributor(params["attributors"]["mine"]["make"])
    assert made.attribute(AttributionTask("1", TEA, "How much?", "2 cups")).nodes == ("b",)


def test_agent_walks_by_the_words_of_the_edges(examples: Path, params: dict) -> None:
    chart = read_mermaid("flowchart TD\n a{Is it on?} -->|yes| b[Good]\n a -->|no| c[Switch it on]")
    session = agent(params["agents"]["mine"]["make"]).start(chart)
    session.say("It does nothing.")
    assert session.say("No, it is not.").node == "c"


@pytest.mark.parametrize(("chosen", "called"), [("mine", "mine"), ("kitchen", "corpus")])
def test_source(examples: Path, project: Project, tmp_path: Path, root: Path, chosen: str, called: str) -> None:
    shutil.copytree(root / "diagramloop" / "corpus" / "charts" / "code", tmp_path / "charts" / "code")
    read = compose(project, [f"source=[{chosen}]"])["sources"][chosen]["make"]
    charts = [one for one in open_source(read, tmp_path).charts() if isinstance(one, Chart)]
    assert charts
    assert {chart.source for chart in charts} == {called}


def test_metric(examples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import mine

    leave_installed(tmp_path, "theirs", {"diagramloop.metric": {"mine": "mine:SIZES"}})
    monkeypatch.syspath_prepend(str(tmp_path))
    assert list(METRICS)[-1] == mine.SIZE.name
    smaller = read_mermaid("flowchart TD\n a[Fill the kettle]")
    (row,) = score_pair(smaller, TEA, chart="tea", metrics=[mine.SIZE.name])
    assert row.counts is not None
    assert row.counts.precision == pytest.approx(1 / 3)


def test_judge(examples: Path, params: dict) -> None:
    judge = judge_named(params["judge"]["make"], params["judge"]["options"])
    assert judge.alignment("boxes", TEA).value == 1.0
    assert judge.alignment("", TEA).missing
    assert judge.visual_flow(None).value == 0.0
