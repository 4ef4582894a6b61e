#!/usr/bin/env python3
"""Check the python-chess boards against the project's data files.

    scripts/check_boards.py [--depth N] [--nodes N] [DATA_DIRECTORY]

Every line of the files about moves and results is checked, and of the perft files the depths up to
`--depth` whose count is at most `--nodes`. Exits 1 when a line does not hold.
"""

import argparse
import pathlib
import sys
from typing import Iterator, List

import chess
from sepoy_boards import BOARDS

KINDS = ("cases", "regressions", "moves", "composed", "results", "perft")
DATA = pathlib.Path(__file__).resolve().parent.parent / "tests" / "data"


def marked_moves(board: chess.Board) -> List[str]:
    """The legal moves with `+` check, `#` mate and `=` stalemate marks, sorted."""
    moves = []
    for move in board.legal_moves:
        name = board.uci(move)
        board.push(move)
        check, stuck = board.is_check(), not board.is_variant_end() and not any(board.legal_moves)
        board.pop()
        moves.append(name + ("#" if check and stuck else "+" if check else "=" if stuck else ""))
    return sorted(moves)


def result(board: chess.Board) -> str:
    """How the game stands, in the words of the results files."""
    mover, other = ("white", "black") if board.turn == chess.WHITE else ("black", "white")
    if board.is_variant_loss():
        return f"maharajah captured ({other} wins)"
    if board.is_checkmate():
        return f"checkmate ({other} wins)"
    return "stalemate" if board.is_stalemate() else "ongoing"


def perft(board: chess.Board, depth: int) -> int:
    """The number of lines of `depth` plies."""
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += perft(board, depth - 1)
        board.pop()
    return nodes


def findings(kind: str, board: chess.Board, fields: List[str], depth: int, nodes: int) -> Iterator[str]:
    """What of one data line does not hold."""
    if kind == "results":
        check = "check" if board.is_check() else "-"
        if [check, result(board)] != fields[:2]:
            yield f"{check}|{result(board)}, expected {'|'.join(fields[:2])}"
    elif kind == "perft":
        for entry in fields[0].split():
            plies, count = map(int, entry.split(":"))
            if plies <= depth and count <= nodes and (counted := perft(board, plies)) != count:
                yield f"perft {plies} counts {counted}, expected {count}"
    else:
        found, expected = marked_moves(board), sorted(fields[0].split())
        if found != expected:
            yield f"moves {' '.join(found)}, expected {' '.join(expected)}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--depth", type=int, default=3, help="deepest perft counted")
    parser.add_argument("--nodes", type=int, default=3000, help="largest perft counted")
    parser.add_argument("data", nargs="?", type=pathlib.Path, default=DATA, help="directory of the data files")
    options = parser.parse_args()

    lines = failures = 0
    for path in sorted(options.data.glob("*.txt")):
        kind = path.name.split("-")[0].removesuffix(".txt")
        if kind not in KINDS:
            continue
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line or line.startswith("#"):
                continue
            variant, fen, *fields = line.split("|")
            board = BOARDS[variant](fen)
            lines += 1
            for finding in findings(kind, board, fields, options.depth, options.nodes):
                failures += 1
                print(f"{path.name}: {variant} {fen}: {finding}")
    print(f"{lines} lines checked, {failures} do not hold")
    return 1 if failures or not lines else 0


if __name__ == "__main__":
    sys.exit(main())
