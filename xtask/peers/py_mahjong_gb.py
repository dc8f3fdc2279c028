"""Hands per second of processor time that PyMahjongGB scores, on the winning hands of a JSON lines file."""

import json
import sys
import time

from MahjongGB import MahjongFanCalculator

SUITS = {"m": "W", "p": "B", "s": "T"}
HONOURS = {"E": "F1", "S": "F2", "W": "F3", "N": "F4", "C": "J1", "F": "J2", "P": "J3"}
WINDS = {"E": 0, "S": 1, "W": 2, "N": 3}
MELDS = {"chow": "CHI", "pung": "PENG", "kong": "GANG", "ckong": "GANG"}
PASSES = 30


def tiles(text):
    out, at = [], 0
    while at < len(text):
        if text[at] in HONOURS:
            out.append(HONOURS[text[at]])
            at += 1
        else:
            out.append(SUITS[text[at + 1]] + text[at])
            at += 2
    return tuple(out)


def meld(one):
    (tile,) = tiles(one["tile"])
    if one["kind"] == "chow":  # named there by its middle tile
        tile = tile[0] + str(int(tile[1]) + 1)
    return MELDS[one["kind"]], tile, one["from"]


def call(hand):
    return (
        tuple(meld(one) for one in hand["melds"]),
        tiles(hand["concealed"]),
        tiles(hand["win"])[0],
        hand["flowers"],
        hand["self_draw"],
        hand["last_of_kind"],
        hand["kong"],
        hand["last_tile"],
        WINDS[hand["seat"]],
        WINDS[hand["round"]],
    )


with open(sys.argv[1], encoding="utf-8") as lines:
    hands = [json.loads(line) for line in lines if line.strip()]
calls = [call(hand) for hand in hands if "error" not in hand["expect"]]
for one in calls:
    MahjongFanCalculator(*one)
started = time.process_time()
for _ in range(PASSES):
    for one in calls:
        MahjongFanCalculator(*one)
print(PASSES * len(calls) / (time.process_time() - started))
