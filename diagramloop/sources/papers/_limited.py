"""Other programs, run on what nobody vouches for: limited in time and memory, in a folder of their own, no shell."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from diagramloop.errors import RejectionReason, SourceError

MEMORY = 1_000_000_000  # bytes of address space
PDF_LIMIT = 120.0  # seconds; a page takes about 0.1
WORKER, VECTORS_WORKER = "_pdf_worker.py", "_pdf_vectors.py"
MAX_OUTPUT = 200_000_000  # bytes of any file that is written


def run_limited(
    command: Sequence[str],
    folder: Path,
    seconds: float,
    environment: Mapping[str, str] | None = None,
    called: str = "",
) -> bytes:
    """Standard output of ``command``, run in ``folder``; its processes end with it.

    Args:
        environment: all that it gets beside PATH, HOME and TMPDIR (``folder`` both) and LC_ALL.
        called: what a person knows it as; by its program's name if nothing.

    Raises:
        SourceError: out of time (TIMEOUT), the program says that it cannot read its file (UNREADABLE, by the status
            EX_DATAERR), or it failed or broke a limit (ENGINE_FAILED); with the end of what it said.
    """
    name = called or Path(command[0]).name
    own = {"PATH": os.environ.get("PATH", ""), "HOME": str(folder), "TMPDIR": str(folder), "LC_ALL": "C"}
    with tempfile.TemporaryFile() as said:  # not a pipe: how much is written is limited as for any file
        process = subprocess.Popen(  # noqa: S603 - a list of arguments, no shell
            list(command),
            cwd=folder,
            env={**own, **(environment or {})},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            start_new_session=True,
            preexec_fn=_limit,
        )
        status = _ended(process, name, seconds)
        said.seek(0)
        output = said.read()
    if status:
        end = " ".join(output[-300:].decode("utf-8", "replace").split()) or f"without a word (status {status})"
        reason = RejectionReason.UNREADABLE if status == os.EX_DATAERR else RejectionReason.ENGINE_FAILED
        raise SourceError(f"{name} failed: {end}", reason=reason)
    return output


def _ended(process: subprocess.Popen[bytes], program: str, seconds: float) -> int:
    """Its exit status; when this returns or raises, none of its processes is left."""
    try:
        return process.wait(timeout=seconds)
    except subprocess.TimeoutExpired as error:
        raise SourceError(f"{program}: no answer in {seconds:g} s", reason=RejectionReason.TIMEOUT) from error
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def run_pdf_reader(*arguments: str, worker: str = WORKER) -> bytes:
    """The last line that the child prints which opens PDF files (:mod:`._pdf_worker`, :mod:`._pdf_vectors`).

    It is run as a file, so that it imports nothing else of ours.

    Args:
        worker: the name of its file.

    Raises:
        SourceError: its libraries are not installed (MISSING), and as :func:`run_limited`.
    """
    if not all(find_spec(package) for package in ("pdfplumber", "pypdfium2")):
        raise SourceError("PDF needs pdfplumber and pypdfium2: pip install 'diagramloop[papers]'")
    command = [sys.executable, "-P", "-W", "ignore", str(Path(__file__).with_name(worker)), *arguments]
    with tempfile.TemporaryDirectory(prefix="diagramloop-pdf-") as temporary:
        paths = os.pathsep.join(path for path in sys.path if path)
        said = run_limited(command, Path(temporary), PDF_LIMIT, {"PYTHONPATH": paths}, "the PDF reader")
    return said.rstrip().rpartition(b"\n")[2]  # libraries may have grumbled before


def _limit() -> None:
    import resource  # POSIX only, as is preexec_fn

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_OUTPUT, MAX_OUTPUT))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
