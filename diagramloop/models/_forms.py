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
class AskedForm:
    """The form that a request asks for, and what its server says to such.

    Attributes:
        plain: the request without it.
        server: the key of the server and model; the first outcome of any form stands under it.
        schema: the key of these and the schema.
        store: of calls, in which outcomes are kept.
    """

    plain: httpx2.Request
    server: str
    schema: str
    store: CallStore | None

    @property
    def refused(self) -> bool:
        """True if the server is known to take no form, or not this schema."""
        return False in (self._outcome(self.server), self._outcome(self.schema))

    def take(self) -> None:
        """The server took it."""
        self._enter(self.server, taken=True)

    def refuse(self, complaint: str) -> None:
        """The server answered with ``complaint``, and without the form as it should.

        One that took another form before, or speaks of the schema, refuses this schema alone.
        """
        alone = self._outcome(self.server) or is_of_one_schema(complaint)
        self._enter(self.schema if alone else self.server, taken=False)

    def _outcome(self, key: str) -> bool | None:
        if self.store is None:
            return _outcomes.get(key)
        call = self.store.get(key)
        return None if call is None else call.answer == _TAKEN

    def _enter(self, key: str, *, taken: bool) -> None:
        if self._outcome(key) is not None:
            return
        if self.store is None:
            _outcomes[key] = taken
        else:
            self.store.put(key, Call(b"", _TAKEN if taken else _REFUSED, 0.0))


def asked_form(request: httpx2.Request, store: CallStore | None) -> AskedForm | None:
    """The form that ``request`` asks for; None where it asks for none, or for a user's own."""
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
    place = str(request.url) if store is None else request.url.path  # to a store, all hosts are one
    server = [place, body.get("model")]
    return AskedForm(plain, _key(server), _key([*server, form]), store)


def _key(of: object) -> str:
    return "form " + hashlib.sha256(json.dumps(of, sort_keys=True).encode()).hexdigest()
