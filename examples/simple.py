#!/usr/bin/env python3
"""A bot for Bidwell in plain Python: bidwell play serengeti --seats "you,cmd:python3 examples/simple.py,heuristic"

It takes the first of what is legal half of the time, else any: in most games the first is the modest choice.
"""

import json
import random
import sys


def say(answer):
    print(json.dumps(answer), flush=True)  # without flush the line stays here, and Bidwell waits in vain


def choose(view, luck):
    return view["legal"][0] if luck.random() < 0.5 else luck.choice(view["legal"])


def main():
    luck = random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            luck = random.Random(message["seed"])  # the same seed, the same game
            say({"protocol": 1})
        elif message["type"] == "decide":
            say({"action": choose(message["view"], luck)})
        elif message["type"] == "over":
            break


if __name__ == "__main__":
    main()
