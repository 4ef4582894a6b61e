#!/usr/bin/env python3
"""Play games between two UCI engines in any of Sepoy's rule sets, judged by the python-chess boards.

    scripts/play_game.py [--variant V] [--games N] [--nodes N | --time SECONDS | --clock SECONDS+INCREMENT]
                         [--pgn FILE] ENGINE [ENGINE]

One engine alone plays itself. python-chess refuses an illegal move, so a game that ends has ended by
the rules. Prints a line for each game; exits 1 when an engine misbehaves: an illegal move, no move, a
flag that falls.
"""

import argparse
import pathlib
import sys
import time
from typing import List, Optional, Sequence

import chess
import chess.engine
import chess.pgn
from sepoy_boards import BOARDS, register


def verdict(board: chess.Board) -> Optional[str]:
    """How the game has ended; None while it goes on. Draws are taken as soon as they can be claimed."""
    outcome = board.outcome()
    if outcome is not None:
        return outcome.termination.name.lower().replace("_", " ")
    if board.is_repetition(3):
        return "threefold repetition"
    return "fifty moves" if board.is_fifty_moves() else None


class Clock:
    """Both sides' clocks."""

    def __init__(self, seconds: float, increment: float) -> None:
        self.left = {chess.WHITE: seconds, chess.BLACK: seconds}
        self.increment = increment

    def limit(self) -> chess.engine.Limit:
        """What to tell an engine."""
        return chess.engine.Limit(white_clock=self.left[chess.WHITE], black_clock=self.left[chess.BLACK],
                                  white_inc=self.increment, black_inc=self.increment)

    def spend(self, color: chess.Color, seconds: float) -> None:
        """Book the time of one move. Raises EngineError when the flag falls."""
        self.left[color] -= seconds
        if self.left[color] < 0:
            raise chess.engine.EngineError(f"the flag falls {-self.left[color]:.3f} s before the move")
        self.left[color] += self.increment


def play(engines: Sequence[chess.engine.SimpleEngine], board: chess.Board, limit: Optional[chess.engine.Limit],
         clock: Optional[Clock]) -> str:
    """Play the game on `board` to its end, the first engine moving first, by the clock if there is one."""
    game = object()
    while (end := verdict(board)) is None:
        begin = time.perf_counter()
        move = engines[len(board.move_stack) % 2].play(board, clock.limit() if clock else limit, game=game).move
        if clock:
            clock.spend(board.turn, time.perf_counter() - begin)
        if move is None:
            raise chess.engine.EngineError(f"no move in {board.fen()}")
        board.push(move)
    return end


def seconds_and_increment(text: str) -> List[float]:
    """`0.2+0.01` as two numbers."""
    seconds, increment = text.split("+")
    return [float(seconds), float(increment)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variant", choices=BOARDS, default="chess")
    parser.add_argument("--fen", help="start from this position")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--nodes", type=int, help="nodes a move")
    parser.add_argument("--time", type=float, help="seconds a move, 0.1 if nothing is said")
    parser.add_argument("--clock", type=seconds_and_increment, help="seconds a game and a move: 0.2+0.01")
    parser.add_argument("--pgn", type=pathlib.Path, help="append the games to this file")
    parser.add_argument("engine", nargs="+", help="the engines' commands, one or two")
    options = parser.parse_args()

    register()
    kind = BOARDS[options.variant]
    limit = chess.engine.Limit(nodes=options.nodes, time=options.time or (None if options.nodes else 0.1))
    engines: List[chess.engine.SimpleEngine] = []
    try:
        for command in (options.engine * 2)[:2]:
            engines.append(chess.engine.SimpleEngine.popen_uci(command.split()))
        for number in range(options.games):
            board = kind(options.fen or kind.starting_fen)
            order = engines if number % 2 == 0 else engines[::-1]
            end = play(order, board, limit, Clock(*options.clock) if options.clock else None)
            result = board.result(claim_draw=True)
            print(f"{options.variant} game {number + 1}: {result} {end}, {len(board.move_stack)} plies, {board.fen()}", flush=True)
            if options.pgn:
                names = order if board.root().turn == chess.WHITE else order[::-1]
                game = chess.pgn.Game.from_board(board)
                game.headers.update(White=names[0].id["name"], Black=names[1].id["name"], Round=str(number + 1))
                with options.pgn.open("a", encoding="utf-8") as file:
                    print(game, end="\n\n", file=file)
    except (OSError, chess.engine.EngineError) as error:
        print(f"{options.variant}: {error}", file=sys.stderr)
        return 1
    finally:
        for engine in engines:
            engine.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
