"""Sepoy's rule sets as python-chess boards (python-chess 1.11).

    import chess.engine
    from sepoy_boards import MadrasiBoard

    board = MadrasiBoard()
    with chess.engine.SimpleEngine.popen_uci("sepoy") as engine:
        while not board.is_game_over(claim_draw=True):
            board.push(engine.play(board, chess.engine.Limit(time=0.1)).move)

Every rule is written from its definition, without a fast path: make the move, look at the position
after it. So the boards are slow, and fit to check a faster generator against.
"""

from typing import Dict, Type

import chess
import chess.variant

from .condition import ConditionBoard
from .isardam import IsardamBBoard, IsardamBoard
from .madrasi import MadrasiBoard, MadrasiRiBoard
from .maharajah import MaharajahBoard

__all__ = [
    "BOARDS", "ConditionBoard", "IsardamBBoard", "IsardamBoard", "MadrasiBoard", "MadrasiRiBoard",
    "MaharajahBoard", "register",
]

BOARDS: Dict[str, Type[chess.Board]] = {
    board.uci_variant: board
    for board in (chess.Board, MadrasiBoard, MadrasiRiBoard, IsardamBoard, IsardamBBoard, MaharajahBoard)
}
"""The board of each rule set, by the name that UCI_Variant takes."""


def register() -> None:
    """Make the boards known to python-chess, so that `chess.pgn` reads and writes their games."""
    chess.variant.VARIANTS.extend(board for board in BOARDS.values() if board not in chess.variant.VARIANTS)
