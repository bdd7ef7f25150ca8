"""Kosmos-2: a language model that writes location tokens beside the phrases it grounds (Peng et al., 2023)."""

from __future__ import annotations

import time
from typing import Any, ClassVar

import numpy as np

from diagramloop.asking import Need
from diagramloop.engines.attribute._asking import pictured, quoted
from diagramloop.engines.attribute.baselines._regions import placed_boxes
from diagramloop.engines.parse import read_picture
from diagramloop.engines.parse.blackboard import RGB
from diagramloop.evaluation.contestants.attributors import Attribution, AttributionTask, Step
from diagramloop.models.chat import Usage
from diagramloop.models.checkpoints import load_checkpoint, require

MAX_STATEMENT = 1_500  # characters; the network's context is 2,048 tokens
_KINDS = ("AutoProcessor", "Kosmos2ForConditionalGeneration")  # of transformers' classes
_NO_TAGS = str.maketrans("<>", "  ")  # or a question could bring location tokens of its own


class Kosmos2:
    """Grounds the statement as one phrase: the referring expression grounding of the published checkpoint.

    Only safetensors weights are read, and no code of the checkpoint's own.

    Args:
        checkpoint: path of its folder, or hub id.
        revision: of the hub id.
        device: as torch calls it.
        max_tokens: written at most; a box takes four.

    Raises:
        ModelError: torch or transformers is not installed, or the checkpoint cannot be loaded (MISSING).
    """

    name = "kosmos2"
    needs: ClassVar = (Need.PICTURE,)

    def __init__(
        self,
        checkpoint: str = "microsoft/kosmos-2-patch14-224",
        revision: str | None = None,
        device: str = "cpu",
        max_tokens: int = 128,
    ) -> None:
        require(self.name, "torch", "transformers")
        self._processor, self._model = load_checkpoint(checkpoint, _KINDS, revision=revision, device=device)
        self._max_tokens = max_tokens

    def attribute(self, task: AttributionTask) -> Attribution:
        """Regions only; no node is named.

        Raises:
            AttributionError: the task has no picture (NOT_ASKED).
            PictureError: or none that can be read.
        """
        picture = read_picture(pictured(task))
        statement = quoted(f"{task.question} {task.answer}"[:MAX_STATEMENT]).translate(_NO_TAGS)
        began = time.perf_counter()
        prompted, written = self._written(picture, f"<grounding><phrase> {statement.strip()}</phrase>")
        seconds = time.perf_counter() - began
        text = self._processor.decode(written, skip_special_tokens=True)
        _, entities = self._processor.post_process_generation(text)
        corners = np.array([box for _, _, boxes in entities for box in boxes], dtype=np.float64)
        regions = placed_boxes(corners.reshape(-1, 2, 2), (picture.shape[1], picture.shape[0]))
        step = Step(self.name, {"statement": statement}, text, 1000 * seconds)
        return Attribution(regions=regions, trace=(step,), usage=Usage(prompted, len(written), seconds, 1))

    def _written(self, picture: RGB, prompt: str) -> tuple[int, Any]:
        """Return the numbers of tokens that were read and written."""
        import torch
        from PIL import Image

        read = self._processor(text=prompt, images=Image.fromarray(picture), return_tensors="pt")
        read = read.to(self._model.device)
        with torch.inference_mode():
            sequences = self._model.generate(**read, max_new_tokens=self._max_tokens, do_sample=False)
        length = int(read["input_ids"].shape[1])
        return length, sequences[0, length:]
