"""Seals, which bound what an occupant may touch: by Landlock and seccomp of Linux, where the kernel has them.

Landlock grants and cannot deny: all that lies beside the way to a hidden folder is granted by name, and the folder is
not. What comes to lie there later is not granted either. Seals hold for all that the process starts, and cannot be
taken off. Sources: landlock(7), seccomp(2), linux/landlock.h, linux/seccomp.h.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from diagramloop.base.room.seccomp import can_filter, filter_calls

UNSEALED = "unsealed"
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # numbers of the calls, on every architecture
_VERSION = 1  # asks create_ruleset for the version that the kernel has
_BENEATH = 1  # a rule on a path
_NO_NEW_PRIVILEGES = 38  # of prctl(2)
_RIGHTS_BY_VERSION = {1: 13, 2: 14, 3: 15, 4: 15}  # on files, counted; later versions have 16
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_TRUNCATE, _DEVICE_CONTROL = 1 << 14, 1 << 15
_OF_A_FILE = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _DEVICE_CONTROL
_READING = _EXECUTE | _READ_FILE | _READ_DIR
_TCP = 0b11  # bind and connect
_SIGNALS_OUT, _ABSTRACT_SOCKETS_OUT = 0b10, 0b01
_SCOPES_SINCE, _TCP_SINCE = 6, 4


@dataclass(frozen=True)
class Seal:
    """Bounds of what an occupant may touch.

    Attributes:
        network: whether it may open sockets other than those between processes of this machine.
        hidden: files and folders whose content it cannot read or write; names of what lies there can be listed.
        fixed: files and folders that it cannot write.
        writable: what it can write all the same, within what is fixed.
    """

    network: bool = False
    hidden: tuple[Path, ...] = ()
    fixed: tuple[Path, ...] = ()
    writable: tuple[Path, ...] = ()


class _Process:
    """The state of this process."""

    seal = Seal(network=True)


@contextmanager
def within_every_room(seal: Seal) -> Iterator[None]:
    """Within the block, every room that this process opens has ``seal`` besides its own; hidden and fixed alike."""
    before, _Process.seal = _Process.seal, seal
    try:
        yield
    finally:
        _Process.seal = before


def of_every_room() -> Seal:
    """The seal that every room has that this process opens now."""
    return _Process.seal


def widened(seal: Seal, folder: str) -> Seal:
    """The seal of a room: with what is so in every room, and with its own ``folder``, where it can write."""
    every = _Process.seal
    return Seal(
        seal.network,
        (*seal.hidden, *every.hidden),
        (*seal.fixed, *every.fixed),
        (*seal.writable, *every.writable, Path(folder)),
    )


@lru_cache(maxsize=1)
def kernel_seals() -> str:
    """Means by which this machine seals rooms, in words: ``landlock 7, seccomp``, or ``unsealed``."""
    if sys.platform != "linux":
        return UNSEALED
    seals = []
    if version := _version():
        seals.append(f"landlock {version}")
    if can_filter():
        seals.append("seccomp")
    return ", ".join(seals) or UNSEALED


def put_on(seal: Seal) -> None:
    """Seals this process and all that it will start. Where the kernel has no such means, nothing happens."""
    if sys.platform != "linux":
        return
    _libc().prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    if version := _version():
        _restrict_to(seal, version)
    filter_calls(network=seal.network)


def _version() -> int:
    """Landlock's version on this kernel; 0 without it."""
    return max(0, int(_libc().syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION))))


def _restrict_to(seal: Seal, version: int) -> None:
    rights = (1 << _RIGHTS_BY_VERSION.get(version, 16)) - 1
    tcp = 0 if seal.network or version < _TCP_SINCE else _TCP
    scopes = 0
    if version >= _SCOPES_SINCE:
        scopes = _SIGNALS_OUT if seal.network else _SIGNALS_OUT | _ABSTRACT_SOCKETS_OUT
    attributes = struct.pack("=QQQ", rights, tcp, scopes)
    ruleset = _called(_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), ctypes.c_uint32(0))
    try:
        for path, granted in _grants(seal, rights):
            _grant(ruleset, path, granted)
        _called(_RESTRICT_SELF, ruleset, ctypes.c_uint32(0))
    finally:
        os.close(ruleset)


def _grants(seal: Seal, rights: int) -> Iterator[tuple[Path, int]]:
    """Rights by path; a path has those of all that it lies within, too."""
    hidden, fixed, writable = ({path.resolve() for path in paths} for paths in (seal.hidden, seal.fixed, seal.writable))
    ways = {parent for path in (*hidden, *fixed) for parent in path.parents}
    yield Path("/"), _READ_DIR  # modules are looked for in folders on the way
    waiting = [(Path("/"), rights)]
    while waiting:
        path, granted = waiting.pop()
        if path in hidden:
            continue
        if path in fixed:
            granted = rights & _READING
        if path in ways:
            waiting += [(entry, granted) for entry in _entries(path)]
        else:
            yield path, granted
    for path in writable:
        if hidden.isdisjoint((path, *path.parents)):
            yield path, rights


def _entries(folder: Path) -> list[Path]:
    """All that lies in ``folder``; what a link leads to is granted where it lies itself."""
    try:
        with os.scandir(folder) as entries:
            return [Path(entry.path) for entry in entries if not entry.is_symlink()]
    except OSError:
        return []


def _grant(ruleset: int, path: Path, rights: int) -> None:
    """Grants ``rights`` at ``path`` and all below; a path that cannot be opened grants nothing."""
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError:
        return
    try:
        if not path.is_dir():
            rights &= _OF_A_FILE
        rule = struct.pack("=Qi", rights, descriptor)
        _called(_ADD_RULE, ruleset, ctypes.c_uint32(_BENEATH), rule, ctypes.c_uint32(0))
    finally:
        os.close(descriptor)


def _called(number: int, *arguments: object) -> int:
    """Calls the kernel.

    Raises:
        OSError: it refused.
    """
    answer = int(_libc().syscall(ctypes.c_long(number), *arguments))
    if answer < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return answer


@lru_cache(maxsize=1)
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)
