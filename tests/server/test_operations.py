"""For people who run a server: logs, metrics, settings, and the files that start it."""

from __future__ import annotations

import http.client
import json
import logging
import re
import shutil
import socket
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from bidwell import Refused
from bidwell.cli import Parser
from bidwell.cli.serve import arguments
from bidwell.server.logs import OneLine, room_tag
from bidwell.server.metrics import BOUNDS, Histogram, metrics_of
from bidwell.server.run import serve
from bidwell.server.settings import Settings, settings
from checks.kills import Server
from tests.server.helpers import PATIENCE, Device, Served, asked

ROOT = Path(__file__).parent.parent.parent
HOME = Path("/games")


# Logs


def logged(as_json: bool, message: str, error: Exception | None = None, room: str = "") -> str:
    record = logging.LogRecord("bidwell.server", logging.ERROR, "", 1, message, (), None)
    vars(record).update(room_tag(room), created=0.0)
    if error is not None:
        try:
            raise error
        except Exception as raised:
            record.exc_info = (type(raised), raised, raised.__traceback__)
    return OneLine(as_json).format(record)


def test_a_line_has_time_level_room_and_message() -> None:
    """The log has only the start of a room's id, so that its readers cannot enter the room."""
    line = logged(False, "room could not\nbe saved", room="abcdefghijkl")
    assert line == "1970-01-01T00:00:00Z ERROR room=abcdef room could not be saved"


def test_an_error_is_one_line_too() -> None:
    """With its kind, its text and where it was raised."""
    line = logged(False, "a bot could not choose", ZeroDivisionError("a fault\nof ours"))
    assert re.fullmatch(r".* a bot could not choose: ZeroDivisionError: a fault of ours at logged:\d+", line)


def test_a_line_has_no_codes_of_a_terminal() -> None:
    """A stranger's text in an error must not change what the operator reads."""
    line = logged(False, "a\x1b[31mred", ValueError("b\x1b[2Jred\u202e"))
    assert line.isprintable()
    assert "a?[31mred" in line
    assert "b?[2Jred?" in line


def test_errors_of_the_event_loop_are_logged_like_others() -> None:
    """A failure in a callback is reported by asyncio, over many lines without this."""
    program = "import logging; from bidwell.server import logs; logs.set_up('json')"
    command = [sys.executable, "-c", f"{program}; logging.getLogger('asyncio').error('a fault\\nof ours')"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert json.loads(done.stderr)["message"] == "a fault of ours"


def test_lines_can_be_json() -> None:
    """With the same parts."""
    found = json.loads(logged(True, "it failed", ValueError("why"), room="abcdefghijkl"))
    assert {*found} == {"time", "level", "room", "message", "error"}


# Metrics


@pytest.fixture
def port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def measured(port: int) -> dict[str, float]:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        connection.sendall(b"GET /metrics HTTP/1.1\r\nhost: x\r\n\r\n")
        content = b"".join(iter(lambda: connection.recv(1 << 16), b""))
    head, _, body = content.decode().partition("\r\n\r\n")
    assert "text/plain; version=0.0.4" in head
    lines = [line for line in body.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def test_metrics_are_at_an_address_of_their_own(tmp_path: Path, port: int) -> None:
    """Not where strangers are: they would tell how many unnoticed actions are played."""
    served = Served(tmp_path / "home", metrics=f"127.0.0.1:{port}")
    assert served.ask("GET", "/metrics")[0] == 404
    room, tokens = served.room()
    with Device(served, room, *tokens) as device:
        before = measured(port)
        device.play(asked(device), "pass")
        served.refused("GET", "/api/rooms/nowhere")
        after = measured(port)
    served.stop()
    assert after["bidwell_connections"] == 1
    for name in ("bidwell_actions_total", "bidwell_action_seconds_count", 'bidwell_action_seconds_bucket{le="+Inf"}'):
        assert after[name] == before[name] + 1
    assert after["bidwell_commit_seconds_count"] > before["bidwell_commit_seconds_count"]
    assert after['bidwell_errors_total{kind="http_404"}'] == 1
    for queue in ("bidwell_bots_waiting", "bidwell_analyses_waiting", "bidwell_writes_waiting"):
        assert after[queue] == 0


def test_every_metric_is_explained(served: Served) -> None:
    """Operators find each name on the page about running a server."""
    names = {*re.findall(r"^# TYPE (\w+) ", metrics_of(served.house), re.M)}
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    assert len(names) > 5
    assert {name for name in names if f"`{name}" not in page} == set()


def test_a_histogram_counts_what_is_at_most_as_long() -> None:
    """Each bucket includes the smaller ones."""
    histogram = Histogram()
    for seconds in (0.0005, 0.001, 0.3, 100.0):
        histogram.observe(seconds)
    lines = dict(line.rsplit(" ", 1) for line in histogram.lines("x") if not line.startswith("#"))
    assert lines[f'x_bucket{{le="{BOUNDS[0]}"}}'] == "2"
    assert lines['x_bucket{le="0.5"}'] == "3"
    assert (lines['x_bucket{le="+Inf"}'], lines["x_count"]) == ("4", "4")


def test_readiness_can_be_asked_for(served: Served) -> None:
    """Like health."""
    assert served.ask("GET", "/readyz")[::2] == (200, b"ok\n")


# Settings


def test_a_flag_counts_before_the_environment_and_that_before_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not set anywhere has its default."""
    written = 'host = "0.0.0.0"\nport = 1\nlog = "json"\nname = ["a.example", "b.example"]\n'
    (tmp_path / "bidwell.toml").write_text(written)
    monkeypatch.setenv("BIDWELL_CONFIG", str(tmp_path / "bidwell.toml"))
    monkeypatch.setenv("BIDWELL_PORT", "2")
    monkeypatch.setenv("BIDWELL_LOG", "text")
    monkeypatch.setenv("BIDWELL_PROXY", "10.0.0.0/8, 127.0.0.1")
    found = settings({"port": 3, "host": None, "name": [], "config": None}, HOME)
    expected = Settings(HOME, "0.0.0.0", 3, ("a.example", "b.example"), ("10.0.0.0/8", "127.0.0.1/32"), log="text")
    assert found == expected


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("PORT", "70000", "port: '70000' should be a whole number from 0 to 65535"),
        ("PROXY", "me", "proxy: 'me' should be an address or a network, such as 127.0.0.1"),
        ("PROXY", "0.0.0.0/0", "proxy: '0.0.0.0/0' is everybody: name the address or the network of your proxy"),
        ("PROXY", "::/0", "proxy: '::/0' is everybody: name the address or the network of your proxy"),
        ("NAME", "https://a.example", "name: 'https://a.example' should be a host name without scheme and port"),
        ("NAME", "a.example:443", "name: 'a.example:443' should be a host name without scheme and port"),
        ("NAME", "a..example", "name: 'a..example' should be a host name without scheme and port"),
        ("LOG", "xml", "log: 'xml' should be text or json"),
        ("LAN", "maybe", "lan: 'maybe' should be true or false"),
        ("METRICS", "9000", "metrics: '9000' should be an address HOST:PORT"),
        ("METRICS", "9000:x", "metrics: 'x' should be a whole number from 0 to 65535"),
        ("CONFIG", "/nowhere.toml", "the settings in /nowhere.toml cannot be read: "),
    ],
)
def test_a_wrong_setting_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, why: str
) -> None:
    """It names the setting."""
    monkeypatch.setenv(f"BIDWELL_{name}", value)
    with pytest.raises(Refused) as refused:
        settings({}, HOME)
    assert str(refused.value).startswith(why)


def test_a_host_name_is_as_browsers_send_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """In lower case and in ASCII."""
    monkeypatch.setenv("BIDWELL_NAME", "Games.example, sp\u00eele.example")
    assert settings({}, HOME).name == ("games.example", "xn--sple-1pa.example")


def test_an_unknown_setting_is_refused(tmp_path: Path) -> None:
    """A misspelt setting must not be ignored."""
    (tmp_path / "bidwell.toml").write_text("prot = 80\n")
    with pytest.raises(Refused, match="there is no setting prot"):
        settings({"config": str(tmp_path / "bidwell.toml")}, HOME)


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("name = 5", "name: 5 should be a list of texts"),
        ("proxy = [1]", "proxy: [1] should be a list of texts"),
        ("host = 7", "host: 7 should be a text"),
        ("internal = ''", "internal: '' should be an address HOST:PORT"),
        (
            "internal = '0.0.0.0:9000'",
            "internal: '0.0.0.0:9000' should be an address at which the other servers reach this one",
        ),
        ("host = ''", "host: '' should be an address, such as 127.0.0.1"),
        ("home = 5", "home: 5 should be a text"),
        ("metrics = 9000", "metrics: 9000 should be a text"),
        ("open = 'maybe'", "open: 'maybe' should be true or false"),
        ("port = true", "port: True should be a whole number from 0 to 65535"),
        ("lease = [5]", "lease: [5] should be a number of seconds from 1 to 60"),
    ],
)
def test_a_setting_of_a_wrong_type_is_refused(tmp_path: Path, written: str, why: str) -> None:
    """A file may hold numbers, lists and texts where others are meant."""
    (tmp_path / "bidwell.toml").write_text(written)
    with pytest.raises(Refused) as refused:
        settings({"config": str(tmp_path / "bidwell.toml")}, HOME)
    assert str(refused.value) == why


def test_an_address_for_metrics_that_is_taken_is_refused_at_the_start(tmp_path: Path, port: int) -> None:
    """Before the server says where it is, and in a sentence."""
    with socket.create_server(("127.0.0.1", port)), pytest.raises(Refused, match="metrics: cannot listen at"):
        serve(Settings(tmp_path, port=0, metrics=f"127.0.0.1:{port}"))


def test_behind_a_proxy_nobody_opens_the_server_to_the_network(tmp_path: Path) -> None:
    """There strangers may seem to be at the machine itself. Nor do they learn its address."""
    server = Server(tmp_path / "home", "--name", "games.example", "--host", "0.0.0.0")
    try:
        asked = http.client.HTTPConnection("127.0.0.1", server.port, PATIENCE)
        asked.request("POST", "/api/house", json.dumps({"lan": True}))
        refused = asked.getresponse()
        assert (refused.status, refused.read() != b"") == (409, True)
        asked.request("GET", "/api/house", headers={"X-Forwarded-For": "192.0.2.7"})
        assert json.load(asked.getresponse())["links"] == []
        asked.close()
    finally:
        server.kill()


# Files


@pytest.mark.parametrize("name", ["Dockerfile", "deploy/compose.yaml", "deploy/bidwell.service"])
def test_the_files_that_start_a_server_use_flags_that_exist(name: str) -> None:
    """After `serve` there is no flag that it does not know."""
    parser = Parser()
    arguments(parser)
    (command,) = re.findall(r".*\bserve\b(.*--home.*)", (ROOT / name).read_text())
    flags = {*re.findall(r"--[a-z]+", command)}
    assert flags
    assert flags <= {*parser._option_string_actions}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_understands_its_unit(tmp_path: Path) -> None:
    """Every setting is known, and has a value that is allowed."""
    unit = (ROOT / "deploy" / "bidwell.service").read_text()
    (tmp_path / "bidwell.service").write_text(unit.replace("/opt/bidwell/bin/bidwell", sys.executable))
    command = ["systemd-analyze", "verify", f"{tmp_path}/bidwell.service"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_image_copies_what_is_there() -> None:
    """And what it copies is not left out of what Docker is sent."""
    copied = re.findall(r"^COPY (\S+) \S+$", (ROOT / "Dockerfile").read_text(), re.M)
    sent = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert copied
    for name in copied:
        assert (ROOT / name).exists()
        assert name in sent


def test_the_image_has_what_a_server_needs() -> None:
    """Also one that keeps its games in PostgreSQL, and one with machine code, in the versions that are tested."""
    (pinned,) = re.findall(r"-r (requirements/\S+)$", (ROOT / "Dockerfile").read_text(), re.M)
    needed, tested = (
        {*re.findall(r"^[a-z0-9-]+==\S+", (ROOT / name).read_text(), re.M)}
        for name in (pinned, "requirements/test.txt")
    )
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    for extra in ("serve", "native", "postgres"):
        for package in extras[extra]:
            assert any(each.startswith(f"{re.split('[^a-z0-9-]', package)[0]}==") for each in needed), package
    assert needed <= tested


def test_the_image_notices_whether_its_server_is_healthy(served: Served) -> None:
    """Its health check succeeds with a server, and fails without one."""
    (written,) = re.findall(r"^HEALTHCHECK CMD (\[.*\])$", (ROOT / "Dockerfile").read_text(), re.M)
    with socket.create_server(("127.0.0.1", 0)) as free:
        nobody = free.getsockname()[1]
    for port, healthy in ((served.port, True), (nobody, False)):
        _, *command = json.loads(written.replace("8000", str(port)))
        done = subprocess.run([sys.executable, *command], capture_output=True, check=False, timeout=PATIENCE)
        assert (done.returncode == 0) is healthy


def test_compose_runs_the_image_of_this_folder() -> None:
    """It can be read, its volume is declared, and metrics are not published."""
    compose = pytest.importorskip("yaml").safe_load((ROOT / "deploy" / "compose.yaml").read_text())
    service = compose["services"]["bidwell"]
    assert (ROOT / "deploy" / service["build"] / "Dockerfile").is_file()
    assert {volume.partition(":")[0] for volume in service["volumes"]} == {*compose["volumes"]}
    (published,) = service["ports"]
    assert published.endswith(":8000")
    assert "--metrics 0.0.0.0:9000" in service["command"]
