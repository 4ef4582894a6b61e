"""Maharajah and the Sepoys, as far as python-chess has words for it."""

from __future__ import annotations

from typing import Iterator, Optional, Union

import chess
from chess import BB_ALL, BB_EMPTY, BB_SQUARES, BLACK, WHITE, Bitboard, Color, Move, PieceType, Square

from .condition import ConditionBoard


class Placement(Move):
    """The maharajah's placement, `M@e1`; python-chess knows no letter for it."""

    def __init__(self, square: Square) -> None:
        super().__init__(square, square, drop=chess.KING)

    def uci(self) -> str:
        return "M@" + chess.square_name(self.to_square)


class MaharajahBoard(ConditionBoard):
    """One maharajah (queen and knight in one) against the full army.

    python-chess has no seventh kind, so the maharajah is White's king here and an `M` in FEN, UCI
    and SAN. Black pawns that reach the first rank stay there, inert.
    """

    aliases = ["Maharajah", "Maharajah and the Sepoys"]
    uci_variant = xboard_variant = "maharajah"
    starting_fen = "rnbqkbnr/pppppppp/8/8/8/8/8/4M3 b kq - 0 1"

    in_hand = False
    """Whether White has still to place the maharajah."""

    def __init__(self, fen: Optional[str] = starting_fen, *, chess960: bool = False) -> None:
        super().__init__(fen, chess960=chess960)

    # The letter and the pocket.

    def reset(self) -> None:
        self.set_fen(self.starting_fen)

    def clear_board(self) -> None:
        super().clear_board()
        self.in_hand = False

    def _set_board_fen(self, fen: str) -> None:
        if "K" in fen or fen.count("M") > 1:
            raise ValueError(f"expected one maharajah and no white king in board part of fen: {fen!r}")
        super()._set_board_fen(fen.removesuffix("[M]").replace("M", "K"))
        self.in_hand = fen.endswith("[M]")

    def board_fen(self, *, promoted: Optional[bool] = False) -> str:
        return super().board_fen(promoted=promoted).replace("K", "M") + ("[M]" if self.in_hand else "")

    def __str__(self) -> str:
        return super().__str__().replace("K", "M")

    def copy(self, *, stack: Union[bool, int] = True) -> MaharajahBoard:
        board = super().copy(stack=stack)
        board.in_hand = self.in_hand
        return board

    def root(self) -> MaharajahBoard:
        board = super().root()
        board.in_hand = self.in_hand or any(move.drop for move in self.move_stack)
        return board

    def push(self, move: Move) -> None:
        super().push(move)
        if move.drop:
            self.in_hand = False

    def pop(self) -> Move:
        move = super().pop()
        if move.drop:
            self.in_hand = True
        return move

    # How the maharajah moves, and Black's pawns.

    def attacks_mask(self, square: Square) -> Bitboard:
        if square != self.king(WHITE):
            return super().attacks_mask(square)
        return (chess.BB_KNIGHT_ATTACKS[square]
                | chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & self.occupied]
                | chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & self.occupied]
                | chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & self.occupied])

    def checkers_of(self, color: Color) -> Bitboard:
        maharajah, king = self.king(WHITE), self.king(BLACK)
        if color == WHITE or maharajah is None or king is None:
            return BB_EMPTY
        return BB_SQUARES[maharajah] if self.attacks_mask(maharajah) & BB_SQUARES[king] else BB_EMPTY

    def generate_pseudo_legal_moves(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        if self.in_hand:
            for square in chess.scan_forward(chess.BB_RANK_1 & ~self.occupied & from_mask & to_mask):
                yield Placement(square)
            return
        for move in super().generate_pseudo_legal_moves(from_mask, to_mask):
            if move.promotion in (None, chess.QUEEN):
                yield Move(move.from_square, move.to_square)

    def is_pseudo_legal(self, move: Move) -> bool:
        return move in self.generate_pseudo_legal_moves()

    def generate_castling_moves(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        if self.turn == BLACK:
            yield from super().generate_castling_moves(from_mask, to_mask)

    # How the game ends.

    def is_variant_end(self) -> bool:
        return self.king(WHITE) is None and not self.in_hand

    def is_variant_loss(self) -> bool:
        return self.is_variant_end() and self.turn == WHITE

    def is_variant_win(self) -> bool:
        return self.is_variant_end() and self.turn == BLACK

    def is_insufficient_material(self) -> bool:
        return False

    def status(self) -> chess.Status:
        status = super().status()
        if self.in_hand:
            status &= ~chess.STATUS_NO_WHITE_KING
        if not self.pawns & (chess.BB_RANK_8 | chess.BB_RANK_1 & self.occupied_co[WHITE]):
            status &= ~chess.STATUS_PAWNS_ON_BACKRANK
        return status

    # Moves in words. White's "king" never castles.

    def is_castling(self, move: Move) -> bool:
        return self.turn == BLACK and super().is_castling(move)

    def _to_chess960(self, move: Move) -> Move:
        return super()._to_chess960(move) if self.turn == BLACK else move

    def _from_chess960(self, chess960: bool, from_square: Square, to_square: Square,
                       promotion: Optional[PieceType] = None, drop: Optional[PieceType] = None) -> Move:
        if drop:
            return Placement(to_square)
        if self.turn == WHITE:
            return Move(from_square, to_square, promotion)
        return super()._from_chess960(chess960, from_square, to_square, promotion)

    def parse_uci(self, uci: str) -> Move:
        if not uci.upper().startswith("M@"):
            return super().parse_uci(uci)
        move = Placement(chess.parse_square(uci[2:].lower()))
        if not self.is_legal(move):
            raise chess.IllegalMoveError(f"illegal uci: {uci!r} in {self.fen()}")
        return move

    def parse_san(self, san: str) -> Move:
        if san.startswith("M@"):
            return self.parse_uci(san.rstrip("+#"))
        return super().parse_san(san.replace("M", "K") if self.turn == WHITE else san)

    def _algebraic_without_suffix(self, move: Move, *, long: bool = False) -> str:
        san = super()._algebraic_without_suffix(move, long=long)
        return san.replace("K", "M") if self.turn == WHITE else san
