"""A local transformers checkpoint as a chat model."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from diagramloop.errors import ModelError, RejectionReason
from diagramloop.models._errors import gave_up
from diagramloop.models._wire import CONTEXT_FULL, check_completion, reply_of, request_of
from diagramloop.models.allowances import TokenLimits
from diagramloop.models.calls import Call, CallStore, Mode, call_key
from diagramloop.models.chat import Message, Reply, Tool
from diagramloop.models.checkpoints import load_checkpoint, record_digest, require

MAX_TOKENS = 1_024  # written, where neither the caller nor the configuration says anything
MOST_TOKENS = 2**31 - 1  # where a model has no limit
_PATH = "/local/chat"  # under which the store knows these calls


class LocalChat:
    """A causal language model with a chat template, decoded greedily.

    Only safetensors weights are read (a pickle could run code), and no code of the model's own.

    Args:
        model: path of its folder or of an adapter's (LoRA), or hub id.
        revision: of the hub id.
        device: as torch calls it.
        dtype: as torch calls it; the checkpoint's own if None.
        store, mode: as for :class:`~diagramloop.models.endpoint.Endpoint`; calls are known by the name and
            revision of the model, so weights that change need another store, but for those of the project's own making.
        max_tokens, thinking_tokens: of answers, see :class:`~diagramloop.models.allowances.TokenLimits`; 1,024 where
            nobody says anything, and never more than the context holds. What is cut off there is the model's answer,
            for decoded again it would be the same.

    Raises:
        ModelError: torch or transformers is not installed, or the checkpoint cannot be loaded or has no chat template
            (MISSING).
    """

    reads_pictures = False
    _needs: tuple[str, ...] = ("torch", "transformers")
    _kinds = ("AutoTokenizer", "AutoModelForCausalLM")  # of transformers' classes

    def __init__(
        self,
        model: str,
        revision: str | None = None,
        device: str = "cpu",
        dtype: str | None = None,
        *,
        store: str | Path | None = None,
        mode: Mode = "record",
        max_tokens: int | Mapping[str, int | None] | None = None,
        thinking_tokens: int = 0,
    ) -> None:
        require(f"local model {model!r}", *self._needs)
        self.name = Path(model).name
        self._identity = {"model": model, "revision": revision, "dtype": dtype}
        if (record := record_digest(model)) is not None:
            self._identity["record"] = record
        self._limits = TokenLimits(max_tokens, thinking_tokens)
        self._calls = CallStore(Path(store), mode) if store is not None else None
        self._processor, self._model = load_checkpoint(
            model, self._kinds, revision=revision, device=device, dtype=dtype
        )
        if self._processor.chat_template is None:
            raise ModelError(f"local model {model!r} has no chat template")
        self._control = _control_tokens(self._processor)

    def reply(self, messages: Sequence[Message], *, tools: Sequence[Tool] = (), max_tokens: int | None = None) -> Reply:
        """See :meth:`ChatModel.reply`; tools are offered if the checkpoint's template knows them.

        Raises:
            ModelError: it reads no pictures (MISSING: one that does is), more than the model's context (TOO_LARGE), an
                empty answer (EMPTY), or the network or its template failed (ENGINE_FAILED, OUT_OF_MEMORY).
        """
        if not self.reads_pictures and any(message.pictures for message in messages):
            raise ModelError(f"{self.name} reads no pictures", reason=RejectionReason.MISSING)
        asked = {**request_of(messages, tools), "max_tokens": self._limits.of(max_tokens) or MAX_TOKENS}
        body = json.dumps({**self._identity, **asked}, sort_keys=True).encode()
        call = self._call(body, asked)
        return reply_of(json.loads(call.answer), call.seconds, asked)

    def _call(self, body: bytes, asked: Mapping[str, Any]) -> Call:
        if self._calls is None:
            return self._made(body, asked)
        key = call_key("POST", _PATH, body)
        kept = self._calls.kept(key, f"a call of {self.name}", check_completion)
        return kept or self._calls.put(key, self._made(body, asked))

    def _made(self, body: bytes, asked: Mapping[str, Any]) -> Call:
        from jinja2 import TemplateError

        began = time.perf_counter()
        try:
            answer = json.dumps(self._completion(asked), sort_keys=True).encode()
        except (RuntimeError, MemoryError, ValueError, TemplateError) as error:  # the last: no such roles in it
            raise gave_up(self.name, error) from error
        return Call(body, answer, time.perf_counter() - began)

    def _completion(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """The response that an endpoint would send back."""
        import torch

        prompt = self._prompt(asked)
        length = int(prompt["input_ids"].shape[1])
        most = min(asked["max_tokens"], self._room(length))
        with torch.inference_mode():
            written = self._model.generate(**prompt, max_new_tokens=most, do_sample=False)[0, length:]
        text = self._processor.decode(written, skip_special_tokens=True)
        usage = {"prompt_tokens": length, "completion_tokens": len(written)}
        choice = {"message": {"content": text}, "finish_reason": self._end(written, asked["max_tokens"])}
        return {"choices": [choice], "usage": usage}

    def _end(self, written: Any, limit: int) -> str:
        """The end of an answer, as endpoints call it: by itself, at the limit of the request, or of the context."""
        ends = self._model.generation_config.eos_token_id
        if len(written) and int(written[-1]) in (ends if isinstance(ends, list) else [ends]):
            return "stop"
        return "length" if len(written) >= limit else CONTEXT_FULL

    def _prompt(self, asked: Mapping[str, Any]) -> Mapping[str, Any]:
        messages = [{**message, "content": self._content(message["content"])} for message in asked["messages"]]
        prompt = self._processor.apply_chat_template(
            messages,
            tools=asked.get("tools"),
            add_generation_prompt=True,
            tokenize=True,
            return_dict=True,
            return_tensors="pt",
        ).to(self._model.device)
        return prompt

    def _room(self, length: int) -> int:
        """Tokens that the context holds after a prompt of ``length``."""
        limit = getattr(self._model.config.get_text_config(), "max_position_embeddings", None)
        if limit is not None and length >= limit:
            raise ModelError(f"{self.name} has a context of {limit} tokens", reason=RejectionReason.TOO_LARGE)
        return MOST_TOKENS if limit is None else limit - length

    def _content(self, content: str | list[dict[str, Any]]) -> Any:
        """Content of a message, as the checkpoint's template takes it."""
        return self._plain(str(content))

    def _plain(self, text: str) -> str:
        """``text`` in which no control token is one: a quoted word must not end a message or begin another."""
        return self._control.sub(lambda token: f"{token[0][0]} {token[0][1:]}", text)


def _control_tokens(processor: Any) -> re.Pattern[str]:
    tokenizer = getattr(processor, "tokenizer", processor)
    tokens = [token.content for token in tokenizer.added_tokens_decoder.values() if token.special]
    return re.compile("|".join(map(re.escape, sorted(tokens, key=len, reverse=True))) or r"(?!)")
