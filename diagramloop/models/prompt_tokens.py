"""The tokens of a prompt that a text-to-image model reads, and encodings of prompts that are longer than that.

Text encoders have a window: what lies beyond is cut off in silence. How much that is, is counted here with the
pipeline's own tokenizer. Where the pipeline allows more than its default, long prompts can be read further: T5 and Qwen
by a longer sequence, CLIP in windows of 75 tokens, each encoded alone and put one behind the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class PromptTokens:
    """The tokens of one prompt: how many the model reads from its beginning, and how many are cut off behind."""

    read: int
    cut: int


class PromptEncoding:
    """The way in which a pipeline reads prompts.

    Args:
        pipeline: of diffusers.
        described: ``tokens`` that are read by default, ``most`` that can be, and either ``marks``, the model's own
            that count among its sequence, or ``windows: true``.
        long: whether more is read than by default.
    """

    def __init__(self, pipeline: Any, described: Mapping[str, Any], *, long: bool) -> None:
        self._pipeline, self._described, self._long = pipeline, described, long

    def counted(self, prompt: str) -> PromptTokens:
        """The tokens of ``prompt``, without those that the model itself puts before and behind."""
        whole = len(self._tokens(self._pipeline.tokenizer, prompt))
        read = min(whole, self._described["most" if self._long else "tokens"])
        return PromptTokens(read, whole - read)

    def arguments(self, prompts: Sequence[str]) -> dict[str, Any]:
        """Return the arguments of a call of the pipeline for ``prompts``."""
        usual = {"prompt": list(prompts)}
        if not self._long or all(self.counted(prompt).read <= self._described["tokens"] for prompt in prompts):
            return usual
        if self._described.get("windows"):
            return self._in_windows(prompts)
        return {**usual, "max_sequence_length": self._described["most"] + self._described["marks"]}

    def _in_windows(self, prompts: Sequence[str]) -> dict[str, Any]:
        """Embeddings of SDXL's two encoders side by side, window after window; the first window's are pooled."""
        import torch

        pipe = self._pipeline
        pairs = ((pipe.tokenizer, pipe.text_encoder), (pipe.tokenizer_2, pipe.text_encoder_2))
        windows = max(-(-self.counted(prompt).read // self._described["tokens"]) for prompt in prompts)
        with torch.no_grad():
            both = [self._encoded(*pair, prompts, windows) for pair in pairs]
            none = [self._encoded(*pair, [""] * len(prompts), windows) for pair in pairs]
        zeros = pipe.config.force_zeros_for_empty_prompt  # as the pipeline has it for an empty negative prompt
        positive = {"prompt_embeds": _beside(both), "pooled_prompt_embeds": both[1][1]}
        against = {"prompt_embeds": _beside(none), "pooled_prompt_embeds": none[1][1]}
        negative = {name: torch.zeros_like(positive[name]) if zeros else encoded for name, encoded in against.items()}
        return {**positive, **{f"negative_{name}": encoded for name, encoded in negative.items()}}

    def _encoded(self, tokenizer: Any, encoder: Any, prompts: Sequence[str], windows: int) -> tuple[Any, Any]:
        """States of the last layer but one, shape (prompts, windows * 77, width), and the pooled first window."""
        import torch

        size = self._described["tokens"]
        rows = [
            self._tokens(tokenizer, prompt)[window * size : (window + 1) * size]
            for window in range(windows)
            for prompt in prompts
        ]
        filled = [[tokenizer.bos_token_id, *row, tokenizer.eos_token_id] for row in rows]
        padded = [row + [tokenizer.pad_token_id] * (size + 2 - len(row)) for row in filled]
        ids = torch.tensor(padded, device=self._pipeline._execution_device)
        encoded = encoder(ids, output_hidden_states=True)
        states = encoded.hidden_states[-2].split(len(prompts))
        return torch.cat(states, dim=1), encoded[0][: len(prompts)]

    def _tokens(self, tokenizer: Any, text: str) -> list[int]:
        ids: list[int] = tokenizer(text, add_special_tokens=False, truncation=False, verbose=False).input_ids
        return ids


def _beside(both: Sequence[tuple[Any, Any]]) -> Any:
    import torch

    return torch.cat([states for states, _ in both], dim=-1)
