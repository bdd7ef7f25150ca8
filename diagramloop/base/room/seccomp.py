"""A filter of system calls: none that looks into other processes, changes the machine, or reaches a network.

The kernel runs a small program on every call (seccomp(2), linux/bpf_common.h). A call that is filtered fails as one
does that is not permitted; what asks for it goes on.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct

_INSTRUCTION = struct.Struct("=HBBI")  # code, steps on if true, steps on if false, value
_LOAD, _JUMP_IF_EQUAL, _JUMP_IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_CALL_OFFSET, _ARCHITECTURE_OFFSET, _FIRST_ARGUMENT_OFFSET = 0, 4, 16  # in struct seccomp_data
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000
_SET_SECCOMP, _FILTER_MODE = 22, 2  # of prctl(2)
_OTHER_X32_CALLS = 0x40000000  # numbers of a second way to call, on x86_64 alone
_LOCAL_SOCKETS = 1  # AF_UNIX

# Numbers of calls: of x86_64 in asm/unistd_64.h, of aarch64 in asm-generic/unistd.h.
_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_FORBIDDEN = {
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "open_by_handle_at": (304, 265),
    "io_uring_setup": (425, 425),  # opens sockets without a call that could be filtered
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "keyctl": (250, 219),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "setns": (308, 268),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "kexec_load": (246, 104),
    "reboot": (169, 142),
}
_SOCKET = (41, 198)


def can_filter() -> bool:
    """True where the numbers of calls are known."""
    return platform.system() == "Linux" and os.uname().machine in _ARCHITECTURES


def filter_calls(*, network: bool) -> None:
    """Puts the filter on this process and all that it will start; nothing happens on other architectures.

    Args:
        network: whether sockets other than local ones may be opened.
    """
    if not can_filter():
        return
    program = _program(os.uname().machine, network=network)
    instructions = ctypes.create_string_buffer(program, len(program))
    length = len(program) // _INSTRUCTION.size
    described = struct.pack("@HP", length, ctypes.addressof(instructions))  # struct sock_fprog
    ctypes.CDLL(None).prctl(_SET_SECCOMP, _FILTER_MODE, described, 0, 0)


def _program(machine: str, *, network: bool) -> bytes:
    column = list(_ARCHITECTURES).index(machine)
    refused = (_RETURN, 0, 0, _FAIL | errno.EPERM)
    steps = [(_LOAD, 0, 0, _ARCHITECTURE_OFFSET), (_JUMP_IF_EQUAL, 1, 0, _ARCHITECTURES[machine]), refused]
    steps.append((_LOAD, 0, 0, _CALL_OFFSET))
    if machine == "x86_64":
        steps += [(_JUMP_IF_AT_LEAST, 0, 1, _OTHER_X32_CALLS), refused]
    for numbers in _FORBIDDEN.values():
        steps += [(_JUMP_IF_EQUAL, 0, 1, numbers[column]), refused]
    if not network:
        steps += [(_JUMP_IF_EQUAL, 0, 3, _SOCKET[column]), (_LOAD, 0, 0, _FIRST_ARGUMENT_OFFSET)]
        steps += [(_JUMP_IF_EQUAL, 1, 0, _LOCAL_SOCKETS), (_RETURN, 0, 0, _FAIL | errno.EACCES)]
    steps.append((_RETURN, 0, 0, _ALLOW))
    return b"".join(_INSTRUCTION.pack(*step) for step in steps)
