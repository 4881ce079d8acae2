#!/usr/bin/env python3
"""A bot for Bidwell in plain Python: bidwell play serengeti --seats "you,cmd:python3 examples/simple.py,heuristic"

Half of the time it chooses the first legal action, which is the most modest one in most games; else a random one.
"""

import json
import random
import sys


def say(answer):
    print(json.dumps(answer), flush=True)  # without flush the line stays in a buffer, and the bot times out


def choose(view, rng):
    return view["legal"][0] if rng.random() < 0.5 else rng.choice(view["legal"])


def main():
    rng = random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            rng = random.Random(message["seed"])  # the same seed gives the same game
            say({"protocol": 1})
        elif message["type"] == "decide":
            say({"action": choose(message["view"], rng)})
        elif message["type"] == "over":
            break


if __name__ == "__main__":
    main()
