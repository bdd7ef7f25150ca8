"""Data sets to the Hub and back: the same items, the same scores, and nothing that may not leave."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import yaml
from hub_server import HubServer

from diagramloop.data.sources import Chart, Dialogue, Document, Question, Rejected
from diagramloop.data.sources.corpus import Corpus
from diagramloop.data.sources.hub import HubFolder
from diagramloop.doors.hub import export_dataset, model_index, pull, push, redistributable
from diagramloop.errors import DiagramloopError, FetchError, RejectionReason
from diagramloop.evaluation._evaluate import evaluate
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.evaluation.rows import LeaderboardRow

datasets = pytest.importorskip("datasets", reason="the extra hub is not installed")
huggingface_hub = pytest.importorskip("huggingface_hub", reason="the extra hub is not installed")
NOT_OURS = "none stated: measure only, do not redistribute"


class Guarded(Corpus):
    """Charts that may be measured on, and nothing else."""

    name = "guarded"
    licence = NOT_OURS


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in the corpus's form: one chart with its questions and dialogues, and one document."""
    folder = tmp_path_factory.mktemp("data") / "small"
    for pattern in ("charts/*/dead-lamp.mmd", "*/*/dead-lamp.json", "documents/everyday/bake_bread.*"):
        for file in shipped_corpus().glob(pattern):
            target = folder / file.relative_to(shipped_corpus())
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read_bytes())
    return folder


@pytest.fixture(scope="module")
def exported(small: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("exported") / "small"
    done = export_dataset(small, out)
    assert done.rejected == {}
    assert done.licences == {"CC-BY-4.0": sum(done.items.values())}
    return out


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    """The client of the Hub speaks to a server on this machine."""
    hub = HubServer()
    served = hub.serve()
    for module in (huggingface_hub.constants, huggingface_hub.hf_api, huggingface_hub.file_download):
        for name in ("ENDPOINT", "HF_ENDPOINT"):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, served.address)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_DISABLE_XET", True, raising=False)
    template = served.address + "/{repo_id}/resolve/{revision}/{filename}"
    monkeypatch.setattr("huggingface_hub.constants.HUGGINGFACE_CO_URL_TEMPLATE", template)
    monkeypatch.setenv("HF_TOKEN", "hf_none")
    yield hub
    served.close()


def test_what_comes_back_is_what_went_out(small: Path, exported: Path) -> None:
    before, after = Corpus(small), HubFolder(exported)
    (chart,), (back,) = before.charts(), after.charts()
    assert isinstance(chart, Chart)
    assert isinstance(back, Chart)
    assert back.picture is not None
    assert back.svg
    assert all(node.box for node in back.graph.nodes)
    titled = back.graph.without_geometry().replace(title=chart.graph.title)  # a drawing shows no title
    assert titled == chart.graph.without_geometry()
    assert replace(back, picture=None, svg="", graph=chart.graph) == chart
    assert list(after.questions()) == list(before.questions()) != []
    assert list(after.documents()) == list(before.documents()) != []
    assert list(after.dialogues()) == list(before.dialogues()) != []
    assert after.faqs(chart.id) == before.faqs(chart.id) != ()
    kinds = (Question, Document, Dialogue)
    for found, kind in zip((after.questions(), after.documents(), after.dialogues()), kinds, strict=True):
        assert all(isinstance(item, kind) for item in found)


def test_it_has_the_same_scores(small: Path, exported: Path) -> None:
    here, there = (evaluate("answer", data, "solver") for data in (small, f"hub={exported}"))
    assert [(row.metric, row.value) for row in here.rows] == [(row.metric, row.value) for row in there.rows]


def test_datasets_reads_it_with_pictures(exported: Path, tmp_path: Path) -> None:
    datasets.disable_progress_bars()
    charts = datasets.load_dataset(str(exported), "charts", split="test", cache_dir=str(tmp_path))
    assert isinstance(charts.features["picture"], datasets.Image)
    assert charts[0]["picture"].size == tuple(json.loads(charts[0]["graph"])["size"])
    questions = datasets.load_dataset(str(exported), "questions", split="test", cache_dir=str(tmp_path))
    assert questions[0]["answers"] == list(next(iter(HubFolder(exported).questions())).answers)
    assert set(questions["licence"]) == {"CC-BY-4.0"}


def test_the_same_data_are_the_same_bytes(small: Path, exported: Path, tmp_path: Path) -> None:
    export_dataset(small, tmp_path / "again" / "small")
    for file in (path for path in exported.rglob("*") if path.is_file()):
        assert (tmp_path / "again" / "small" / file.relative_to(exported)).read_bytes() == file.read_bytes(), file


def test_croissant_describes_the_files_that_are_there(exported: Path) -> None:
    described = json.loads((exported / "croissant.json").read_text())
    for file in described["distribution"]:
        assert hashlib.sha256((exported / file["contentUrl"]).read_bytes()).hexdigest() == file["sha256"]
    for records, file in zip(described["recordSet"], described["distribution"], strict=True):
        columns = [field["source"]["extract"]["column"] for field in records["field"]]
        assert columns == pq.read_schema(exported / file["contentUrl"]).names
    mlcroissant = pytest.importorskip(
        "mlcroissant", reason="to be tried with MLCommons' reader: pip install mlcroissant"
    )
    read = mlcroissant.Dataset(str(exported / "croissant.json"))
    assert len(list(read.records("questions"))) == len(list(HubFolder(exported).questions()))


@pytest.mark.parametrize(
    ("licence", "may"),
    [
        ("CC-BY-4.0", True),
        ("cc0-1.0", True),
        ("Apache-2.0", True),
        ("CC-BY-NC-SA-4.0", True),
        ("CC-BY-ND-4.0", False),
        ("CC-BY-NC-ND-4.0", False),
        (NOT_OURS, False),
        ("that of the charts drawn", False),
        ("CC-BY-4.0 for the charts; the pictures are not ours", False),
        ("MITRE", False),
        ("", False),
    ],
)
def test_what_may_be_redistributed(licence: str, may: bool) -> None:
    assert redistributable(licence) is may


def test_a_push_is_private_and_comes_back(exported: Path, server: HubServer, tmp_path: Path) -> None:
    (exported / "secret.txt").write_text("not of the data set")
    assert "/commit/" in push(exported, "me/small")
    (exported / "secret.txt").unlink()
    (made,) = server.created
    assert (made["name"], made["visibility"], made["type"]) == ("small", "private", "dataset")
    assert set(server.files["me/small"]) == {
        path.relative_to(exported).as_posix() for path in exported.rglob("*") if path.is_file()
    }
    back = pull("me/small", tmp_path / "back")
    assert list(HubFolder(back).questions()) == list(HubFolder(exported).questions())
    push(exported, "me/open", public=True)
    assert server.created[-1]["visibility"] == "public"


def test_what_may_not_be_redistributed_is_not_sent(small: Path, server: HubServer, tmp_path: Path) -> None:
    export_dataset(Guarded(small), tmp_path / "guarded", style="")
    assert "may not be redistributed" in (tmp_path / "guarded" / "README.md").read_text()
    for public in (False, True):
        with pytest.raises(DiagramloopError, match="measure only") as refused:
            push(tmp_path / "guarded", "me/guarded", public=public)
        assert refused.value.reason is RejectionReason.UNSAFE
    assert server.asked == []


def test_one_item_that_may_not_be_is_enough(exported: Path, server: HubServer, tmp_path: Path) -> None:
    folder = tmp_path / "mixed"
    (folder / "questions").mkdir(parents=True)
    (file,) = (exported / "questions").glob("*.parquet")
    rows = pq.read_table(file).to_pylist()
    rows[-1]["licence"] = NOT_OURS
    pq.write_table(pa.Table.from_pylist(rows), folder / "questions" / "test.parquet")
    with pytest.raises(DiagramloopError, match="measure only"):
        push(folder, "me/mixed")
    rows[-1]["licence"] = None
    pq.write_table(pa.Table.from_pylist(rows), folder / "questions" / "test.parquet")
    with pytest.raises(DiagramloopError, match="without a licence"):
        push(folder, "me/mixed")
    assert server.asked == []


def test_a_hub_that_refuses_is_told(exported: Path, server: HubServer, tmp_path: Path) -> None:
    server.refuses = 403
    with pytest.raises(FetchError, match="me/small was not pushed"):
        push(exported, "me/small")
    with pytest.raises(FetchError, match="me/nothing was not fetched"):
        pull("me/nothing", tmp_path / "nothing")
    with pytest.raises(FetchError, match="not pushed"):
        push(exported, "../../etc")


def test_rows_that_are_not_as_they_should_be_are_rejected(exported: Path, tmp_path: Path) -> None:
    (file,) = (exported / "charts").glob("*.parquet")
    (good,) = pq.read_table(file).to_pylist()
    bad: list[dict[str, Any]] = [
        {"id": "../up"},
        {"id": "b", "graph": "{}"},
        {"id": "c", "licence": ""},
        {"id": good["id"]},
    ]
    (tmp_path / "charts").mkdir()
    pq.write_table(pa.Table.from_pylist([good, *({**good, **row} for row in bad)]), tmp_path / "charts" / "a.parquet")
    found = list(HubFolder(tmp_path).charts())
    assert [type(item) for item in found] == [Chart] + [Rejected] * 4
    with pytest.raises(DiagramloopError) as absent:
        list(HubFolder(tmp_path).documents())
    assert absent.value.reason is RejectionReason.UNSUPPORTED
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "a.parquet").write_bytes(b"PAR1 and nothing")
    with pytest.raises(DiagramloopError) as broken:
        list(HubFolder(tmp_path).documents())
    assert broken.value.reason is RejectionReason.UNREADABLE


def test_a_folder_with_files_is_left_as_it_is(small: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(DiagramloopError, match="has files in it"):
        export_dataset(small, tmp_path)
    with pytest.raises(DiagramloopError, match="no style"):
        export_dataset(small, tmp_path / "new", style="loud")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


ROWS = (
    LeaderboardRow("answers", "corpus/graph", "solver", "answer/lenient", 0.25, 0.2, 0.3, 41, items=197, scored=197),
    LeaderboardRow("answers", "corpus/graph", "solver", "answer/exact", None, None, None, 0, "no weights", items=197),
    LeaderboardRow("parsing", "corpus/mono", "hmas: 'ours'", "edge_f1", 0.9, None, None, 41, items=41, scored=41),
)


def test_results_are_read_by_the_hubs_own_reader() -> None:
    index = yaml.safe_load(model_index(ROWS))["model-index"]
    read = [huggingface_hub.repocard_data.model_index_to_eval_results([model]) for model in index]
    assert [name for name, _ in read] == ["solver", "hmas: 'ours'"]
    found = [(one.dataset_name, one.metric_type, one.metric_value) for _, results in read for one in results]
    assert found == [("corpus/graph", "answer/lenient", 0.25), ("corpus/mono", "edge_f1", 0.9)]
