"""Names of files and folders are those that DVC gives them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelines.composition import write_composition
from pipelines.kept import Surplus, surplus_objects
from pipelines.listings import cache_is_shared, cache_of, cached_listing, file_md5
from pipelines.project import Project, load_yaml
from pipelines.repro import reproduce, track
from pipelines.workspace import make_workspace

NAMES = ("b.txt", "a/b.txt", "a.txt", 'é/ü "x".txt', "B")


@pytest.fixture
def md5(toy: Project) -> str:
    """DVC's name of a tracked folder."""
    for name in NAMES:
        path = toy.root / "made" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    track(toy, "made")
    name: str = load_yaml(toy.root / "made.dvc")["outs"][0]["md5"]
    return name


def test_a_listing_has_the_files_and_their_md5s(toy: Project, md5: str) -> None:
    assert cached_listing(toy, md5) == {name: file_md5(toy.root / "made" / name) for name in NAMES}


def test_a_listing_that_is_lost_or_damaged_is_none(toy: Project, md5: str) -> None:
    path = toy.root / ".dvc/cache/files/md5" / md5[:2] / md5[2:]
    path.chmod(0o644)
    path.write_text("[]")
    assert cached_listing(toy, md5) is None
    path.unlink()
    assert cached_listing(toy, md5) is None


def test_a_cache_of_its_own_place_is_found_there_and_what_others_may_need_stays(toy: Project, tmp_path: Path) -> None:
    assert not cache_is_shared(toy)
    other = Project(toy.root / "beside")  # known by its root; its configuration is read once
    (other.root / ".dvc").mkdir(parents=True)
    (other.root / ".dvc" / "config.local").write_text(f"[cache]\n    dir = {tmp_path / 'cache'}\n")
    assert cache_of(other) == tmp_path / "cache" / "files" / "md5"
    stranger = cache_of(other) / "ab" / "cdef"
    stranger.parent.mkdir(parents=True)
    stranger.write_text("of another checkout")
    assert surplus_objects(other, forget=True) == Surplus(0, 0)
    assert stranger.is_file()


def test_a_workspace_shares_the_cache_that_its_checkout_has(toy: Project, tmp_path: Path) -> None:
    (toy.root / ".dvc" / "config.local").write_text(f"[cache]\n    dir = {tmp_path / 'cache'}\n")
    write_composition(toy, [])
    reproduce(toy, ["data.dvc"])
    workspace = make_workspace(toy, tmp_path / "workspace")
    assert cache_of(workspace).resolve() == cache_of(toy)
    (data,) = load_yaml(toy.data_pin)["outs"]
    assert cached_listing(workspace, data["md5"])
    assert len(list(cache_of(workspace).glob("??/*"))) > 0
    assert cache_is_shared(workspace)
