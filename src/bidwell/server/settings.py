"""The settings of a server: from flags, the environment, a file, or their defaults, in this order."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from ipaddress import ip_network
from pathlib import Path
from typing import Any

from bidwell.core.digits import is_number, value_of
from bidwell.core.errors import Refused
from bidwell.server.lan import EVERYWHERE
from bidwell.server.store import choice

ENVIRONMENT = "BIDWELL_"
"""`BIDWELL_PORT` sets the port. Lists are separated by commas."""
HOST_NAME = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*")
ON, OFF = ("1", "true", "on", "yes"), ("0", "false", "off", "no")
"""How a setting is switched on and off."""


@dataclass(frozen=True)
class Settings:
    """How a server runs."""

    home: Path
    host: str = "127.0.0.1"
    port: int = 8080
    name: tuple[str, ...] = ()
    """Host names to answer to, besides addresses and localhost."""
    proxy: tuple[str, ...] = ()
    """Addresses or networks of proxies whose X-Forwarded-For is believed."""
    metrics: str = ""
    """The address `host:port` at which metrics are served; empty for none."""
    log: str = "text"
    """The format of the log: text or json."""
    lan: bool = False
    """Whether to listen for everybody on the local network."""
    open: bool = False
    """Whether to open the page in a browser."""
    store: str = ""
    """The URL of a PostgreSQL database; empty for SQLite in the folder `home`."""
    internal: str = "127.0.0.1:0"
    """The address `host:port` at which the other servers of the store reach this one."""
    workers: int = 1
    """Number of servers to run on this machine, at one address. More than one need PostgreSQL."""
    bots: int = -1
    """Number of processes in which bots think; -1 for one less than there are cores."""
    lease: float = 5.0
    """Seconds after which the rooms of a server that is gone can be taken over."""


def settings(flags: Mapping[str, Any], default_home: Path) -> Settings:
    """Return the settings of a command line whose flags were not given if they are None. Refuses invalid values."""
    chosen: dict[str, Any] = {"home": default_home}
    chosen |= _from_file(flags.get("config") or os.environ.get(f"{ENVIRONMENT}CONFIG"))
    known = {field.name for field in fields(Settings)}
    chosen |= {name: value for name in known if (value := os.environ.get(f"{ENVIRONMENT}{name.upper()}"))}
    chosen |= {name: value for name, value in flags.items() if name in known and value not in (None, [])}
    return Settings(**{name: _checked(name, value) for name, value in chosen.items()})


def next_address(address: str, place: int) -> str:
    """Return the address of the server at this place: its port is so much higher, unless it is 0 or there is none."""
    host, _, port = address.rpartition(":")
    return f"{host}:{int(port) + place}" if address and int(port) else address


def _from_file(path: str | None) -> dict[str, Any]:
    if not path:
        return {}
    try:
        found = tomllib.loads(Path(path).expanduser().read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise Refused(f"the settings in {path} cannot be read: {problem}") from None
    unknown = found.keys() - {field.name for field in fields(Settings)}
    if unknown:
        raise Refused(f"{path}: there is no setting {', '.join(sorted(unknown))}")
    return found


def _checked(name: str, value: Any) -> Any:
    """Return the value of a setting in its type. Refuses an invalid one."""
    if name in ("name", "proxy"):
        return tuple(_network(each) if name == "proxy" else _host_name(each) for each in _several(name, value))
    if name in ("open", "lan"):
        return _switch(name, value)
    if name == "workers":
        return _within(name, value, 1, 64)
    if name == "bots":
        return _within(name, value, 0, 256)
    if name == "port":
        return _number(name, value)
    if name == "lease":
        return _seconds(name, value)
    return _written(name, value)


def _written(name: str, value: Any) -> Any:
    """Return the value of a setting that is a text. Refuses an invalid one."""
    if not isinstance(value, str | Path):
        raise Refused(f"{name}: {value!r} should be a text")
    if name == "home":
        return Path(value).expanduser()
    if name == "store":
        return choice.checked_url(str(value))
    if name == "log" and value not in ("text", "json"):
        raise Refused(f"log: {value!r} should be text or json")
    if name == "host" and not value:
        raise Refused("host: '' should be an address, such as 127.0.0.1")
    if name == "internal" or (name == "metrics" and value):
        host, _, port = str(value).rpartition(":")
        if not host:
            raise Refused(f"{name}: {value!r} should be an address HOST:PORT")
        if name == "internal" and host.strip("[]") in EVERYWHERE:
            raise Refused(f"{name}: {value!r} should be an address at which the other servers reach this one")
        _number(name, port)
    return value


def _several(name: str, value: Any) -> list[str]:
    """Return the texts of a list, or of a text with commas."""
    several = value.split(",") if isinstance(value, str) else value
    if not isinstance(several, list | tuple) or not all(isinstance(each, str) for each in several):
        raise Refused(f"{name}: {value!r} should be a list of texts")
    return [each.strip() for each in several if each.strip()]


def _switch(name: str, value: Any) -> bool:
    said = str(value).lower()
    if said not in (*ON, *OFF):
        raise Refused(f"{name}: {value!r} should be true or false")
    return said in ON


def _number(name: str, value: Any) -> int:
    if not is_number(str(value)) or value_of(str(value), 65535) > 65535:
        raise Refused(f"{name}: {value!r} should be a whole number from 0 to 65535")
    return int(value)


def _within(name: str, value: Any, least: int, most: int) -> int:
    if not is_number(str(value)) or not least <= value_of(str(value), most + 1) <= most:
        raise Refused(f"{name}: {value!r} should be a whole number from {least} to {most}")
    return int(value)


def _seconds(name: str, value: Any) -> float:
    try:
        seconds = float(value)
    except (TypeError, ValueError):
        seconds = 0.0
    if not 1.0 <= seconds <= 60.0:
        raise Refused(f"{name}: {value!r} should be a number of seconds from 1 to 60")
    return seconds


def _network(value: Any) -> str:
    try:
        found = ip_network(value)
    except ValueError:
        raise Refused(f"proxy: {value!r} should be an address or a network, such as 127.0.0.1") from None
    if not found.prefixlen:
        raise Refused(f"proxy: {value!r} is everybody: name the address or the network of your proxy")
    return str(found)


def _host_name(value: str) -> str:
    """Return a host name as browsers send it. Refuses an address of a page, or one with a port."""
    try:
        name = value.encode("idna").decode().lower()
    except UnicodeError:
        name = ""
    if not HOST_NAME.fullmatch(name):
        raise Refused(f"name: {value!r} should be a host name without scheme and port, such as games.example")
    return name
