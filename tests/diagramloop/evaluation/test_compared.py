"""Boards held beside each other: like rows by their paired difference, and no mix of unlike ones."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.board_items import RowItems, read_items, write_items
from diagramloop.evaluation.board_places import board_at, rows_at
from diagramloop.evaluation.comparability import item_hash
from diagramloop.evaluation.compared import NOT_KNOWN, Board, compared
from diagramloop.evaluation.extraction import ExtractionItem
from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.report import write_rows
from diagramloop.scores import METRICS, diagrameval, sciflow
from diagramloop.scores.counts import f1, precision, recall
from diagramloop.scores.planted_faults import _fingerprint, fingerprint
from diagramloop.scores.planted_faults._fingerprint import fingerprint_of
from diagramloop.scores.registry import comparison_of

KEY = ("parsing", "board", "mine")
MIXES = 20  # of each of five kinds
METRIC = "edge_f1"
CHART = "flowchart TD; a[Boil {}] --> b[Pour]"


def board(items: RowItems, measured_by: str = "lexical") -> Board:
    return Board([LeaderboardRow(*KEY, METRIC, 0.5, 0.4, 0.6, 9, measured_by=measured_by)], {KEY: items})


def items(limit: int = 30, split: str = "all", seed: int = 0, names: str = "c") -> RowItems:
    """Items of a source of which a limit and a split decide how many there are, and which."""
    chosen = [at for at in range(60) if split == "all" or (at % 2 == 0) == (split == "dev")][:limit]
    chance = np.random.default_rng(seed)
    counts = {f"{names}{at}": (hit, 10, hit, 10) for at in chosen for hit in [int(chance.integers(3, 10))]}
    hashes = {id: item_hash(ExtractionItem(id, "board", read_mermaid(CHART.format(id)))) for id in counts}
    settings = {"sources.s": {"limit": limit, "options": {"split": split}}, "render": {"scale": 2.0}}
    return RowItems({id: id for id in counts}, hashes, {METRIC: counts}, {METRIC: fingerprint(METRIC)}, settings)


def other_items(chance: Random) -> Board:
    changed, id = items(), f"c{chance.randrange(30)}"
    if chance.random() < 0.5:
        del changed.charts[id], changed.hashes[id], changed.counts[METRIC][id]
    else:
        changed.hashes[id] = item_hash(ExtractionItem(id, "board", read_mermaid(CHART.format(chance.random()))))
    return board(changed)


def other_metric(chance: Random) -> Board:
    """Code of a metric of the registry in which one thing is changed."""
    metric, changed = METRICS[METRIC], chance.randrange(4)
    count = metric.count
    assert count is not None
    if changed == 0:
        made = replace(metric, statistic=chance.choice((precision, recall)))
    elif changed == 1:
        made = replace(metric, higher_is_better=False)
    elif changed == 2:  # what one fault too many costs
        most = chance.uniform(0.5, 0.99)
        made = replace(metric, count=lambda c: replace(count(c), correct=count(c).correct * most))
    else:  # a place that is wider or narrower
        near = chance.choice([0.3, 0.4, 0.5, 0.6, 0.8, 0.9])
        made = replace(metric, count=lambda c: type(count(c)).one_to_one(*_placed(c, near)))
    told = fingerprint_of(made, comparison_of(METRIC))
    return board(replace(items(), fingerprints={METRIC: told}))


def _placed(comparison: object, near: float) -> tuple[float, float, float]:
    from diagramloop.scores.alignment import align

    found = align(comparison.pred, comparison.gold, near).edges.counts  # type: ignore[attr-defined]
    return found.correct, found.predicted, found.gold


def other_encoder(chance: Random) -> Board:
    return board(items(), chance.choice(["exact", "minilm", "sentence:mpnet", "lexical, a judge", ""]))


def other_limit(chance: Random) -> Board:
    return board(items(limit=chance.choice([n for n in range(1, 60) if n != 30])))


def other_split(chance: Random) -> Board:
    return board(items(split=chance.choice(["dev", "held"])))


PLANTED = {
    other_items: "items: ",
    other_metric: "metric: ",
    other_encoder: "instruments: ",
    other_limit: "sources.s.limit is 30 and ",
    other_split: 'sources.s.options.split is "all" and ',
}


@pytest.mark.parametrize(("mix", "named"), PLANTED.items(), ids=[mix.__name__ for mix in PLANTED])
def test_every_planted_mix_is_refused_by_the_name_of_what_differs(mix, named: str) -> None:  # type: ignore[no-untyped-def]
    for seed in range(MIXES):
        (cell,) = compared(board(items()), mix(Random(seed)), seed=0)
        assert cell.difference is None
        assert any(named in why for why in cell.refused), cell.refused


@pytest.mark.parametrize(
    ("module", "threshold", "metric"),
    [(sciflow, "TEXT_THRESHOLD", "sciflow/coverage"), (diagrameval, "THRESHOLD", "diagrameval/node_f1")],
)
def test_a_moved_threshold_is_another_metric(
    module: object, threshold: str, metric: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = fingerprint(metric)
    function = diagrameval.diagram_score
    monkeypatch.setattr(module, threshold, 0.3)
    monkeypatch.setattr(function, "__defaults__", (0.3,))
    _fingerprint._probes.cache_clear()  # comparisons keep what was counted of them
    assert fingerprint(metric) != before


def test_no_two_metrics_are_the_same_and_each_is_itself_again() -> None:
    names = [name for name in METRICS if not name.startswith("paged_official/")]
    found = [fingerprint(name) for name in names]
    assert len(set(found)) == len(names)
    assert found == [fingerprint(name) for name in names]


def test_like_rows_have_the_difference_of_their_values_with_an_interval_around_it() -> None:
    first, second = items(seed=1), items(seed=2)
    (cell,) = compared(board(first), board(second), seed=0)
    assert cell.refused == ()
    apart = cell.difference
    assert apart is not None
    values = [f1(np.array(list(of.counts[METRIC].values()), float).sum(axis=0)) for of in (first, second)]
    assert apart.value == pytest.approx(values[1] - values[0])
    assert apart.low < apart.value < apart.high
    assert (apart.n, apart.items) == (30, 30)
    (back,) = compared(board(second), board(first), seed=0)
    assert back.difference is not None
    assert back.difference.value == pytest.approx(-apart.value)


def test_two_systems_and_one_metric_can_be_asked_for() -> None:
    theirs = Board([replace(board(items()).rows[0], system="yours")], {("parsing", "board", "yours"): items(seed=3)})
    (cell,) = compared(board(items()), theirs, seed=0, systems=("mine", "yours"))
    assert cell.difference is not None
    assert not list(compared(board(items()), theirs, seed=0))
    assert not list(compared(board(items()), theirs, seed=0, systems=("mine", "yours"), metrics=("node_f1",)))


def test_a_board_that_does_not_say_what_it_stands_on_is_refused() -> None:
    (cell,) = compared(board(replace(items(), fingerprints={})), board(items()), seed=0)
    assert cell.refused == (NOT_KNOWN,)


def test_items_are_read_as_they_were_written() -> None:
    assert read_items(write_items({KEY: items()})) == {KEY: items()}
    with pytest.raises(DiagramloopError, match="no scores of a board's items"):
        read_items('[{"task": 1}]')


def written(folder: Path, made: Board) -> Path:
    folder.mkdir(parents=True)
    (folder / "leaderboard.json").write_text(write_rows(made.rows))
    (folder / "items.json").write_text(write_items(made.items))
    return folder


def test_a_board_is_found_as_a_file_as_a_folder_and_in_a_checkout(tmp_path: Path) -> None:
    folder = written(tmp_path / "artifacts" / "leaderboard", board(items()))
    for place in (folder / "leaderboard.json", folder, tmp_path):
        assert board_at(str(place), tmp_path) == Board(tuple(board(items()).rows), {KEY: items()})


@pytest.mark.parametrize("place", ["nothing", "--output=x", "1999-01-01", "HEAD"])
def test_where_no_board_is_an_error_says_so(tmp_path: Path, place: str) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    with pytest.raises(DiagramloopError):
        board_at(place, tmp_path)
    (tmp_path / "empty").mkdir()
    with pytest.raises(DiagramloopError, match=r"no leaderboard\.json in the folder"):
        board_at(str(tmp_path / "empty"), tmp_path)


def test_the_board_that_a_revision_pins_is_read_from_the_cache(tmp_path: Path) -> None:
    made = written(tmp_path / "made", board(items()))
    cache = tmp_path / ".dvc" / "cache" / "files" / "md5"
    pins = {name: f"{number}" * 32 for number, name in enumerate(("leaderboard.json", "items.json"))}
    listed = ", ".join(f'{{"relpath": "{name}", "md5": "{pin}"}}' for name, pin in pins.items())
    for name, pin in [*pins.items(), (None, "a" * 32 + ".dir")]:
        place = cache / pin[:2] / pin[2:]
        place.parent.mkdir(parents=True)
        place.write_text((made / name).read_text() if name else f"[{listed}]")
    lock = f"stages: {{leaderboard: {{outs: [{{path: artifacts/leaderboard, md5: {'a' * 32}.dir}}]}}}}"
    (tmp_path / "dvc.lock").write_text(lock)
    for words in (["init", "-q"], ["add", "dvc.lock"], ["commit", "-qm", "board"]):
        who = ["-c", "user.name=a", "-c", "user.email=a@b"]
        subprocess.run(["git", "-C", str(tmp_path), *who, *words], check=True)
    assert board_at("HEAD", tmp_path).items == {KEY: items()}
    assert board_at("2090-01-01", tmp_path).items == {KEY: items()}
    assert rows_at("HEAD", tmp_path) == tuple(board(items()).rows)
