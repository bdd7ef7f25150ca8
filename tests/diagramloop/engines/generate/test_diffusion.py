"""Diffusion generators on tiny random checkpoints in the library's own format: the real way from folder to picture."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from PIL import Image

from diagramloop.engines.generate import Component, GeneratedImage, Generator, Prompt, Rejected, generator, item_seed
from diagramloop.errors import DiagramloopError, ModelError, RejectionReason
from diagramloop.models import diffusion_random
from diagramloop.models.diffusion_random import random_checkpoint

for package in ("torch", "diffusers", "transformers"):
    pytest.importorskip(package, reason="diffusion models need diagramloop[models]")

NAMES = ("sdxl", "pixart_sigma", "qwen_image")
ROOT = Path(__file__).parents[4]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("checkpoints")


def tiny(name: str, cache: Path, **changes: Any) -> Generator:
    options = yaml.safe_load((ROOT / f"conf/generator/{name}_tiny.yaml").read_text())["options"]
    made = generator(name, **{**options, "cache": str(cache), **changes})
    assert isinstance(made, Generator)
    return made


def prompts(*ids: str) -> list[Prompt]:
    return [Prompt(id=id, text=f"A diagram of {id * 9}", components=(Component(id="1", text=id),)) for id in ids]


def painted(system: Generator, *ids: str, seed: int = 3) -> dict[str, bytes]:
    outcomes = list(system.generate(prompts(*ids), seed))
    assert all(isinstance(outcome, GeneratedImage) for outcome in outcomes), outcomes
    return {outcome.id: outcome.png for outcome in outcomes if isinstance(outcome, GeneratedImage)}


@pytest.mark.parametrize("name", NAMES)
def test_bytes_depend_on_prompt_and_seed_alone(name: str, cache: Path) -> None:
    alone = tiny(name, cache)
    together = tiny(name, cache, batch_size=2)
    pictures = painted(alone, "a", "b", "c")
    assert len(set(pictures.values())) == 3
    assert painted(together, "c", "a", "b") == pictures
    assert painted(alone, "b") == {"b": pictures["b"]}
    assert painted(alone, "b", seed=4) != {"b": pictures["b"]}
    assert Image.open(io.BytesIO(pictures["a"])).size == (64, 64)
    (outcome,) = alone.generate(prompts("a"), 3)
    assert isinstance(outcome, GeneratedImage)
    assert outcome.provenance.seed == item_seed(3, "a")
    assert "random weights" in outcome.provenance.engine


def test_what_is_kept_in_ordinary_memory_changes_nothing(cache: Path) -> None:
    assert painted(tiny("pixart_sigma", cache, offload="model"), "a") == painted(tiny("pixart_sigma", cache), "a")


def test_the_number_of_cores_changes_nothing(cache: Path) -> None:
    import torch

    before = torch.get_num_threads()
    alone = painted(tiny("sdxl", cache, dtype="float32"), "a")
    try:
        torch.set_num_threads(3)
        assert painted(tiny("sdxl", cache, dtype="float32"), "a") == alone
        assert torch.get_num_threads() == 3
    finally:
        torch.set_num_threads(before)


@pytest.mark.parametrize("name", NAMES)
def test_a_random_checkpoint_is_the_same_bytes_every_time(name: str, tmp_path: Path) -> None:
    first, second = (random_checkpoint(name, 5, tmp_path / place) for place in ("a", "b"))
    files = {path.relative_to(first): path.read_bytes() for path in first.rglob("*") if path.is_file()}
    assert files == {path.relative_to(second): path.read_bytes() for path in second.rglob("*") if path.is_file()}
    assert sum(map(len, files.values())) < 20_000_000
    assert not [path for path in files if path.suffix in {".bin", ".pt", ".pkl"}]
    assert random_checkpoint(name, 6, tmp_path / "a") != first
    assert sorted(path.name[0] for path in (tmp_path / "a").iterdir()) == [name[0]] * 2  # nothing half made is left


def test_a_checkpoint_that_somebody_else_made_meanwhile_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = diffusion_random.random_pipeline

    def slowly(*described: Any) -> Any:
        monkeypatch.setattr(diffusion_random, "random_pipeline", build)
        random_checkpoint("pixart_sigma", 0, tmp_path)
        return build(*described)

    monkeypatch.setattr(diffusion_random, "random_pipeline", slowly)
    assert random_checkpoint("pixart_sigma", 0, tmp_path).is_dir()
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    ("name", "part", "millions"),
    [("sdxl", "unet", 2_567), ("pixart_sigma", "transformer", 611), ("qwen_image", "transformer", 20_430)],
)
def test_full_sizes_are_the_published_ones(name: str, part: str, millions: int) -> None:
    made = getattr(diffusion_random.random_pipeline(name, "full", 0, device="meta"), part)
    assert sum(one.numel() for one in made.parameters()) == pytest.approx(millions * 1e6, rel=1e-3)


def reason_of(name: str = "sdxl", **options: Any) -> RejectionReason:
    sampling = {"width": 64, "height": 64, "steps": 1, "guidance": 1.0, "device": "cpu", "dtype": "float32"}
    with pytest.raises(ModelError) as error:
        generator(name, **{**sampling, "local_files_only": True, **options})
    return error.value.reason


def test_what_is_not_there_is_missing() -> None:
    assert reason_of(checkpoint="nobody/no-such-checkpoint") is RejectionReason.MISSING


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"checkpoint": {"random": "huge"}}, RejectionReason.MISSING),
        ({"checkpoint": {"random": "tiny", "seed": "x"}}, RejectionReason.MISSING),
        ({"checkpoint": {"random": "tiny"}, "width": 100}, RejectionReason.INVALID),
        ({"checkpoint": {"random": "tiny"}, "steps": 0}, RejectionReason.INVALID),
        ({"checkpoint": {"random": "tiny"}, "dtype": "load"}, RejectionReason.MISSING),
        ({"checkpoint": {"random": "tiny"}, "offload": "away"}, RejectionReason.MISSING),
        ({"checkpoint": {"random": "tiny"}, "device": "no such device"}, RejectionReason.MISSING),
    ],
)
def test_wrong_options_are_named(options: dict[str, Any], reason: RejectionReason, cache: Path) -> None:
    assert reason_of(**options, cache=str(cache)) is reason


def test_unknown_options_are_refused(cache: Path) -> None:
    with pytest.raises(DiagramloopError, match="cannot be made"):
        tiny("sdxl", cache, trust_remote_code=True)


@pytest.fixture
def checkpoint(cache: Path, tmp_path: Path) -> Path:
    """A copy that a test may spoil."""
    return Path(shutil.copytree(random_checkpoint("pixart_sigma", 0, cache), tmp_path / "checkpoint"))


def test_a_folder_is_loaded_like_any_other(checkpoint: Path, cache: Path) -> None:
    by_path = tiny("pixart_sigma", cache, checkpoint=str(checkpoint))
    assert painted(by_path, "a") == painted(tiny("pixart_sigma", cache), "a")


def test_a_checkpoint_of_another_architecture_is_refused(checkpoint: Path) -> None:
    assert reason_of("sdxl", checkpoint=str(checkpoint)) is RejectionReason.MISSING


def test_code_that_a_checkpoint_names_is_not_imported(checkpoint: Path) -> None:
    index = json.loads((checkpoint / "model_index.json").read_text())
    (checkpoint / "model_index.json").write_text(json.dumps({**index, "vae": ["os.path", "join"]}))
    assert reason_of("pixart_sigma", checkpoint=str(checkpoint)) is RejectionReason.MISSING


def test_pickled_weights_are_not_read(checkpoint: Path, tmp_path: Path) -> None:
    canary = tmp_path / "canary"
    weights = next((checkpoint / "transformer").glob("*.safetensors"))
    weights.with_suffix(".bin").write_bytes(b"cposix\nsystem\n(S'touch " + str(canary).encode() + b"'\ntR.")
    weights.unlink()
    assert reason_of("pixart_sigma", checkpoint=str(checkpoint)) is RejectionReason.MISSING
    assert not canary.exists()


def test_half_a_checkpoint_is_missing(checkpoint: Path) -> None:
    weights = next((checkpoint / "vae").glob("*.safetensors"))
    weights.write_bytes(weights.read_bytes()[:1000])
    assert reason_of("pixart_sigma", checkpoint=str(checkpoint)) is RejectionReason.MISSING


def test_a_model_that_fails_rejects_its_batch_and_the_next_goes_on(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = tiny("pixart_sigma", cache)
    model = system._model  # type: ignore[attr-defined]
    working, calls = model._pipeline, []

    class Failing:
        device = working.device

        def __call__(self, **asked: Any) -> Any:
            calls.append(asked)
            if len(calls) == 1:
                raise RuntimeError("the device is gone\nand so am I")
            return working(**asked)

    monkeypatch.setattr(model, "_pipeline", Failing())
    first, second = system.generate(prompts("a", "b"), 0)
    assert isinstance(first, Rejected)
    assert first.reason is RejectionReason.ENGINE_FAILED
    assert isinstance(second, GeneratedImage)


def test_pictures_without_numbers_are_rejected(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    system = tiny("pixart_sigma", cache)
    vae = system._model._pipeline.vae  # type: ignore[attr-defined]
    monkeypatch.setattr(vae.decoder.conv_out.weight, "data", vae.decoder.conv_out.weight.data * float("nan"))
    (outcome,) = system.generate(prompts("a"), 0)
    assert isinstance(outcome, Rejected)
    assert outcome.reason is RejectionReason.ENGINE_FAILED


def test_hostile_words_are_only_words(cache: Path) -> None:
    said = "Ignore this <|endoftext|> <img src=x> \x00 \ud800 {{7*7}} " + "long " * 5000
    hostile = Prompt(id="h", text=said.replace("\ud800", ""), components=(Component(id="1", text="a"),))
    for name in NAMES:
        (outcome,) = tiny(name, cache).generate([hostile], 0)
        assert isinstance(outcome, GeneratedImage), outcome


LONG = "".join(f'{at}. "Part {at}": arrow to {at + 1}\n' for at in range(9))
LIMITS = {"sdxl": (75, 600), "pixart_sigma": (299, 1023), "qwen_image": (512, 1024)}


def long_prompt(id: str, times: int = 1) -> Prompt:
    return Prompt(id=id, text=LONG * times, components=(Component(id="1", text=id),))


def drawn(system: Generator, prompt: Prompt) -> GeneratedImage:
    (outcome,) = system.generate([prompt], 3)
    assert isinstance(outcome, GeneratedImage), outcome
    return outcome


@pytest.mark.parametrize("name", NAMES)
def test_what_is_cut_off_is_counted_and_changes_nothing(name: str, cache: Path) -> None:
    system = tiny(name, cache)
    short, long = drawn(system, prompts("a")[0]).provenance, drawn(system, long_prompt("a", 5)).provenance
    limit, _ = LIMITS[name]
    assert (short.tokens_read or 0) > 0 == short.tokens_cut
    assert long.tokens_read == limit
    assert (long.tokens_cut or 0) > 400
    tail = long_prompt("a", 5)
    other = tail.model_copy(update={"text": tail.text[:-30] + "what nobody reads"})
    assert drawn(system, other).png == drawn(system, tail).png


@pytest.mark.parametrize("name", NAMES)
def test_long_prompts_are_read_further_and_short_ones_as_ever(name: str, cache: Path) -> None:
    usual, further = tiny(name, cache), tiny(name, cache, long_prompts=True)
    assert drawn(further, prompts("a")[0]).png == drawn(usual, prompts("a")[0]).png
    long = long_prompt("a", 3)
    read = drawn(further, long).provenance
    assert LIMITS[name][0] < (read.tokens_read or 0) <= LIMITS[name][1]
    changed = long.model_copy(update={"text": long.text[:590].rpartition(" ")[0] + " another end"})
    assert drawn(further, changed).png != drawn(further, long).png


def test_the_first_window_of_a_long_prompt_is_the_pipelines_own_encoding(cache: Path) -> None:
    import torch

    system = tiny("sdxl", cache, long_prompts=True)
    pipeline, encoding = system._model._pipeline, system._model._prompts  # type: ignore[attr-defined]
    with torch.no_grad():
        own, _, pooled, _ = pipeline.encode_prompt(LONG, do_classifier_free_guidance=True)
    made = encoding.arguments([LONG])
    assert torch.allclose(made["prompt_embeds"][:, :77], own, atol=1e-9, rtol=0)  # sums of a batch round otherwise
    assert torch.allclose(made["pooled_prompt_embeds"], pooled, atol=1e-9, rtol=0)
    assert made["prompt_embeds"].shape[1] == made["negative_prompt_embeds"].shape[1] > 77


def test_long_prompts_are_painted_one_at_a_time(cache: Path) -> None:
    with pytest.raises(ModelError, match="one at a time") as caught:
        tiny("sdxl", cache, long_prompts=True, batch_size=2)
    assert caught.value.reason is RejectionReason.INVALID
