"""The kit for human judges: blind, shuffled, seeded, and back again to a file of judgements."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pyarrow as pa
import pytest
from PIL import Image, PngImagePlugin

from assets.machinery import PICTURE, picture, write_rows
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.report.judging_kit import KEY, PAGE, REFERENCE, SHEET, collected, read_key, write_kit
from diagramloop.scores.judgement_csv import read_judgements

SYSTEMS, ITEMS = ("alpha_net", "beta_net"), ("chart-1", "chart-2", "chart-3")


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Pictures that name their system in what a PNG says beside its pixels."""
    folder = tmp_path / "pictures"
    for at, system in enumerate((REFERENCE, *SYSTEMS)):
        (folder / system).mkdir(parents=True)
        for number, item in enumerate(ITEMS):
            said = PngImagePlugin.PngInfo()
            said.add_text("Software", system)
            Image.new("RGB", (40, 40), (at * 60, number * 60, 0)).save(folder / system / f"{item}.png", pnginfo=said)
    return folder


@pytest.fixture
def images(pictures: Path, tmp_path: Path) -> Path:
    """The same as the pipeline has them: tables in folders of generators, among them one that drew nothing."""
    folder = tmp_path / "artifacts" / "images" / "papers"
    schema = pa.schema([("id", pa.string()), ("picture", PICTURE)])
    for system in (REFERENCE, *SYSTEMS, "empty"):
        (folder / system).mkdir(parents=True)
        drawn = {path.stem: path.read_bytes() for path in (pictures / system).glob("*.png")}
        write_rows(
            folder / system, [{"id": i, "picture": picture(png, "")} for i, png in sorted(drawn.items())], schema
        )
    (folder / REFERENCE).rename(folder / "source_figure")
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_judges_see_the_same_pairs_in_orders_of_their_own_and_no_name_of_a_system(
    pictures: Path, tmp_path: Path
) -> None:
    assert write_kit(pictures, tmp_path / "kit", ["ann", "bob"], seed=1) == 6
    sheets = {judge: (tmp_path / "kit" / judge / SHEET).read_text().splitlines()[1:] for judge in ("ann", "bob")}
    units = {judge: [line.split(",")[0] for line in lines] for judge, lines in sheets.items()}
    assert sorted(units["ann"]) == sorted(units["bob"]) == sorted(read_key(tmp_path / "kit" / KEY))
    assert units["ann"] != units["bob"]
    for judge in ("ann", "bob"):
        for name, content in contents(tmp_path / "kit" / judge).items():
            assert not any(word.encode() in content or word in name for word in (*SYSTEMS, *ITEMS)), name
    page = (tmp_path / "kit" / "ann" / PAGE).read_text()
    assert [page.index(f"pictures/{unit}b.png") for unit in units["ann"]] == sorted(
        page.index(f"pictures/{unit}b.png") for unit in units["ann"]
    )


def test_a_seed_gives_the_same_bytes_and_another_one_other_names(pictures: Path, tmp_path: Path) -> None:
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        write_kit(pictures, tmp_path / name, ["ann"], seed=seed, items=2)
    assert contents(tmp_path / "a") == contents(tmp_path / "b") != contents(tmp_path / "c")
    assert len({item for item, _ in read_key(tmp_path / "a" / KEY).values()}) == 2


def test_marks_come_back_as_judgements_of_items_and_systems(pictures: Path, tmp_path: Path) -> None:
    write_kit(pictures, tmp_path / "kit", ["ann"], seed=1)
    key = read_key(tmp_path / "kit" / KEY)
    sheet = "unit,judge,label\n" + "".join(
        f"{unit},ann,{'good' if system == 'alpha_net' else 'bad'}\n" for unit, (_, system) in key.items()
    )
    table, unknown = collected(key, [sheet.encode(), b"unit,judge,label\nnobody,bob,good\n"])
    assert unknown == 1
    means = read_judgements(table.encode()).means
    assert means == {(item, system): float(system == "alpha_net") for item in ITEMS for system in SYSTEMS}


def test_pairs_without_a_mark_are_no_judgements(pictures: Path, tmp_path: Path) -> None:
    write_kit(pictures, tmp_path / "kit", ["ann"], seed=1)
    table, unknown = collected(read_key(tmp_path / "kit" / KEY), [(tmp_path / "kit" / "ann" / SHEET).read_bytes()])
    assert (list(csv.reader(io.StringIO(table)))[1:], unknown) == ([], 0)


def test_an_item_that_a_system_lacks_is_left_out_for_all(pictures: Path, tmp_path: Path) -> None:
    (pictures / "beta_net" / "chart-2.png").unlink()
    assert write_kit(pictures, tmp_path / "kit", ["ann"], seed=1) == 4
    with pytest.raises(DiagramloopError) as caught:
        write_kit(pictures, tmp_path / "more", ["ann"], seed=1, items=3)
    assert caught.value.reason is RejectionReason.MISSING
    assert not (tmp_path / "more").exists()


@pytest.mark.parametrize("judges", [[], ["../up"], ["ann", "ann"], ["<b>"], [""]])
def test_judges_without_a_usable_name_are_refused(judges: list[str], pictures: Path, tmp_path: Path) -> None:
    with pytest.raises(DiagramloopError):
        write_kit(pictures, tmp_path / "kit", judges, seed=1)
    assert not (tmp_path / "kit").exists()


@pytest.mark.parametrize("sheet", [b"\xff\xfe", b"a,b\n1,2\n", b'unit,judge,label\n"open', b""])
def test_sheets_that_are_none_are_typed_errors(sheet: bytes) -> None:
    with pytest.raises(DiagramloopError) as caught:
        collected({}, [sheet])
    assert caught.value.reason is RejectionReason.INVALID


@pytest.mark.parametrize("key", ["no json", "[]", '{"a": "b"}', '{"a": ["b"]}', json.dumps({"a": ["b", 3]})])
def test_keys_that_are_none_are_typed_errors(key: str, tmp_path: Path) -> None:
    (tmp_path / KEY).write_text(key)
    with pytest.raises(DiagramloopError):
        read_key(tmp_path / KEY)


def test_pictures_of_the_pipeline_make_the_same_kit(pictures: Path, images: Path, tmp_path: Path) -> None:
    assert write_kit(pictures, tmp_path / "a", ["ann"], seed=1) == 6
    assert write_kit(images, tmp_path / "b", ["ann"], seed=1, systems=SYSTEMS, reference="source_figure") == 6
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


@pytest.mark.parametrize(
    ("systems", "reference", "reason"),
    [
        (("gamma_net",), "source_figure", RejectionReason.MISSING),
        (SYSTEMS, REFERENCE, RejectionReason.MISSING),
        (("source_figure",), "source_figure", RejectionReason.INVALID),
        (("empty",), "source_figure", RejectionReason.MISSING),
    ],
)
def test_systems_without_pictures_are_named(
    images: Path, tmp_path: Path, systems: tuple[str, ...], reference: str, reason: RejectionReason
) -> None:
    with pytest.raises(DiagramloopError) as caught:
        write_kit(images, tmp_path / "kit", ["ann"], seed=1, systems=systems, reference=reference)
    assert caught.value.reason is reason
    assert not (tmp_path / "kit").exists()


def test_a_table_that_is_none_of_pictures_is_named(images: Path, tmp_path: Path) -> None:
    (images / "alpha_net" / "part-00000.parquet").write_bytes(b"PAR1 and no more")
    with pytest.raises(DiagramloopError, match="alpha_net/part-00000") as caught:
        write_kit(images, tmp_path / "kit", ["ann"], seed=1, systems=SYSTEMS, reference="source_figure")
    assert caught.value.reason is RejectionReason.UNREADABLE
