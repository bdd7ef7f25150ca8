"""The reader of words: its network is the published one, lines follow from their number, a killed training goes on."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageFont

torch = pytest.importorskip("torch", reason="the training extra is not installed")
pytest.importorskip("onnx", reason="the training extra is not installed")

from diagramloop.engines.parse.text.recogniser import published  # noqa: E402
from diagramloop.engines.parse.text.word_reader import STEP_PX, word_network  # noqa: E402
from diagramloop.engines.parse.text.word_reader import WordReader as Reader  # noqa: E402
from diagramloop.engines.training.checkpoint import AVERAGED, latest, load_weights  # noqa: E402
from diagramloop.engines.training.words.alphabet import CHARACTERS, classes_of  # noqa: E402
from diagramloop.engines.training.words.choice import chosen_weights  # noqa: E402
from diagramloop.engines.training.words.hand_lines import (  # noqa: E402
    HandLine,
    lines_of,
    load_lines,
    save_lines,
)
from diagramloop.engines.training.words.lessons import (  # noqa: E402
    CAPTIONS,
    LINES,
    Lesson,
    chunk_of,
    lessons,
    materials,
    steps_needed,
)
from diagramloop.engines.training.words.lexicon_file import lexicon_lines  # noqa: E402
from diagramloop.engines.training.words.loop import train  # noqa: E402
from diagramloop.engines.training.words.network import WordReader  # noqa: E402
from diagramloop.engines.training.words.published import begin_with_published  # noqa: E402
from diagramloop.engines.training.words.release import release, write_graph  # noqa: E402
from diagramloop.engines.training.words.set_lines import fonts_in, has, set_line  # noqa: E402
from diagramloop.engines.training.words.settings import HEIGHT, WordsSettings, words_settings  # noqa: E402
from diagramloop.engines.training.words.texts import Texts, read_counts, words_of  # noqa: E402
from diagramloop.engines.training.words.wear import worn  # noqa: E402
from diagramloop.errors import DiagramloopError, ModelError, SourceError  # noqa: E402

TEXTS = ["send invoice", "check order", "reject", "end"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A training's folder as it is prepared, with lines of two exercises set in Pillow's own font."""
    place = tmp_path_factory.mktemp("words")
    for kind in ("hand", "print"):
        (place / "fonts" / kind).mkdir(parents=True)
        font = ImageFont.load_default(12)
        (place / "fonts" / kind / "own.ttf").write_bytes(font.path.getvalue())  # type: ignore[union-attr]
    (place / "general.txt").write_text("the 100\norder 20\nzebra 1\n", encoding="utf-8")
    (place / CAPTIONS).write_text("\n".join(TEXTS), encoding="utf-8")
    lines = []
    for exercise in ("ex00", "ex01"):
        for number, text in enumerate(TEXTS):
            grey, box = set_line(text, str(place / "fonts" / "hand" / "own.ttf"), 20)
            boxes = np.array([box], np.float32)
            lines.append(HandLine(f"{exercise}_writer{number}", (text,), boxes, grey))
    for split in ("train", "validation"):
        save_lines(place / LINES.format(split=split), lines)
    return place


def of(folder: Path, **changes: object) -> WordsSettings:
    node = {
        "hdbpmn": "nowhere",
        "paged": "nowhere",
        "fonts": str(folder / "fonts"),
        "words": str(folder / "general.txt"),
        "steps": 3,
        "batch": 2,
        "checkpoint_every": 1,
        "validate_every": 3,
        "validation_words": 4,
        "frozen": 13,
    }
    return words_settings({**node, **changes})


def test_the_network_is_the_published_one() -> None:
    import onnxruntime

    network = WordReader().eval()
    begin_with_published(network, published())
    network.pool = torch.nn.AvgPool2d((3, 2))  # two columns become one, as published
    session = onnxruntime.InferenceSession(str(published()), providers=["CPUExecutionProvider"])
    known = ["", *session.get_modelmeta().custom_metadata_map["character"].split("\n"), " "]
    shared = [(number, known.index(c)) for number, c in enumerate(("", *CHARACTERS)) if c in known]
    ours, theirs = (list(numbers) for numbers in zip(*shared, strict=True))
    lines = np.random.default_rng(1).uniform(-1, 1, (1, 3, 48, 88)).astype(np.float32)
    (wanted,) = session.run(None, {"x": lines})
    with torch.inference_mode():
        logits = network(torch.from_numpy(lines))[0].numpy()[:, ours]
    wanted = np.log(wanted[0][:, theirs] + 1e-30)
    likely = wanted > -30
    apart = (logits - logits[:, :1]) - (wanted - wanted[:, :1])
    assert len(shared) > 350
    assert np.abs(apart[likely]).max() < 1e-2


def test_another_graph_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError):
        begin_with_published(WordReader(), tmp_path / "nowhere.onnx")
    (tmp_path / "other.onnx").write_bytes(b"no graph")
    with pytest.raises(ModelError):
        begin_with_published(WordReader(), tmp_path / "other.onnx")


def test_words_of_a_line_are_joined_and_upward_ones_are_turned() -> None:
    picture = np.random.default_rng(0).integers(0, 255, (200, 300), np.uint8)
    word = SimpleNamespace
    words = [
        word(text="second", box=(90, 20, 140, 40), way="lr"),
        word(text="first", box=(20, 22, 80, 41), way="lr"),
        word(text="elsewhere", box=(20, 60, 80, 80), way="lr"),
        word(text="up", box=(200, 50, 220, 150), way="bt"),
        word(text="down", box=(240, 50, 260, 150), way="tb"),
    ]
    lines = {line.texts: line for line in lines_of("ex03_writer1", picture, words)}
    assert set(lines) == {("first", "second"), ("elsewhere",), ("up",)}
    assert lines["up",].exercise == "ex03"
    x0, y0, x1, y1 = lines["up",].boxes[0].astype(int)
    turned = np.rot90(picture[50:150, 200:220], k=-1)
    shrunk = lines["up",].grey[y0:y1, x0:x1]
    assert shrunk.shape == turned.shape
    assert np.array_equal(shrunk, turned)


def test_lines_come_back_from_their_file(folder: Path, tmp_path: Path) -> None:
    lines = load_lines(folder / LINES.format(split="train"))
    save_lines(tmp_path / "again.npz", lines)
    for line, again in zip(lines, load_lines(tmp_path / "again.npz"), strict=True):
        assert (line.page, line.texts) == (again.page, again.texts)
        assert np.array_equal(line.grey, again.grey)
        assert np.array_equal(line.boxes, again.boxes)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.integers(3, 60), st.integers(3, 90))
def test_wear_leaves_the_size_of_a_line(seed: int, height: int, width: int) -> None:
    grey = np.random.default_rng(seed).integers(0, 255, (height, width), np.uint8)
    again = worn(grey, np.random.default_rng(seed))
    assert again.shape == grey.shape
    assert again.dtype == np.uint8


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 10_000))
def test_texts_are_in_the_readers_characters(seed: int) -> None:
    text = Texts(TEXTS, words_of(TEXTS)).text(np.random.default_rng(seed))
    assert classes_of(text)


def test_a_font_has_only_what_it_draws(folder: Path) -> None:
    (font,) = fonts_in(folder / "fonts" / "hand")
    assert has(font, "abc XYZ 012")
    assert not has(font, "\u4e2d")
    with pytest.raises(SourceError):
        fonts_in(folder)


def same(lesson: Lesson, other: Lesson) -> bool:
    return all(np.array_equal(ours, theirs) for ours, theirs in zip(lesson, other, strict=True))


def test_what_a_step_shows_follows_from_its_number(folder: Path) -> None:
    given_settings = of(folder, steps=11)
    every = list(lessons(given_settings, folder, 0))
    assert len(every) == 11
    for first in (1, 8, 10):
        rest = lessons(given_settings, folder, first)
        assert all(same(*pair) for pair in zip(every[first:], rest, strict=True))
    assert not same(every[0], next(lessons(of(folder, seed="1"), folder, 0)))


def test_every_line_of_a_step_has_positions_for_its_text(folder: Path) -> None:
    chunk = chunk_of(of(folder, batch=8), materials(of(folder), folder), 0)
    assert sum(len(lesson.lengths) for lesson in chunk) > 32
    for lesson in chunk:
        assert lesson.lines.shape[1] == HEIGHT
        assert lesson.lengths.sum() == len(lesson.classes)
        ends = np.cumsum(lesson.lengths)
        for begin, end in zip(ends - lesson.lengths, ends, strict=True):
            assert steps_needed(lesson.classes[begin:end].tolist()) <= lesson.lines.shape[2] // STEP_PX


def test_exercises_left_out_are_not_learned_from(folder: Path) -> None:
    hand = materials(of(folder, exercises_left_out=["ex01"]), folder).hand
    assert {line.exercise for line in hand} == {"ex00"}


@pytest.fixture(scope="module")
def trained(folder: Path) -> Path:
    train(of(folder, exercises_left_out=["ex01"]), folder)
    return folder


def test_a_killed_training_ends_with_the_same_weights(trained: Path, tmp_path: Path) -> None:
    for name in (CAPTIONS, LINES.format(split="train"), LINES.format(split="validation")):
        (tmp_path / name).write_bytes((trained / name).read_bytes())
    train(of(trained, exercises_left_out=["ex01"], steps=2, warm_up=0, cool_down=0), tmp_path)
    with pytest.raises(DiagramloopError, match="seed"):
        train(of(trained, exercises_left_out=["ex01"], warm_up=0, seed="other"), tmp_path)
    again = train(of(trained, exercises_left_out=["ex01"], warm_up=0, cool_down=0), tmp_path)
    straight = tmp_path / "straight"
    straight.mkdir()
    for name in (CAPTIONS, LINES.format(split="train"), LINES.format(split="validation")):
        (straight / name).write_bytes((trained / name).read_bytes())
    whole = train(of(trained, exercises_left_out=["ex01"], warm_up=0, cool_down=0), straight)
    assert again.step == whole.step == 3
    for ours, theirs in zip(again.averaged.state_dict().values(), whole.averaged.state_dict().values(), strict=True):
        assert torch.equal(ours, theirs)


def test_frozen_parts_stay_and_the_rest_learns(trained: Path) -> None:
    before, after = WordReader(), WordReader()
    begin_with_published(before, published())
    checkpoint = latest(trained)
    assert checkpoint is not None
    load_weights(after, checkpoint / AVERAGED)
    assert torch.equal(before.stem.first.weight, after.stem.first.weight)
    assert not torch.equal(before.head.weight, after.head.weight)


def test_the_graph_is_small_and_reads_as_the_network_does(folder: Path, tmp_path: Path) -> None:
    network = WordReader().eval()
    begin_with_published(network, published())
    write_graph(network, tmp_path / "words.onnx")
    assert (tmp_path / "words.onnx").stat().st_size < 12_000_000
    reader = Reader(tmp_path / "words.onnx", None)
    strips = []
    for text in ("order", "Parsen", "send 12"):
        grey, (x0, y0, x1, y1) = set_line(text, str(folder / "fonts" / "print" / "own.ttf"), 30)
        strips.append(grey[y0 - 4 : y1 + 4, x0 - 4 : x1 + 4])
    readings = reader.read(strips)
    right = [reading.text == text for reading, text in zip(readings, ("order", "Parsen", "send 12"), strict=True)]
    assert sum(right) >= 2  # untrained at this height
    broken = tmp_path / "broken.onnx"
    broken.write_bytes(b"no graph")
    with pytest.raises(ModelError):
        Reader(broken, None).read(strips)


def test_weights_of_the_lexicon_are_chosen_on_what_was_left_out(trained: Path, tmp_path: Path) -> None:
    rows = lexicon_lines(TEXTS, read_counts(trained / "general.txt", 100))
    words = [row.split()[0] for row in rows]
    assert {"invoice", "order", "zebra"} <= set(words)
    assert words.index("order") < words.index("zebra")
    (tmp_path / "lexicon.txt").write_text("\n".join(rows), encoding="utf-8")
    fonts = fonts_in(trained / "fonts" / "print")
    network = word_network(published())
    weights, figures = chosen_weights(trained, network, tmp_path / "lexicon.txt", fonts, most=4)
    for kind in ("hand_unknown", "print_unknown"):
        assert figures[kind] >= figures[f"{kind}_greedy"]
    assert figures["print_right"] >= figures["print_greedy"]
    assert figures["lexicon"] == weights.lexicon


def test_what_is_released_says_what_it_saw(trained: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("diagramloop.engines.training.words.release.things_of_paged", lambda _: ["a"])
    monkeypatch.setattr("diagramloop.engines.training.real_pages.things_of_hdbpmn", lambda _: ["b"])
    record = release(trained, tmp_path, code="abc")
    assert record["lines"] == 3 * 2
    assert str(trained) not in json.dumps(record)
    assert json.loads((tmp_path / "words.json").read_text(encoding="utf-8")) == json.loads(json.dumps(record))
    lineage = json.loads((tmp_path / "words.lineage.json").read_text(encoding="utf-8"))
    assert lineage["things"] == ["a", "b"]
    card = (tmp_path / "MODEL_CARD.md").read_text(encoding="utf-8")
    for part in ("CC BY 4.0", "Apache-2.0", "OFL", "ex01", "`abc`"):
        assert part in card
    with pytest.raises(ModelError):
        release(tmp_path, tmp_path)
