#!/usr/bin/env python3
"""Hold an engine's move generator to the python-chess boards on random positions.

    scripts/check_engine.py [--seed N] [--count N] [--depth N] [--nodes N] [--variant V ...] ENGINE

The engine counts each position's lines by `go perft DEPTH`; the boards, written independently from the
definitions, count them too. Positions with more than `--nodes` lines are passed over. Exits 1 when a
count differs, with the moves in which it does.
"""

import argparse
import random
import sys
from typing import Dict, Optional

import chess
from check_boards import perft
from perft_compare import Engine
from random_positions import positions
from sepoy_boards import BOARDS


def board_counts(board: chess.Board, depth: int, nodes: int) -> Optional[Dict[str, int]]:
    """The lines after each move; None when there are more than `nodes` in all."""
    counts: Dict[str, int] = {}
    for move in list(board.legal_moves):
        name = board.uci(move)
        board.push(move)
        counts[name] = perft(board, depth - 1) if depth > 1 else 1
        board.pop()
        if sum(counts.values()) > nodes:
            return None
    return counts


def engine_counts(engine: Engine, variant: str, fen: str, depth: int) -> Dict[str, int]:
    """The lines after each move, as the engine counts them."""
    engine.ask(f"setoption name UCI_Variant value {variant}\nposition fen {fen}\nisready", "readyok")
    answer = engine.ask(f"go perft {depth}", "Nodes searched")
    pairs = (line.split(":") for line in answer[:-1] if ":" in line and not line.startswith("info"))
    return {move: int(count) for move, count in pairs}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100, help="positions of each rule set")
    parser.add_argument("--depth", type=int, default=2)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--variant", choices=BOARDS, nargs="+", default=list(BOARDS))
    parser.add_argument("engine", help="the engine's binary")
    options = parser.parse_args()

    engine = Engine(options.engine)
    differences = 0
    for variant in options.variant:
        compared = lines = 0
        for fen, board in positions(random.Random(options.seed), variant):
            expected = board_counts(board, options.depth, options.nodes)
            if expected is None:
                continue
            found = engine_counts(engine, variant, fen, options.depth)
            if found != expected:
                differences += 1
                moves = sorted(move for move in found.keys() | expected.keys() if found.get(move) != expected.get(move))
                print(variant, fen, *(f"{move}: {found.get(move)}, boards {expected.get(move)};" for move in moves))
            compared, lines = compared + 1, lines + sum(expected.values())
            if compared == options.count:
                break
        print(f"{variant}: {compared} positions, {lines} lines", flush=True)
    print(f"{differences} positions differ")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
