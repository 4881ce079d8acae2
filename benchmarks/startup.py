"""How long `import bidwell` takes: the best of some fresh interpreters, less what Python itself needs."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.startup", description=__doc__)
    parser.add_argument("--times", type=int, default=15, help="how many interpreters to start; default: %(default)s")
    times = max(1, parser.parse_args().times)
    bare = best("pass", times)
    programs = {"import bidwell": "import bidwell", "and a deal": "import bidwell as b; b.game('bids').deal()"}
    for name, code in programs.items():
        print(f"{name:<16}{1000 * (best(code, times) - bare):6.0f} ms more than Python alone, best of {times}")


def best(code: str, times: int) -> float:
    """The best time in seconds to start an interpreter, run this code and exit."""

    def once() -> float:
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - begin

    return min(once() for _ in range(times))


if __name__ == "__main__":
    main()
