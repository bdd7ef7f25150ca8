"""A server that speaks the Hub's protocol as its client does: it takes what is pushed, and gives it back."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import dataclass, field
from typing import Any, ClassVar

from local_server import LocalServer, QuietHandler

COMMIT = "1" * 40


@dataclass
class HubServer:
    """Repositories in memory.

    Attributes:
        created: bodies of the requests that made repositories.
        files: by repository, the bytes of each file.
        refuses: a status with which everything is answered; 0 for none.
        asked: the lines of all requests.
    """

    created: list[dict[str, Any]] = field(default_factory=list)
    files: dict[str, dict[str, bytes]] = field(default_factory=dict)
    refuses: int = 0
    asked: list[str] = field(default_factory=list)

    def serve(self) -> LocalServer:
        """The server; to be closed."""
        return LocalServer(type("Handler", (_Handler,), {"hub": self}))


class _Handler(QuietHandler):
    hub: ClassVar[HubServer]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.hub.asked.append(f"POST {self.path}")
        if self.hub.refuses:
            self.send(self.hub.refuses, b"{}")
        elif self.path == "/api/repos/create":
            self.hub.created.append(json.loads(body))
            owner = self.hub.created[-1].get("organization") or "me"
            self.told({"url": f"{self.own}/datasets/{owner}/{self.hub.created[-1]['name']}"})
        elif "/preupload/" in self.path:
            names = [file["path"] for file in json.loads(body)["files"]]
            plain = [{"path": name, "uploadMode": "regular", "shouldIgnore": False} for name in names]
            self.told({"files": plain})
        elif "/commit/" in self.path:
            self.committed(body)
        else:
            self.told({"valid": True, "errors": [], "warnings": []})

    def committed(self, body: bytes) -> None:
        repository = self.path.split("/commit/")[0].removeprefix("/api/datasets/")
        kept = self.hub.files.setdefault(repository, {})
        for line in map(json.loads, body.splitlines()):
            if line["key"] == "file":
                kept[line["value"]["path"]] = base64.b64decode(line["value"]["content"])
        self.told({"commitUrl": f"{self.own}/datasets/{repository}/commit/{COMMIT}", "commitOid": COMMIT})

    @property
    def own(self) -> str:
        """The server's address."""
        return f"http://{self.headers['host']}"

    def do_GET(self) -> None:
        self.answered(with_body=True)

    def do_HEAD(self) -> None:
        self.answered(with_body=False)

    def answered(self, with_body: bool) -> None:
        self.hub.asked.append(f"{self.command} {self.path}")
        path = self.path.removeprefix("/api").removeprefix("/datasets/").replace("/tree/", "/re/")
        repository, _, rest = path.partition("/re")
        kept = self.hub.files.get(repository)
        name = rest.split("/", 2)[-1]
        if self.hub.refuses or kept is None:
            self.send(self.hub.refuses or 404, b"{}", {"X-Error-Code": "RepoNotFound"})
        elif "/tree/" in self.path:
            self.told([{"type": "file", "path": n, "size": len(c), "oid": COMMIT} for n, c in kept.items()])
        elif not rest.startswith("solve/"):
            siblings = [{"rfilename": name} for name in kept]
            self.told({"id": repository, "sha": COMMIT, "siblings": siblings, "private": True})
        elif name in kept:
            headers = {"ETag": f'"{hashlib.sha256(kept[name]).hexdigest()}"', "X-Repo-Commit": COMMIT}
            self.send(200, kept[name], headers, cut=None if with_body else 0)
        else:
            self.send(404, b"{}", {"X-Error-Code": "EntryNotFound"})

    def told(self, value: object) -> None:
        self.send(200, json.dumps(value).encode(), {"content-type": "application/json"})
