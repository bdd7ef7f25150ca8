"""Servers and the forms of answers (``response_format``): which takes which is found out by asking, and kept.

A server may take no form at all, or not this schema. It is then asked without, and that is kept beside the calls, so
that no later process asks again; where no calls are kept, for the life of the process.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

import httpx2

from diagramloop.models._complaints import is_of_one_schema
from diagramloop.models._wire import FORM_NAME, dict_of
from diagramloop.models.calls import Call, CallStore

_TAKEN, _REFUSED = b"taken", b"refused"
_outcomes: dict[str, bool] = {}  # of this process, where no calls are kept


@dataclass(frozen=True)
class FormedRequest:
    """A request for an answer in a form of ours.

    Attributes:
        plain: the same without the form.
        server: the key of its server and model.
        schema: the key of these and the schema.
    """

    plain: httpx2.Request
    server: str
    schema: str


def formed(request: httpx2.Request, *, anywhere: bool) -> FormedRequest | None:
    """``request`` taken apart; None where it asks for no form, or for a user's own.

    Args:
        anywhere: whether the server's host does not matter, as to a store of calls.
    """
    if FORM_NAME.encode() not in request.read():
        return None
    body: dict[str, Any] = dict_of(json.loads(request.read()))
    form = dict_of(dict_of(body.pop("response_format", None)).get("json_schema"))
    if form.get("name") != FORM_NAME:
        return None
    headers = {name: value for name, value in request.headers.items() if name != "content-length"}
    plain = httpx2.Request(
        request.method, request.url, headers=headers, content=json.dumps(body), extensions=request.extensions
    )
    server = [request.url.path if anywhere else str(request.url), body.get("model")]
    return FormedRequest(plain, _key(server), _key([*server, form]))


def _key(of: object) -> str:
    return "form " + hashlib.sha256(json.dumps(of, sort_keys=True).encode()).hexdigest()


class FormOutcomes:
    """What servers said to forms. Of a server, the first outcome stands.

    Args:
        store: of calls, in which it is kept; None keeps it for the life of the process.
    """

    def __init__(self, store: CallStore | None) -> None:
        self._store = store

    def refused(self, request: FormedRequest) -> bool:
        """True if the server is known to take no form, or not this schema."""
        return self._outcome(request.server) is False or self._outcome(request.schema) is False

    def take(self, request: FormedRequest) -> None:
        """The server took it."""
        self._enter(request.server, taken=True)

    def refuse(self, request: FormedRequest, complaint: str) -> None:
        """The server answered with ``complaint``, and without the form as it should.

        A server that took another form before, or speaks of the schema, refuses this schema alone.
        """
        one_schema = self._outcome(request.server) or is_of_one_schema(complaint)
        self._enter(request.schema if one_schema else request.server, taken=False)

    def _outcome(self, key: str) -> bool | None:
        if self._store is None:
            return _outcomes.get(key)
        call = self._store.get(key)
        return None if call is None else call.answer == _TAKEN

    def _enter(self, key: str, *, taken: bool) -> None:
        if self._outcome(key) is not None:
            return
        if self._store is None:
            _outcomes[key] = taken
        else:
            self._store.put(key, Call(b"", _TAKEN if taken else _REFUSED, 0.0))
