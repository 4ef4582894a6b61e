#!/usr/bin/env python3
"""How long the maharajah lives: games between UCI engines in the rules of docs/maharajah.md.

    scripts/maharajah_lives.py --white ENGINE --black ENGINE [--games N] [--limit "movetime 200"]

ENGINE is the command of an engine that knows Maharajah, or one of Debian's two, which are taught our rules:
`fairy-stockfish` or `sjaakii`. Games begin in the eight usual set-ups in turn; from the ninth on Black's first
move is drawn by lot, the same for all engines. Draws are taken as soon as they can be claimed.

Prints a line for each game and the average number of Black's moves until the maharajah is taken. A game that ends
otherwise counts as `--longest` moves. A game in which an engine gives no legal move is void: Sjaak's Black now and
then answers `@@@@`.
"""

import argparse
import concurrent.futures
import pathlib
import random
import shlex
import statistics
import subprocess
import sys
import tempfile
import threading
from typing import List, NamedTuple, Optional

import chess
from sepoy_boards.maharajah import MaharajahBoard

FAIRY_STOCKFISH = """\
[maharajah]
pieceToCharTable = PNBRQ..M.......Kpnbrq..m.......k
amazon = m
knight = n
bishop = b
rook = r
queen = q
king = k
pawn = p
startFen = rnbqkbnr/pppppppp/8/8/8/8/8/4M3 b kq - 0 1
promotionPieceTypes = -
mandatoryPawnPromotion = false
extinctionValue = loss
extinctionPieceTypes = *
castling = true
"""

# Sjaak's own "Maharaja", with pawns that do not promote. Its maharajah is royal: it may not step onto an
# attacked square, which would lose at once here. Where it has no other square it is lost.
SJAAK = """\
Variant: maharajah
Board: 8x8
FEN: "rnbqkbnr/pppppppp/8/8/8/8/8/4M3 b kq -"
Zone: rank7 = a7,b7,c7,d7,e7,f7,g7,h7
Zone: rank2 = a2,b2,c2,d2,e2,f2,g2,h2
Piece: Knight
Move: leap (2,1)
Symbol: "N", "N,n"
Value: 32
Piece: Bishop
Move: slide (D,A)
Symbol: "B", "B,b"
Value: 32
Piece: Rook
Move: slide (H,V)
Symbol: "R", "R,r"
Value: 50
Piece: Queen
Move: slide (D,A,H,V)
Symbol: "Q", "Q,q"
Value: 95
Piece: King
Move: leap (0,1)|(1,1)
Symbol: "K", "K,k"
Flags: royal
Castle: black e8-g8 with h8
Castle: black e8-c8 with a8
Piece: Maharaja
Move: slide (D,A,H,V)
Move: leap (2,1)
Symbol: "M", "M,m"
Flags: royal
Piece: Pawn
Move: step N
Capture: step NE,NW
Special: rank2, rank7, step 2N
Symbol: " ", "P,p"
Value: 10
Rule: stalemate = loss
"""


PATIENCE = 20.0
"""Seconds after which an engine is thought to be silent for good."""


class Misbehaviour(Exception):
    """An engine that does not play by the rules."""


class Engine:
    """A UCI engine, taught Maharajah if need be."""

    def __init__(self, command: str, directory: pathlib.Path) -> None:
        words, orders = shlex.split(command), ["setoption name UCI_Variant value maharajah"]
        self.royal = False
        if words[0].endswith("fairy-stockfish"):
            path = directory / "fairy-stockfish.ini"
            path.write_text(FAIRY_STOCKFISH)
            orders.insert(0, f"setoption name VariantPath value {path}")
        elif words[0].endswith("sjaakii"):
            path = directory / "sjaakii.txt"
            path.write_text(SJAAK)
            words += ["-uci", str(path)]
            self.royal = True
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, bufsize=1)
        self.order("uci", *orders, "ucinewgame", "isready")
        self.answer("readyok")

    def order(self, *lines: str) -> None:
        self.process.stdin.write("".join(f"{line}\n" for line in lines))

    def answer(self, word: str) -> List[str]:
        """The words of the first line that begins with this one."""
        silence = threading.Timer(PATIENCE, self.process.kill)
        silence.start()
        try:
            for line in self.process.stdout:
                words = line.split()
                if words[:1] == [word]:
                    return words
        finally:
            silence.cancel()
        raise Misbehaviour(f"{self.process.args[0]}: no {word}")

    def move(self, start: str, board: MaharajahBoard, limit: str) -> Optional[chess.Move]:
        """The move it plays; None if it has a royal maharajah without a safe square: it would not answer."""
        if self.royal and is_lost(board):
            return None
        if self.royal and board.turn == chess.BLACK and (capture := capture_of(board)):
            return capture  # It does not know positions with a royal unit en prise.
        moves = " ".join(move.uci() for move in board.move_stack)
        self.order(f"position fen {start} moves {moves}".removesuffix(" moves "), f"go {limit}")
        text = self.answer("bestmove")[1]
        try:
            return board.parse_uci(text)
        except ValueError:
            raise Misbehaviour(f"{self.process.args[0]}: {text} in {board.fen()}") from None

    def close(self) -> None:
        try:
            self.order("quit")
            self.process.wait(timeout=5)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()


def capture_of(board: MaharajahBoard) -> Optional[chess.Move]:
    """A move of Black that takes the maharajah."""
    return next((move for move in board.legal_moves if move.to_square == board.king(chess.WHITE)), None)


def is_lost(board: MaharajahBoard) -> bool:
    """White to move, and every move lets the maharajah be taken."""
    def taken(move: chess.Move) -> bool:
        board.push(move)
        found = capture_of(board)
        board.pop()
        return found is not None
    return board.turn == chess.WHITE and all(taken(move) for move in list(board.legal_moves))


class Life(NamedTuple):
    """How a game went."""
    moves: int
    end: str
    board: MaharajahBoard


def play(arguments: argparse.Namespace, number: int) -> Life:
    """Play the game with this number."""
    file, lot = number % 8, random.Random(number)
    start = f"rnbqkbnr/pppppppp/8/8/8/8/8/{file or ''}M{7 - file or ''} b kq - 0 1"
    board = MaharajahBoard(start)
    if number >= 8:
        board.push(lot.choice(sorted(board.legal_moves, key=chess.Move.uci)))
    limits = {chess.WHITE: arguments.white_limit or arguments.limit, chess.BLACK: arguments.black_limit or arguments.limit}
    with tempfile.TemporaryDirectory() as directory:
        engines = {color: Engine(command, pathlib.Path(directory))
                   for color, command in ((chess.WHITE, arguments.white), (chess.BLACK, arguments.black))}
        try:
            while True:
                black = (len(board.move_stack) + 1) // 2
                if board.is_variant_end():
                    return Life(black, "taken", board)
                outcome = board.outcome()
                if outcome is not None:
                    return Life(black, "mate" if outcome.winner else "stalemate", board)
                if board.is_repetition(3) or board.is_fifty_moves():
                    return Life(black, "repetition" if board.is_repetition(3) else "fifty moves", board)
                if black >= arguments.longest:
                    return Life(black, "unfinished", board)
                move = engines[board.turn].move(start, board, limits[board.turn])
                if move is None:
                    return Life(black + 1, "taken", board)
                board.push(move)
        except Misbehaviour as error:
            print(error, file=sys.stderr)
            return Life(black, "void", board)
        finally:
            for engine in engines.values():
                engine.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--white", required=True, help="who has the maharajah")
    parser.add_argument("--black", required=True, help="who has the army")
    parser.add_argument("--games", type=int, default=32)
    parser.add_argument("--limit", default="movetime 200", help="what a move may cost, in words of `go`")
    parser.add_argument("--white-limit", help="the same for White")
    parser.add_argument("--black-limit", help="the same for Black")
    parser.add_argument("--longest", type=int, default=100, help="what a maharajah that is not taken counts")
    parser.add_argument("--jobs", type=int, default=1, help="games side by side")
    parser.add_argument("--moves", action="store_true", help="print the moves, too")
    arguments = parser.parse_args()

    lives: List[Life] = []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        futures = [pool.submit(play, arguments, number) for number in range(arguments.games)]
        for number, future in enumerate(futures):
            life = future.result()
            lives.append(life)
            moves = " ".join(move.uci() for move in life.board.move_stack) if arguments.moves else ""
            print(number + 1, life.end, life.moves, moves, flush=True)
    counts = [life.moves if life.end == "taken" else arguments.longest for life in lives if life.end != "void"]
    if not counts:
        return 1
    ends = ", ".join(f"{end} {sum(life.end == end for life in lives)}" for end in sorted({life.end for life in lives}))
    error = 1.96 * statistics.stdev(counts) / len(counts) ** 0.5 if len(counts) > 1 else float("inf")
    print(f"{arguments.white} - {arguments.black}: {statistics.mean(counts):.2f} ± {error:.2f} black moves "
          f"(median {statistics.median(counts):g}, {min(counts)} to {max(counts)}) in {len(counts)} games: {ends}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
