"""Pictures beside the page, small enough to be sent: each kept once, as large as it is looked at."""

from __future__ import annotations

import hashlib
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from io import BytesIO
from math import ceil
from pathlib import Path
from types import TracebackType
from typing import Self

from PIL import Image

PIXELS = 4_000_000  # of a picture at most: on the largest chart of the corpus small letters can still be read
QUALITY = 70  # of WebP; what is scored is the picture as it was, which lies in the artifacts
EFFORT = 2  # of 6: more saves few bytes and costs much time
THREADS = 2  # Pillow works beside itself
WAITING = 8  # pictures that wait for a thread, in memory


class Gallery:
    """The folder ``pictures``; whoever leaves the gallery waits until all are written."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "pictures"
        self._folder.mkdir(parents=True, exist_ok=True)
        self._threads = ThreadPoolExecutor(THREADS)
        self._hung: dict[str, Future[int]] = {}
        self._in_order: deque[Future[int]] = deque()

    def __call__(self, picture: bytes) -> str:
        """Path of the picture relative to the page; its name is the hash of the whole picture."""
        name = f"{hashlib.sha256(picture).hexdigest()[:20]}.webp"
        if name not in self._hung:
            if len(self._in_order) >= WAITING:
                self._in_order.popleft().result()
            self._hung[name] = self._threads.submit(lambda: (self._folder / name).write_bytes(reduced(picture)))
            self._in_order.append(self._hung[name])
        return f"pictures/{name}"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._threads.shutdown(cancel_futures=error is not None)
        for written in self._hung.values() if error is None else ():
            written.result()


def reduced(picture: bytes) -> bytes:
    """The picture in at most :data:`PIXELS`, as WebP; as it is where that is not smaller, or it cannot be read."""
    try:
        with Image.open(BytesIO(picture)) as opened:
            shown = opened.convert("RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):  # the browser may know better
        return picture
    if (shrink := ceil((shown.width * shown.height / PIXELS) ** 0.5)) > 1:
        shown = shown.reduce(shrink)  # a whole number: faster than any other
    content = BytesIO()
    shown.save(content, "WEBP", quality=QUALITY, method=EFFORT)
    return min(content.getvalue(), picture, key=len)
