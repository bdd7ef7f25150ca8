"""LISA's network, put together from classes of transformers: CLIP sees, Llama speaks, SAM paints (Lai et al., 2024).

LISA is LLaVA with one more word, ``[SEG]``: the state from which Llama says it, projected, prompts SAM's mask decoder.
No release of transformers has the whole; its parts are there, and this module gives them the published weights by name:

======================================  ===================================================
``model.layers...``, ``lm_head``        ``LlamaForCausalLM``
``model.mm_projector``                  a linear layer from CLIP's states to Llama's
``model.text_hidden_fcs.0.{0,2}``       two linear layers from Llama's states to SAM's
``model.visual_model...``               ``SamModel``, see :mod:`._sam_weights`
not in the checkpoint                   ``CLIPVisionModel``, as its configuration names it
======================================  ===================================================
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.attribute.baselines._sam_weights import sam_model
from diagramloop.engines.parse.blackboard import RGB
from diagramloop.errors import ModelError
from diagramloop.models.checkpoints import require
from diagramloop.models.weights import about_to_load

SEG, IMAGE = "[SEG]", "<image>"
TEMPLATE = (  # of LLaVA's conversations, which the published weights were tuned on (Apache-2.0)
    "A chat between a curious human and an artificial intelligence assistant. The assistant gives helpful, detailed, "
    "and polite answers to the human's questions. USER: <im_start><image><im_end>\n{statement} ASSISTANT:"
)
REQUEST = "Please output segmentation mask."
VISION_LAYER = -2  # of CLIP's states, those that LLaVA takes
VISION = "openai/clip-vit-large-patch14"
PROJECTOR, HIDDEN, PAINTER = "model.mm_projector.", "model.text_hidden_fcs.0.", "model.visual_model."


class LisaNetwork:
    """A segmenter, see :class:`~diagramloop.engines.attribute.baselines.referring_segmentation.Segmenter`.

    Args:
        checkpoint: path of its folder, or hub id. Only safetensors are read.
        revision: of the hub id.
        vision: checkpoint of CLIP; the one that LISA's configuration names if None.
        device, dtype: as torch calls them; the checkpoint's own dtype if None.
        max_tokens: written at most.

    Raises:
        ModelError: torch or transformers is not installed, or the weights cannot be loaded (MISSING).
    """

    def __init__(
        self,
        checkpoint: str,
        revision: str | None = None,
        vision: str | None = None,
        device: str = "cpu",
        dtype: str | None = None,
        max_tokens: int = 64,
    ) -> None:
        require("lisa", "torch", "transformers")
        about_to_load(checkpoint)
        self._max_tokens, self._device = max_tokens, device
        try:
            self._load(_folder(checkpoint, revision), vision, dtype)
        except Exception as error:  # on broken files its readers leak type, key, runtime and their own errors
            raise ModelError(f"checkpoint {checkpoint!r} cannot be loaded: {type(error).__name__}: {error}") from error

    def segment(self, picture: RGB, statement: str) -> Sequence[NDArray[np.bool_]]:
        """A mask for each ``[SEG]`` that is said about the picture."""
        import torch
        from PIL import Image

        image = Image.fromarray(picture)
        with torch.inference_mode():
            states = self._states(self._read(image, statement))
            return self._painted(image, states) if states else []

    def _load(self, folder: Path, vision: str | None, dtype: str | None) -> None:
        import transformers

        config = transformers.LlamaConfig.from_pretrained(folder)
        self._load_words(folder, config, dtype)
        eyes = vision or getattr(config, "vision_tower", None) or getattr(config, "mm_vision_tower", None) or VISION
        self._load_eyes(folder, eyes)
        layers = _tensors(folder, HIDDEN)
        self._first, self._second = _linear(layers, "0."), _linear(layers, "2.")
        for part in (self._llama, self._clip, self._sam, self._projector, self._first, self._second):
            part.to(self._device, self._llama.dtype).eval()

    def _load_words(self, folder: Path, config: Any, dtype: str | None) -> None:
        import transformers

        self._llama, report = _llama().from_pretrained(
            folder, config=config, use_safetensors=True, dtype=dtype or "auto", output_loading_info=True
        )
        if report["missing_keys"]:
            raise ModelError(f"it has no {sorted(report['missing_keys'])[0]}")
        self._words = transformers.AutoTokenizer.from_pretrained(folder, trust_remote_code=False)
        self._seg = self._words.convert_tokens_to_ids(SEG)
        if self._seg in (None, self._words.unk_token_id):
            raise ModelError(f"its tokenizer has no {SEG}")

    def _load_eyes(self, folder: Path, eyes: str) -> None:
        import transformers

        safe = {"trust_remote_code": False}
        self._prepare = transformers.CLIPImageProcessor.from_pretrained(eyes, **safe)
        self._clip = transformers.CLIPVisionModel.from_pretrained(eyes, use_safetensors=True, **safe)
        self._sam = sam_model(_tensors(folder, PAINTER))
        side = self._sam.config.vision_config.image_size
        self._resize = transformers.SamImageProcessor(
            size={"longest_edge": side}, pad_size={"height": side, "width": side}
        )
        self._projector = _linear(_tensors(folder, PROJECTOR), "")

    def _read(self, image: Any, statement: str) -> Any:
        """Input of Llama: the embeddings of the words with CLIP's states of the picture among them."""
        import torch

        seen = self._clip(self._pixels(self._prepare, image), output_hidden_states=True)
        picture = self._projector(seen.hidden_states[VISION_LAYER][:, 1:])
        before, after = TEMPLATE.format(statement=f"{statement} {REQUEST}").split(IMAGE, 1)
        ids = [self._words(before).input_ids, self._words(after, add_special_tokens=False).input_ids]
        first, last = (self._llama.get_input_embeddings()(torch.tensor([i], device=self._device)) for i in ids)
        return torch.cat([first, picture, last], dim=1)

    def _states(self, read: Any) -> list[Any]:
        """The last states from which ``[SEG]`` was said."""
        import torch

        written = self._llama.generate(
            inputs_embeds=read,
            attention_mask=torch.ones(read.shape[:2], dtype=torch.long, device=self._device),
            max_new_tokens=self._max_tokens,
            do_sample=False,
            output_hidden_states=True,
            return_dict_in_generate=True,
        )
        tokens = zip(written.sequences[0].tolist(), written.hidden_states, strict=True)
        return [layers[-1][0, -1] for token, layers in tokens if token == self._seg]

    def _painted(self, image: Any, states: list[Any]) -> list[NDArray[np.bool_]]:
        import torch

        prompts = self._second(torch.relu(self._first(torch.stack(states))))[None, :, None]
        given = self._resize(image, return_tensors="pt")
        seen = self._sam.get_image_embeddings(given["pixel_values"].to(self._device, self._llama.dtype))
        _, whole = self._sam.prompt_encoder(None, None, None, None)
        places = self._sam.get_image_wide_positional_embeddings()
        masks, _ = self._sam.mask_decoder(
            image_embeddings=getattr(seen, "last_hidden_state", seen),
            image_positional_embeddings=places,
            sparse_prompt_embeddings=prompts,
            dense_prompt_embeddings=whole,
            multimask_output=False,
        )
        (fitted,) = self._resize.post_process_masks(
            masks.float().cpu(), given["original_sizes"], given["reshaped_input_sizes"]
        )
        return [np.asarray(mask[0], dtype=np.bool_) for mask in fitted]

    def _pixels(self, prepare: Any, image: Any) -> Any:
        return prepare(images=image, return_tensors="pt")["pixel_values"].to(self._device, self._llama.dtype)


def _llama() -> Any:
    """The class of transformers, which is told that the other parts' weights lie beside its own."""
    import transformers

    class Speaking(transformers.LlamaForCausalLM):  # type: ignore[misc]
        _keys_to_ignore_on_load_unexpected = tuple(map(re.escape, (PROJECTOR, HIDDEN, PAINTER)))

    return Speaking


def _folder(checkpoint: str, revision: str | None) -> Path:
    """The checkpoint's files on this machine, without those that hold a pickle or a program."""
    if Path(checkpoint).is_dir():
        return Path(checkpoint)
    from huggingface_hub import snapshot_download

    wanted = ["*.safetensors", "*.json", "tokenizer.model"]
    return Path(snapshot_download(checkpoint, revision=revision, allow_patterns=wanted))


def _tensors(folder: Path, prefix: str) -> dict[str, Any]:
    """The tensors whose names begin so, without the prefix."""
    from safetensors import safe_open

    tensors: dict[str, Any] = {}
    for path in sorted(folder.glob("*.safetensors")):
        with safe_open(path, framework="pt") as file:
            names = [name for name in file.keys() if name.startswith(prefix)]  # noqa: SIM118 - it is no mapping
            tensors |= {name.removeprefix(prefix): file.get_tensor(name) for name in names}
    return tensors


def _linear(weights: dict[str, Any], prefix: str) -> Any:
    import torch

    weight, bias = weights[f"{prefix}weight"], weights[f"{prefix}bias"]
    layer = torch.nn.Linear(weight.shape[1], weight.shape[0])
    layer.load_state_dict({"weight": weight, "bias": bias})
    return layer
