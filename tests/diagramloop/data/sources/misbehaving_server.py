"""A server on this machine that misbehaves in every way we could think of."""

from __future__ import annotations

import contextlib
import hashlib
import time

from local_server import QuietHandler

CONTENT = bytes(range(256)) * 1000
SHA256 = hashlib.sha256(CONTENT).hexdigest()
PAGE = b"\n<!DOCTYPE html><html><body>Please log in</body></html>"


class Handler(QuietHandler):
    """The first part of the path says how to misbehave."""

    seen: dict[str, list[str | None]]

    def do_GET(self) -> None:
        way = self.path.split("/")[1]
        ranges = self.seen.setdefault(way, [])
        ranges.append(self.headers.get("Range"))
        getattr(self, f"way_{way}")(len(ranges))

    def way_whole(self, _: int) -> None:
        begin = int((self.headers.get("Range") or "bytes=0-")[len("bytes=") : -1])
        if begin >= len(CONTENT):
            self.send(416, b"", {"Content-Range": f"bytes */{len(CONTENT)}"})
        elif begin:
            self.send(206, CONTENT[begin:], {"Content-Range": f"bytes {begin}-{len(CONTENT) - 1}/{len(CONTENT)}"})
        else:
            self.send(200, CONTENT)

    def way_norange(self, _: int) -> None:
        self.send(200, CONTENT)

    def way_cut(self, time: int) -> None:
        if time > 1:
            return self.way_whole(time)
        self.send(200, CONTENT, cut=100_000)
        return None

    def way_cutagain(self, _: int) -> None:
        self.send(200, CONTENT, cut=100_000)

    def way_otherpart(self, _: int) -> None:
        self.send(206, CONTENT[7:], {"Content-Range": f"bytes 7-{len(CONTENT) - 1}/{len(CONTENT)}"})

    def way_missing(self, _: int) -> None:
        self.send(404, b"no such file")

    def way_busy(self, time: int) -> None:
        self.send(*((429, b"", {"Retry-After": "7"}) if time == 1 else (503, b"") if time == 2 else (200, CONTENT)))

    def way_never(self, _: int) -> None:
        self.send(503, b"", {"Retry-After": "86400"})

    def way_page(self, _: int) -> None:
        self.send(200, PAGE)

    def way_file(self, _: int) -> None:
        self.send(302, b"", {"Location": "file:///etc/hostname"})

    def way_ftp(self, _: int) -> None:
        self.send(302, b"", {"Location": "ftp://127.0.0.1/x"})

    def way_moved(self, _: int) -> None:
        self.send(301, b"", {"Location": "/whole/x"})

    def way_circle(self, _: int) -> None:
        self.send(302, b"", {"Location": "/circle/x"})

    def way_drip(self, _: int) -> None:
        self.send_response(200)
        self.end_headers()
        with contextlib.suppress(OSError):  # until the client has left
            for sign in CONTENT:
                self.wfile.write(bytes([sign]))
                time.sleep(0.01)
