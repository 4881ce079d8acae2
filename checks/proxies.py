"""Do the examples for nginx and Caddy work? Runs each before a server of its own, with TLS, on this machine.

The page, a room and a table over a WebSocket must work through the proxy, and X-Forwarded-For must count only from it.
"""

from __future__ import annotations

import http.client
import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets.sync.client import connect
from websockets.typing import Origin

from checks.kills import Flaw, Server

DOCS = Path(__file__).parents[1] / "docs"
NAME = "games.example"
PATIENCE = 30.0
BURST = 30
"""Number of changes that an address may make at once."""
FIRST, SECOND, STRANGER = "127.0.0.5", "127.0.0.6", "127.0.0.7"
"""Addresses of this machine: two people behind the proxy, and one who goes around it."""


@dataclass(frozen=True)
class Proxy:
    """A running proxy: its port, the port of the server behind it, and a context that trusts its certificate."""

    port: int
    behind: int
    trust: ssl.SSLContext

    def ask(self, method: str, path: str, body: Any = None, address: str = FIRST, **headers: str) -> tuple[int, bytes]:
        """Ask through the proxy, with TLS; return status and body."""
        raw = socket.create_connection(("127.0.0.1", self.port), PATIENCE, (address, 0))
        asked = http.client.HTTPConnection(NAME, self.port)
        asked.sock = self.trust.wrap_socket(raw, server_hostname=NAME)
        return _answered(asked, method, path, body, {"origin": f"https://{NAME}:{self.port}", **headers})

    def ask_directly(self, method: str, path: str, body: Any, **headers: str) -> tuple[int, bytes]:
        """Ask the server itself, around the proxy."""
        asked = http.client.HTTPConnection("127.0.0.1", self.behind, PATIENCE, source_address=(STRANGER, 0))
        return _answered(asked, method, path, body, headers)


def _answered(
    asked: http.client.HTTPConnection, method: str, path: str, body: Any, headers: dict[str, str]
) -> tuple[int, bytes]:
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        asked.request(method, path, None if body is None else json.dumps(body), names)
        answer = asked.getresponse()
        return answer.status, answer.read()
    finally:
        asked.close()


# The proxies


def nginx(folder: Path, port: int, behind: int) -> list[str]:
    """Write the example with other ports and paths; return the command that runs it."""
    example = (DOCS / "nginx.conf").read_text(encoding="utf-8")
    example = _replaced(example, "listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    example = _replaced(example, "127.0.0.1:8080;", f"127.0.0.1:{behind};")
    for ending in ("pem", "key"):
        example = _replaced(example, f"/etc/ssl/{NAME}.{ending}", f"{folder}/{NAME}.{ending}")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    (folder / "nginx.conf").write_text(
        f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;\n"
        f"events {{}}\nhttp {{ access_log off;\n{paths}{example}}}\n"
    )
    return ["nginx", "-p", f"{folder}", "-c", f"{folder}/nginx.conf", "-e", f"{folder}/error.log"]


def caddy(folder: Path, port: int, behind: int) -> list[str]:
    """Write the example with other ports and a certificate of our own; return the command that runs it."""
    example = (DOCS / "Caddyfile").read_text(encoding="utf-8")
    own = f"\ttls {folder}/{NAME}.pem {folder}/{NAME}.key\n\tbind 127.0.0.1\n"
    example = _replaced(example, f"{NAME} {{\n", f"https://{NAME}:{port} {{\n{own}")
    example = _replaced(example, "reverse_proxy 127.0.0.1:8080", f"reverse_proxy 127.0.0.1:{behind}")
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{example}")
    return ["caddy", "run", "--config", f"{folder}/Caddyfile", "--adapter", "caddyfile"]


PROXIES: dict[str, Callable[[Path, int, int], list[str]]] = {"nginx": nginx, "caddy": caddy}


def missing(name: str) -> str:
    """Return why a proxy cannot be tried, or an empty text."""
    lacking = [program for program in (name, "openssl") if shutil.which(program) is None]
    return f"{lacking[0]} is not installed" if lacking else ""


def _replaced(text: str, old: str, new: str) -> str:
    if text.count(old) < 1:
        raise Flaw(f"the example has no {old!r} any more")
    return text.replace(old, new)


@contextmanager
def running(name: str, folder: Path, behind: int) -> Iterator[Proxy]:
    """Run the example of a proxy before the server at this port."""
    trust = ssl.create_default_context(cafile=_certificate(folder))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = PROXIES[name](folder, port, behind)
    surroundings = {**os.environ, "HOME": f"{folder}", "XDG_DATA_HOME": f"{folder}", "XDG_CONFIG_HOME": f"{folder}"}
    with (folder / "output").open("wb") as output:
        process = subprocess.Popen(command, env=surroundings, stdout=output, stderr=output)
    try:
        _wait_for(port, process, folder / "output")
        yield Proxy(port, behind, trust)
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _certificate(folder: Path) -> Path:
    files = ["-keyout", f"{folder}/{NAME}.key", "-out", f"{folder}/{NAME}.pem"]
    wanted = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}", "-days", "2", "-nodes"]
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", *files, *wanted]
    subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
    return folder / f"{NAME}.pem"


def _wait_for(port: int, process: subprocess.Popen[bytes], output: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise Flaw(f"it did not start: {output.read_text()[-500:]}")


# What must hold


def check_page(proxy: Proxy) -> None:
    """The page and its API are served over TLS."""
    for path, wanted in (("/", b"<!doctype html"), ("/api/games", b"serengeti")):
        status, body = proxy.ask("GET", path)
        if status != 200 or wanted not in body.lower():
            raise Flaw(f"{path} was answered {status}: {body[:100]!r}")


def check_table(proxy: Proxy) -> None:
    """A room opened from the page is played over a WebSocket with TLS."""
    wanted = {"game": "serengeti", "seats": [{"who": "me", "name": f"P{seat}"} for seat in range(3)]}
    status, body = proxy.ask("POST", "/api/rooms", wanted)
    if status != 200:
        raise Flaw(f"a room was refused: {status} {body!r}")
    made = json.loads(body)
    raw = socket.create_connection(("127.0.0.1", proxy.port), PATIENCE, (FIRST, 0))
    here = f"{NAME}:{proxy.port}"
    address = f"wss://{here}/ws/{made['room']['id']}"
    origin = Origin(f"https://{here}")
    with connect(address, sock=raw, ssl=proxy.trust, server_hostname=NAME, origin=origin) as there:
        there.send(json.dumps({"say": "hello", "tokens": [*made["tokens"].values()]}))
        while not (view := json.loads(there.recv(PATIENCE))).get("view", {}).get("legal"):
            pass
        act = {"say": "act", "seat": view["seat"], "seq": view["seq"], "key": "key-00000001"}
        there.send(json.dumps({**act, "action": view["view"]["legal"][0]}))
        while json.loads(there.recv(PATIENCE)).get("key") != "key-00000001":
            pass


def check_addresses(proxy: Proxy) -> None:
    """The limits count the address that the proxy saw, whatever the client says about itself."""
    if not _is_limited(lambda forged: proxy.ask("POST", "/api/rooms", {}, FIRST, x_forwarded_for=forged)):
        raise Flaw("a forged X-Forwarded-For was believed through the proxy")
    if proxy.ask("POST", "/api/rooms", {}, SECOND)[0] == 429:
        raise Flaw("one person behind the proxy uses up the limit of another")


def check_strangers(proxy: Proxy) -> None:
    """X-Forwarded-For of somebody who goes around the proxy is ignored."""
    if not _is_limited(lambda forged: proxy.ask_directly("POST", "/api/rooms", {}, x_forwarded_for=forged)):
        raise Flaw("a forged X-Forwarded-For of a stranger was believed")


def _is_limited(ask: Callable[[str], tuple[int, bytes]]) -> bool:
    """Return whether changes are refused in the end, each sent with another forged address."""
    return 429 in [ask(f"10.0.0.{number}")[0] for number in range(BURST + 15)]


CHECKS = (check_page, check_table, check_addresses, check_strangers)


def run(name: str, folder: Path) -> None:
    """Try the example of one proxy. Raises Flaw if something does not hold."""
    server = Server(folder / "home", "--proxy", "127.0.0.1", "--name", NAME)
    try:
        with running(name, folder, server.port) as proxy:
            for check in CHECKS:
                check(proxy)
    finally:
        server.kill()


def main() -> None:
    failed = False
    for name in PROXIES:
        if why := missing(name):
            print(f"left out {name}: {why}")
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                run(name, Path(folder))
                print(f"held     {name}: page, table over TLS, addresses of clients, forged addresses")
            except Flaw as flaw:
                failed = True
                print(f"FAILED   {name}: {flaw}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
