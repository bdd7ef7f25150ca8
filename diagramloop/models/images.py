"""Hosted models that paint: a prompt out, the bytes of a picture back, each call made once and kept.

What comes back is not looked into here: whoever uses it decodes it as any picture from outside.
"""

from __future__ import annotations

import base64
import binascii
import os
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from diagramloop.errors import Cause, ModelError, RejectionReason
from diagramloop.models._attempts import Attempts
from diagramloop.models._server import NO_KEY, ModelServer
from diagramloop.models._wire import dict_of, list_of, no_answer, object_of
from diagramloop.models.calls import Call, Mode
from diagramloop.models.prompts import encodable

MAX_PICTURE = 48 * 2**20  # bytes
_CUT_OFF = "MAX_TOKENS"  # how Gemini ends an answer that was longer than it might be
_REFUSALS = ("SAFETY", "PROHIBITED", "RECITATION", "BLOCKLIST", "SPII")  # in how it ends one that it declines


class ImageEndpoint(ABC):
    """A model behind HTTP; busy and failing servers are asked again, as :class:`~diagramloop.models.endpoint.Endpoint`.

    Args:
        model: as the server calls it.
        base_url: up to and including the version.
        key_env: environment variable that holds the key.
        store, mode: of calls, see :class:`~diagramloop.models.calls.CallStore`; None keeps nothing.
        seconds: after which an attempt is given up.
        attempts: in all.
        pause_seconds: that the server may ask to wait before the next one.
        extra: further fields of every request.

    Attributes:
        name: of the model.

    Raises:
        ModelError: the package openai, whose client speaks to the server, is not installed.
    """

    def __init__(
        self,
        model: str,
        base_url: str,
        key_env: str,
        *,
        store: str | Path | None = None,
        mode: Mode = "record",
        seconds: float = 300.0,
        attempts: int = 5,
        pause_seconds: float = 300.0,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        self.name = model
        self._extra = dict(extra or {})
        self._key = os.environ.get(key_env)
        self._server = ModelServer(
            model, base_url, self._key, self._check, store, mode, Attempts(seconds, attempts, pause_seconds)
        )

    def paint(self, prompt: str) -> bytes:
        """The file of a picture of ``prompt``, in whatever format.

        Raises:
            ModelError: declined (REFUSED), an answer without a picture (EMPTY), a picture beyond MAX_PICTURE
                (TOO_LARGE), or as :meth:`Endpoint.reply`.
        """
        path, body = self._request(encodable(prompt))
        answer, _ = self._server.post(path, {**body, **self._extra}, self._headers())
        encoded = self._picture(dict_of(answer))
        if len(encoded) > MAX_PICTURE * 4 // 3 + 4:
            raise ModelError(f"{self.name}: over {MAX_PICTURE} bytes", reason=RejectionReason.TOO_LARGE)
        return base64.b64decode(encoded)

    def _check(self, call: Call) -> None:
        """See :data:`~diagramloop.models.calls.Check`: a picture, or words or a refusal in place of one."""
        try:
            base64.b64decode(self._picture(object_of(call)), validate=True)
        except (binascii.Error, ValueError) as error:
            raise no_answer(call, f"{self.name} sent a picture that is no base64") from error
        except ModelError as error:
            if error.reason.cause is Cause.WORLD:
                raise

    @abstractmethod
    def _request(self, prompt: str) -> tuple[str, dict[str, Any]]:
        """The path below the base URL, and the body."""

    @abstractmethod
    def _picture(self, answer: Mapping[str, Any]) -> str:
        """The first picture of an answer, in base64.

        Raises:
            ModelError: the model declined (REFUSED) or sent something else (EMPTY), or it was not the model that
                answered, or not to its end (ENGINE_FAILED).
        """

    def _headers(self) -> Mapping[str, Any]:
        """Further headers, or others than the client's own."""
        return {}

    def _none(self, sent: object, reason: RejectionReason) -> ModelError:
        return ModelError(f"{self.name} sent no picture: {str(sent)[:200]!r}", reason=reason)


class OpenAIImages(ImageEndpoint):
    """A model behind ``/images/generations`` in OpenAI's form; only pictures sent along are taken, no addresses."""

    def __init__(
        self,
        model: str,
        base_url: str = "https://api.openai.com/v1",
        key_env: str = "OPENAI_API_KEY",
        *,
        size: str = "1024x1024",
        **calls: Any,
    ) -> None:
        super().__init__(model, base_url, key_env, **calls)
        self._size = size

    def _request(self, prompt: str) -> tuple[str, dict[str, Any]]:
        return "/images/generations", {"model": self.name, "prompt": prompt, "n": 1, "size": self._size}

    def _picture(self, answer: Mapping[str, Any]) -> str:
        pictures = list_of(answer.get("data"))
        encoded = dict_of(pictures[0]).get("b64_json") if pictures else None
        if not isinstance(encoded, str) or not encoded:
            raise self._none(answer, RejectionReason.ENGINE_FAILED)
        return encoded


class GeminiImages(ImageEndpoint):
    """A model behind Gemini's ``generateContent``, which answers with parts, one of them a picture."""

    def __init__(
        self,
        model: str,
        base_url: str = "https://generativelanguage.googleapis.com/v1beta",
        key_env: str = "GEMINI_API_KEY",
        **calls: Any,
    ) -> None:
        super().__init__(model, base_url, key_env, **calls)

    def _request(self, prompt: str) -> tuple[str, dict[str, Any]]:
        contents = [{"role": "user", "parts": [{"text": prompt}]}]
        body = {"contents": contents, "generationConfig": {"responseModalities": ["TEXT", "IMAGE"]}}
        return f"/models/{self.name}:generateContent", body

    def _headers(self) -> Mapping[str, Any]:
        import openai

        return {"x-goog-api-key": self._key or NO_KEY, "Authorization": openai.Omit()}

    def _picture(self, answer: Mapping[str, Any]) -> str:
        candidates = list_of(answer.get("candidates"))
        first = dict_of(candidates[0]) if candidates else {}
        parts = list(map(dict_of, list_of(dict_of(first.get("content")).get("parts"))))
        for part in parts:
            encoded = dict_of(part.get("inlineData")).get("data")
            if isinstance(encoded, str) and encoded and not part.get("thought"):  # thoughts are sketches
                return encoded
        raise self._failure(answer, str(first.get("finishReason", "")), parts)

    def _failure(self, answer: Mapping[str, Any], ended: str, parts: list[dict[str, Any]]) -> ModelError:
        """Why there is no picture: refused, cut off, or nothing but words."""
        blocked = dict_of(answer.get("promptFeedback")).get("blockReason")
        if blocked or any(sign in ended for sign in _REFUSALS):
            return self._none(blocked or ended, RejectionReason.REFUSED)
        if ended == _CUT_OFF or not (ended or parts):
            return self._none(ended or answer, RejectionReason.ENGINE_FAILED)
        return self._none([part.get("text") for part in parts] or answer, RejectionReason.EMPTY)
