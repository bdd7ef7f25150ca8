"""The stages of the group training: pages drawn once, weights with their record, and what a broken run had done."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tiny_training import TINY
from whole_plan import run_plan

from assets.machinery import Input, ItemRunner, Rows, StageReport, StageRun
from assets.training import check_training, trained, training_sets
from diagramloop.engines.training.page_set import page_of_row, things_of_set
from diagramloop.errors import DiagramloopError

BOXES = {"make": "drawn_pages:page_of_two_charts"}
SET = {
    "make": "diagramloop.engines.training.page_set:page_of_set",
    "options": {"folder": "{set}"},
    "licence": "CC BY 4.0",
}
NODE: dict[str, Any] = {
    "pages": {"sources": {"boxes": BOXES}, "train": 3, "validation": 2},
    "settings": {**TINY, "sources": {"set": SET, "boxes": BOXES}},
}


def sets_in(folder: Path) -> Path:
    out = folder / "sets"
    out.mkdir(parents=True)
    items = ItemRunner("training_sets@small", folder / "sets.sqlite", "v1")
    run = StageRun({"network": "small"}, {"training.small.pages": NODE["pages"]}, {}, None, out, items)
    report = training_sets.body(run)
    assert (report.items, report.done) == (5, 5)
    return out


def weights_in(folder: Path, pages: Path, code: str = "v1") -> tuple[Path, StageReport]:
    out = folder / f"weights-{code}"
    out.mkdir(parents=True, exist_ok=True)
    items = ItemRunner("trained@small", folder / "trained@small.sqlite", code)
    inputs = {"training_sets": (Input({"network": "small"}, pages),)}
    params = {"training.small.settings": NODE["settings"]}
    return out, trained.body(StageRun({"network": "small"}, params, inputs, None, out, items))


def test_a_set_has_its_pages_with_truth_and_fingerprints(tmp_path: Path) -> None:
    out = sets_in(tmp_path)
    rows = list(Rows(out))
    assert [row["split"] for row in rows] == ["train"] * 3 + ["validation"] * 2
    assert len({row["fingerprint"] for row in rows}) == 5
    assert all(page_of_row(row).nodes.shape == (2, 5) for row in rows)
    assert {"chart-1", "chart-2"} < set(things_of_set(str(out)))


def test_every_page_is_the_same_when_it_is_drawn_again(tmp_path: Path) -> None:
    one, two = (sets_in(tmp_path / name) for name in ("one", "two"))
    assert [path.read_bytes() for path in sorted(one.iterdir())] == [
        path.read_bytes() for path in sorted(two.iterdir())
    ]


@pytest.mark.parametrize(
    ("node", "told"),
    [
        ({"pages": {**NODE["pages"], "train": 0}}, "settings of a set of pages: train"),
        ({"settings": {**NODE["settings"], "step": 3}}, "settings of a training: step"),
        ({"settings": {**NODE["settings"], "sources": {"set": {**SET, "options": {}}}}}, "'set' cannot be asked"),
    ],
)
def test_mistakes_are_told_before_anything_runs(node: dict[str, Any], told: str) -> None:
    check_training(NODE)
    with pytest.raises(DiagramloopError, match=told):
        check_training({**NODE, **node})


def test_validation_is_as_varied_as_what_is_trained_on() -> None:
    varied = {**SET, "options": {**SET["options"], "varied_px": 64}}
    _, settings = check_training({**NODE, "settings": {**NODE["settings"], "sources": {"set": varied, "boxes": BOXES}}})
    told = {name: source.options for name, source in (settings.validation_sources or {}).items()}
    assert told == {"set": {"folder": "{set}", "split": "validation", "varied_px": 64}}
    _, settings = check_training({**NODE, "settings": {**NODE["settings"], "sources": {"boxes": BOXES}}})
    assert [source.options["split"] for source in settings.for_validation.values()] == ["validation"]


class TestWithTorch:
    @pytest.fixture(autouse=True)
    def _torch(self) -> None:
        for package in ("torch", "onnx"):
            pytest.importorskip(package, reason="the training extra is not installed")

    def test_weights_carry_what_they_were_made_of_and_the_same_bytes_come_again(self, tmp_path: Path) -> None:
        pages = sets_in(tmp_path)
        out, report = weights_in(tmp_path / "one", pages)
        assert (report.items, report.done) == (8, 8)
        assert {"loss", "iou_head", "box_f1"} <= report.figures.keys()
        record = json.loads((out / "small.json").read_text())
        assert str(tmp_path) not in json.dumps(record)
        assert record["settings"]["sources"]["set"]["options"]["folder"] == "{set}"
        lineage = json.loads((out / "small.lineage.json").read_text())
        assert set(lineage["things"]) == set(things_of_set(str(pages)))
        again, _ = weights_in(tmp_path / "two", pages)
        for path in out.iterdir():
            assert (again / path.name).read_bytes() == path.read_bytes(), path.name

    def test_a_run_that_broke_goes_on_and_other_code_begins_anew(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from diagramloop.engines.training import release

        pages = sets_in(tmp_path)
        with monkeypatch.context() as patch:
            patch.setattr(release, "write_quantised", _breaks)
            with pytest.raises(OSError, match="broken"):
                weights_in(tmp_path, pages)
        (kept,) = (tmp_path / "trained@small").iterdir()
        before = {path: path.stat().st_mtime_ns for path in kept.glob("checkpoints/*/*")}
        weights_in(tmp_path, pages)
        assert before == {path: path.stat().st_mtime_ns for path in kept.glob("checkpoints/*/*")}
        weights_in(tmp_path, pages, code="v2")
        assert kept not in set((tmp_path / "trained@small").iterdir())

    @pytest.mark.long
    def test_the_shipped_tiny_network_is_trained_by_its_experiment(self, tmp_path: Path) -> None:
        made = run_plan(["experiment=training", "training=[ink_tiny]", "source=[]", "parser=[]"], tmp_path)
        out, report = made["trained@ink_tiny"]
        curve = [json.loads(line) for line in (out / "curves.jsonl").read_text().splitlines()]
        losses = [line["loss"] for line in curve if line["of"] == "train"]
        assert losses[-1] < 0.6 * losses[0]
        assert report.done == 60


def _breaks(*_: object) -> None:
    raise OSError("broken")
