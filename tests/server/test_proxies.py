"""The examples of proxies in docs/: tried with the programs themselves, where they are installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from checks import proxies
from checks.kills import Flaw, Server


@pytest.mark.slow
@pytest.mark.parametrize("name", proxies.PROXIES)
def test_the_example_works(tmp_path: Path, name: str) -> None:
    """The page, a table over TLS, and the addresses of clients, behind the example as it is documented."""
    if why := proxies.missing(name):
        pytest.skip(why)
    proxies.run(name, tmp_path)


@pytest.mark.slow
def test_a_proxy_that_nobody_named_would_be_noticed(tmp_path: Path) -> None:
    """The check can fail: a server that believes every address."""
    if why := proxies.missing("nginx"):
        pytest.skip(why)
    server = Server(tmp_path / "home", "--proxy", "127.0.0.0/8", "--name", proxies.NAME)
    try:
        with proxies.running("nginx", tmp_path, server.port) as proxy, pytest.raises(Flaw, match="of a stranger"):
            proxies.check_strangers(proxy)
    finally:
        server.kill()
