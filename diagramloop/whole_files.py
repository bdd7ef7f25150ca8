"""Files that are written whole or not at all, whatever is killed or full meanwhile."""

from __future__ import annotations

import secrets
from pathlib import Path


def write_whole(path: Path, content: str | bytes) -> None:
    """Puts ``content`` (text as UTF-8) at ``path`` in one step; a file that was there is as it was until then.

    Raises:
        OSError: it cannot be written; names ``path``.
    """
    unfinished = path.with_name(f".{path.name[:100]}.{secrets.token_hex(8)}")
    try:
        unfinished.write_bytes(content.encode() if isinstance(content, str) else content)
        unfinished.replace(path)
    except OSError as error:
        error.filename = str(path)
        raise
    finally:
        unfinished.unlink(missing_ok=True)
