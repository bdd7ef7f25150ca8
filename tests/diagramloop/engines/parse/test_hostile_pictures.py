"""Pictures made to be dear to read end with a graph or a typed error, within bounds on time and memory."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from dataclasses import fields

import cv2
import numpy as np
import pytest
from processor_time import within

from benchmarks._hostile_pictures import FOUND, INK, PAINTERS, PAPER, Picture, hostile_picture, kind_of
from diagramloop.engines.parse import HMAS, parse
from diagramloop.engines.parse.budget import BUDGET, Budget, in_chunks
from diagramloop.errors import DiagramloopError, PictureError, RejectionReason

pytestmark = pytest.mark.faults

PICTURES = int(os.environ.get("DIAGRAMLOOP_FUZZ_PICTURES", "40"))
PIXELS = 4_000_000 if PICTURES > 40 else 250_000  # the few of every day are small
SECONDS = 10.0 if PICTURES > 40 else 5.0  # of processor time, which other processes' use of the caches lengthens
MEGABYTES = 200.0

READ = """
import resource, sys
import numpy as np
from benchmarks._hostile_pictures import hostile_picture
from diagramloop.errors import DiagramloopError
from diagramloop.engines.parse import parse

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)

picture = hostile_picture(int(sys.argv[1]))
drawn = np.full((200, 300, 3), 255, np.uint8)
drawn[40:42, 40:240] = drawn[120:122, 40:240] = drawn[40:122, 40:42] = drawn[40:122, 240:242] = 0
parse(drawn)  # loads all that is loaded once
before = peak()
try:
    parse(picture)
except DiagramloopError as error:
    print(error.reason)
print(peak() - before)
"""


def test_a_seed_is_one_picture_and_seeds_take_turns_through_the_kinds() -> None:
    kinds = {kind_of(seed) for seed in range(len(FOUND), len(FOUND) + len(PAINTERS))}
    assert kinds == set(PAINTERS)
    for seed in range(30):
        picture = hostile_picture(seed, 20_000)
        assert picture.dtype == np.uint8
        assert picture.shape[0] * picture.shape[1] <= 30_000 or seed < len(FOUND)
        assert np.array_equal(picture, hostile_picture(seed, 20_000))


def end_of(picture: Picture) -> str:
    """``read``, or the reason of a typed error."""
    try:
        parse(picture)
    except DiagramloopError as error:
        return error.reason
    return "read"


@pytest.mark.parametrize("seed", range(PICTURES))
def test_any_picture_ends_with_a_graph_or_a_typed_error(seed: int) -> None:
    picture = hostile_picture(seed, PIXELS)
    with within(SECONDS):
        assert end_of(picture) in ("read", RejectionReason.NO_DIAGRAM, RejectionReason.TOO_LARGE)


@pytest.mark.parametrize("seed", range(len(FOUND)))
def test_small_files_take_little_memory(seed: int) -> None:
    """5 kB of dashes took 5.2 GB, 11 kB ended in a MemoryError."""
    done = subprocess.run(
        [sys.executable, "-c", READ, str(seed)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert int(done.stdout.split()[-1]) < MEGABYTES * 1e6


def test_one_colour_is_no_diagram_at_once() -> None:
    with within(2.0), pytest.raises(PictureError) as caught:
        parse(np.full((6000, 6000, 3), 240, np.uint8))
    assert caught.value.reason == RejectionReason.NO_DIAGRAM


class Failing:
    """An Environment Curator that ends with an error."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def survey(self, picture: object) -> object:
        raise self.error


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (MemoryError("Unable to allocate 5 GiB"), RejectionReason.OUT_OF_MEMORY),
        (RecursionError("maximum recursion depth exceeded"), RejectionReason.TOO_LARGE),
    ],
)
def test_an_end_of_memory_or_of_the_stack_is_typed(error: BaseException, reason: RejectionReason) -> None:
    picture = np.full((60, 60, 3), 255, np.uint8)
    picture[10:50, 10:50] = 0
    with pytest.raises(PictureError) as caught:
        parse(picture, HMAS(environment_curator=Failing(error)))  # type: ignore[arg-type]
    assert caught.value.reason == reason


def test_opencv_without_memory_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    error = cv2.error("Failed to allocate 5368709120 bytes")
    error.code = -4
    with pytest.raises(PictureError) as caught:
        parse(np.eye(60, dtype=np.uint8) * 255, HMAS(environment_curator=Failing(error)))  # type: ignore[arg-type]
    assert caught.value.reason == RejectionReason.OUT_OF_MEMORY


def spotted(every: int, side: int) -> Picture:
    dots = np.full((900, 900), PAPER, np.uint8)
    for right in range(side):
        dots[::every, right::every] = INK
    return dots


@pytest.mark.parametrize(("dots", "kind"), [(spotted(8, side=2), "8,000 marks"), (spotted(4, side=1), "30,000 specks")])
def test_marks_beyond_the_budget_are_refused_before_anything_else_is_done(dots: Picture, kind: str) -> None:
    with pytest.raises(PictureError, match=kind) as caught:
        parse(dots, HMAS(environment_curator=Failing(AssertionError())))  # type: ignore[arg-type]
    assert caught.value.reason == RejectionReason.TOO_LARGE


def test_lone_pixels_are_no_marks() -> None:
    dots = spotted(8, side=1)
    assert (dots == INK).sum() > BUDGET.marks
    with pytest.raises(PictureError) as caught:
        parse(dots, HMAS(environment_curator=Failing(MemoryError())))  # type: ignore[arg-type]
    assert caught.value.reason == RejectionReason.OUT_OF_MEMORY  # so it was surveyed


def test_a_slope_all_over_a_picture_is_not_refined_into_lines() -> None:
    """This hatching took more than two minutes to look for level lines in."""
    with within(10.0):
        assert end_of(hostile_picture(34)) in ("read", RejectionReason.NO_DIAGRAM, RejectionReason.TOO_LARGE)


def test_each_limit_is_explained() -> None:
    explained = inspect.getdoc(Budget) or ""  # without the indent, which Python 3.13 strips by itself
    assert [field.name for field in fields(Budget) if f"    {field.name}: " not in explained] == []


@pytest.mark.parametrize(("rows", "columns"), [(0, 5), (7, 0), (10, 3_000_000), (5_000_000, 1), (2_500, 1_000)])
def test_chunks_cover_all_rows_once(rows: int, columns: int) -> None:
    covered = np.concatenate([np.arange(rows)[some] for some in in_chunks(rows, columns)] or [np.zeros(0, int)])
    assert (covered == np.arange(rows)).all()
