"""A private PostgreSQL in a temporary folder, reached by a Unix socket, for checks, tests and benchmarks.

It is the PostgreSQL that the distribution installs. As root it runs as the user `postgres`, because it refuses root.
"""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

import psycopg

FOLDERS = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/usr/local/bin", "/opt/homebrew/bin")
"""Where distributions install PostgreSQL's programs."""
SETTINGS = {
    "listen_addresses": "''",
    "max_connections": "200",
    "shared_buffers": "64MB",
    "recovery_init_sync_method": "syncfs",
}
PATIENCE = 60
_numbers = itertools.count(1)


def programs() -> Path | None:
    """Return the folder with `initdb` and `pg_ctl`, the newest version, or None if PostgreSQL is not installed."""
    found = [path.parent for folder in FOLDERS for path in Path("/").glob(f"{folder[1:]}/initdb")]
    return max(found, key=str, default=None)


class Postgres:
    """A PostgreSQL server with databases of its own. Close it to delete them."""

    def __init__(self, **settings: str) -> None:
        found = programs()
        if found is None:
            raise FileNotFoundError("PostgreSQL is not installed (Debian: apt-get install postgresql)")
        self._bin = found
        self._folder = Path(tempfile.mkdtemp(prefix="bidwell-pg-", dir="/tmp"))
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(self._folder, user.pw_uid, user.pw_gid)
        self._run("initdb", "-D", self._data, "-U", "bidwell", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        lines = [f"{name} = {value}" for name, value in {**SETTINGS, **settings}.items()]
        lines += [f"unix_socket_directories = '{self._folder}'", "unix_socket_permissions = 0700"]
        with (Path(self._data) / "postgresql.auto.conf").open("a") as file:
            file.write("\n".join(lines) + "\n")
        self.start()

    @property
    def _data(self) -> str:
        return str(self._folder / "data")

    def url(self, database: str = "postgres") -> str:
        """Return the URL of one of its databases."""
        return f"postgresql://bidwell@/{database}?host={self._folder}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        log = str(self._folder / "log")
        self._run("pg_ctl", "start", "-D", self._data, "-w", "-t", str(PATIENCE), "-l", log)

    def stop(self, mode: str = "immediate") -> None:
        """Stop it: `immediate` is like a crash, `fast` cuts all connections."""
        self._run("pg_ctl", "stop", "-D", self._data, "-w", "-m", mode)

    def restart(self) -> None:
        """Stop it as in a crash, and start it again."""
        self.stop()
        self.start()

    def database(self, template: str = "template1") -> str:
        """Create a database and return its URL."""
        name = f"house_{next(_numbers)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def drop(self, url: str) -> None:
        """Delete a database, also while it is used."""
        self.execute(f"DROP DATABASE {url.partition('@/')[2].partition('?')[0]} WITH (FORCE)")

    def execute(self, statement: str) -> None:
        """Run a statement as the administrator."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(statement)

    def close(self) -> None:
        """Stop it and delete everything."""
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._bin / program), *arguments]
        if os.geteuid() == 0:
            command = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", *command]
        environment = {**os.environ, "LC_ALL": "C"}
        with (self._folder / "commands").open("ab") as output:
            done = subprocess.run(
                command, stdout=output, stderr=output, cwd=self._folder, env=environment, timeout=PATIENCE, check=False
            )
        if done.returncode:
            raise OSError(f"{program} failed: {(self._folder / 'commands').read_text()[-2000:]}")
