#!/usr/bin/env python3
"""Print random positions with their legal moves, to check another move generator against.

    scripts/random_positions.py [--seed N] VARIANT COUNT

One line each, in the format of tests/data/moves-*.txt: `variant|fen|moves`, the moves marked `+`
check, `#` mate, `=` stalemate. A third of the positions come from random games, a third are
scattered at random, a third are scattered around castling and en passant.
"""

import argparse
import random
import sys
from typing import Iterator, Optional, Tuple

import chess
from check_boards import marked_moves
from sepoy_boards import BOARDS, IsardamBoard


def from_game(rng: random.Random, variant: str) -> Optional[chess.Board]:
    """A position of a random game in which captures are twice as likely."""
    board = BOARDS[variant]()
    for _ in range(rng.randint(1, 120)):
        moves = list(board.legal_moves)
        if not moves:
            break
        captures = [move for move in moves if board.is_capture(move)]
        board.push(rng.choice(moves + captures))
    return board


def scatter(rng: random.Random, board: chess.Board, variant: str) -> None:
    """Add a king for each side where it is missing, and some units of some kinds."""
    def free(allowed: int) -> int:
        return rng.choice(list(chess.SquareSet(allowed & ~board.occupied)))

    for color in chess.COLORS:
        if board.king(color) is None:
            chess.BaseBoard.set_piece_at(board, free(chess.BB_ALL), chess.Piece(chess.KING, color))
    kinds = rng.choices(chess.PIECE_TYPES[:5], k=rng.randint(1, 5))  # few kinds, so that like units meet
    sides = [chess.BLACK] if variant == "maharajah" else list(chess.COLORS)
    for _ in range(rng.randint(0, rng.choice([4, 12, 30]))):
        kind, color = rng.choice(kinds), rng.choice(sides)
        ranks = chess.BB_ALL
        if kind == chess.PAWN:
            ranks = ~chess.BB_BACKRANKS if variant != "maharajah" else ~chess.BB_RANK_8
        chess.BaseBoard.set_piece_at(board, free(ranks), chess.Piece(kind, color))


def scattered(rng: random.Random, variant: str) -> Optional[chess.Board]:
    """Kings and units anywhere."""
    board = BOARDS[variant](None)
    scatter(rng, board, variant)
    board.turn = rng.choice(chess.COLORS)
    return board


def prepared(rng: random.Random, variant: str) -> Optional[chess.Board]:
    """Units scattered around castling rights and, often, a pawn that has just made a double step."""
    board = BOARDS[variant](None)
    board.turn = rng.choice(chess.COLORS)
    for color in [chess.BLACK] if variant == "maharajah" else chess.COLORS:
        if rng.random() < 0.7:
            rank = 0 if color == chess.WHITE else 7
            chess.BaseBoard.set_piece_at(board, chess.square(4, rank), chess.Piece(chess.KING, color))
            for file in (0, 7):
                if rng.random() < 0.7:
                    chess.BaseBoard.set_piece_at(board, chess.square(file, rank), chess.Piece(chess.ROOK, color))
                    board.castling_rights |= chess.BB_SQUARES[chess.square(file, rank)]
    if variant != "maharajah" and rng.random() < 0.7:
        stepper, file = not board.turn, rng.randrange(8)
        home, direction = (6, -1) if stepper == chess.BLACK else (1, 1)
        path = [chess.square(file, home + direction * step) for step in range(3)]
        chess.BaseBoard.set_piece_at(board, path[2], chess.Piece(chess.PAWN, stepper))
        for beside in (file - 1, file + 1):
            if 0 <= beside < 8 and rng.random() < 0.7:
                taker = chess.square(beside, home + 2 * direction)
                chess.BaseBoard.set_piece_at(board, taker, chess.Piece(chess.PAWN, board.turn))
        scatter(rng, board, variant)
        if any(board.piece_at(square) for square in path[:2]):
            return None
        board.ep_square = path[1]
        if isinstance(board, IsardamBoard) and board.has_legal_en_passant():
            return None  # such a double step is illegal
    else:
        scatter(rng, board, variant)
    return board


def positions(rng: random.Random, variant: str) -> Iterator[Tuple[str, chess.Board]]:
    """Playable positions without end."""
    while True:
        board = rng.choice([from_game, scattered, prepared])(rng, variant)
        if board is None or board.is_variant_end() or board.was_into_check():
            continue
        yield board.fen(), board


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("variant", choices=BOARDS)
    parser.add_argument("count", type=int)
    options = parser.parse_args()
    stream = positions(random.Random(options.seed), options.variant)
    for _ in range(options.count):
        fen, board = next(stream)
        print(options.variant, fen, " ".join(marked_moves(board)), sep="|")
    return 0


if __name__ == "__main__":
    sys.exit(main())
