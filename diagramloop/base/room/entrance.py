"""The entrance of a room: run as ``python -m diagramloop.base.room.entrance ASKER TOLD MODULE ARGUMENT...``.

It leaves its warden behind, puts on the seal that ``TOLD`` (JSON) names, and then runs a module of ours as a program.
"""

from __future__ import annotations

import json
import resource
import runpy
import sys
from pathlib import Path
from typing import Any

from diagramloop.base.room import answering
from diagramloop.base.room.seal import Seal, put_on
from diagramloop.base.room.warden import under_warden


def main() -> None:
    """Goes in."""
    asker, text, module, *arguments = sys.argv[1:]
    orders = json.loads(text)
    under_warden(int(asker), (), orders["folder"])
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    put_on(_seal(orders["seal"]))
    answering.memory_bytes = orders["memory_bytes"]
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def _seal(orders: dict[str, Any]) -> Seal:
    paths = {name: tuple(map(Path, orders[name])) for name in ("hidden", "fixed", "writable")}
    return Seal(orders["network"], **paths)


if __name__ == "__main__":
    main()
