"""Signals as a terminal's programs have them, whoever runs the tests: ``nohup`` and a shell's ``&`` ignore some."""

from __future__ import annotations

import signal

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def heed_signals() -> None:
    """In a new process, before its program begins: each signal that asks it to end does."""
    for number in ENDING:
        signal.signal(number, signal.SIG_DFL)
