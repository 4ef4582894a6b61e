#!/usr/bin/env python3
"""A UCI engine for tests of the referee: it shakes hands well and then does what its argument says.

crash   ends at the first `go`            hang     never answers `go`, nor `stop`, nor `quit`
illegal plays a1a1                        null     plays 0000
late    answers `go` after its flag fell, with a move that is legal at the start
mute    does not even answer `uci`        novariant  has no UCI_Variant
flood   talks without end and never plays
"""
import os
import sys
import time

fault = sys.argv[1]
black = False
milliseconds = 0
for line in sys.stdin:
    words = line.split()
    command = words[0] if words else ""
    if fault == "mute":
        continue
    if command == "uci":
        print("id name faulty")
        if fault != "novariant":
            print("option name UCI_Variant type combo default chess var chess var madrasi var maharajah")
        print("uciok")
    elif command == "isready":
        print("readyok")
    elif command == "position":
        black = ("moves" in words) != (" b " in line)
    elif command == "go":
        if fault == "crash":
            os._exit(3)
        while fault == "flood":
            print("info string " + 100 * "x")
        if fault == "illegal":
            print("info depth 1 score cp 12 nodes 1")
            print("bestmove a1a1")
        elif fault == "null":
            print("bestmove 0000")
        elif fault == "late":
            clock = "btime" if black else "wtime"
            milliseconds = int(words[words.index(clock) + 1] if clock in words else words[words.index("movetime") + 1])
            time.sleep(milliseconds / 1000 + 0.3)
            print("bestmove", "e7e5" if black else "e2e4")
    elif command == "quit" and fault != "hang":
        break
    sys.stdout.flush()
while fault == "hang":
    time.sleep(1)
