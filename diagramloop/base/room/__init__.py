"""A room for what is foreign: a process of its own, sealed, whose whole tree is counted, limited and ended together.

What nobody vouches for runs in a :class:`Room`: native drawing engines, readers of office files and PDF, archives, and
each scored system (by :mod:`assets.machinery`). A module of ours is the room's content; it answers requests of bytes::

    # diagramloop/thing/_in_room.py
    from diagramloop.base.room import answer_calls
    if __name__ == "__main__":
        answer_calls(function)  # of bytes to bytes; what it raises is refused with its reason

    # who asks
    room = Room("the reader of things", "diagramloop.thing._in_room", limits=Limits(seconds=30, memory_bytes=2**30))
    content = room.call(request)  # or a DiagramloopError with the function's message and reason

Nothing that comes out of a room is unpickled.
"""

import diagramloop.base.room._posix  # noqa: F401 - first, for it refuses other systems
from diagramloop.base.room.answering import answer_calls, answer_requests, limit_asking
from diagramloop.base.room.limits import Limits, limit_data
from diagramloop.base.room.room import Room
from diagramloop.base.room.seal import Seal, kernel_seals, within_every_room

__all__ = [
    "Limits",
    "Room",
    "Seal",
    "answer_calls",
    "answer_requests",
    "kernel_seals",
    "limit_asking",
    "limit_data",
    "within_every_room",
]
