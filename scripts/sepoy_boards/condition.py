"""What the rule sets share: legality by the position after the move, and observation.

To *observe* a square is to attack it by geometry alone: pins, paralysis and self-check do not
count. *Like* units are units of one kind and opposite colours.
"""

from __future__ import annotations

import contextlib
from typing import Dict, Iterator, Optional, Tuple

import chess
from chess import BB_ALL, BB_EMPTY, BB_SQUARES, WHITE, Bitboard, Color, Move, Piece, PieceType, Square

UNITS: Tuple[PieceType, ...] = (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)
"""Every kind but the king."""


class ConditionBoard(chess.Board):
    """Orthodox chess under a condition that says what a check is and which positions may stand.

    A rule set overrides `checkers_of`, `paralysed_mask` and `may_stand`; the rest follows.
    """

    tbw_suffix = tbz_suffix = tbw_magic = tbz_magic = None
    minor_piece_draws: bool
    """Whether king and one minor piece against king is a draw."""
    one_shade_draws: bool
    """Whether kings and bishops, all bishops on squares of one shade, are a draw."""
    knights_draw = False
    """Whether king and knight against king and knight is a draw."""

    # What a rule set says.

    def checkers_of(self, color: Color) -> Bitboard:
        """The enemy units that check the king of `color`."""
        king = self.king(color)
        return BB_EMPTY if king is None else self.attackers_mask(not color, king)

    def paralysed_mask(self, color: Color) -> Bitboard:
        """The units of `color` that may not move."""
        return BB_EMPTY

    def may_stand(self) -> bool:
        """Whether the side that has just moved was allowed to leave this position."""
        return not self.was_into_check()

    # Observation.

    def observed_by_like(self, color: Color, kinds: Tuple[PieceType, ...] = UNITS) -> Bitboard:
        """The units of `color` that an enemy unit of their own kind observes.

        A pawn that has just made a double step is observed by the pawns that could take it in passing.
        """
        observed = self._double_stepped() & self.occupied_co[color]
        for kind in kinds:
            like = self.pieces_mask(kind, color)
            if like:
                for square in self.pieces(kind, not color):
                    observed |= self.attacks_mask(square) & like
        return observed

    def has_legal_en_passant(self) -> bool:
        """Whether the e.p. square belongs to the position (FEN, repetition): an enemy pawn attacks it.

        The capture itself need not be legal: the attack alone is an observation.
        """
        return bool(self._double_stepped())

    def _double_stepped(self) -> Bitboard:
        """The pawn that a double step has just brought under observation, if there is one."""
        if self.ep_square is None:
            return BB_EMPTY
        takers = chess.BB_PAWN_ATTACKS[not self.turn][self.ep_square] & self.pawns & self.occupied_co[self.turn]
        if not takers:
            return BB_EMPTY
        return BB_SQUARES[self.ep_square + (-8 if self.turn == WHITE else 8)]

    @contextlib.contextmanager
    def _with(self, men: Dict[Square, Optional[Piece]]) -> Iterator[None]:
        """The board with other men on some squares, the e.p. right lapsed, for the time of a test."""
        before = {square: self.piece_at(square) for square in men}
        promoted, ep_square = self.promoted, self.ep_square
        self.ep_square = None
        try:
            for square, piece in men.items():
                chess.BaseBoard.set_piece_at(self, square, piece)
            yield
        finally:
            for square, piece in before.items():
                chess.BaseBoard.set_piece_at(self, square, piece)
            self.promoted, self.ep_square = promoted, ep_square

    # What python-chess asks for.

    def checkers_mask(self) -> Bitboard:
        return self.checkers_of(self.turn)

    def was_into_check(self) -> bool:
        return bool(self.checkers_of(not self.turn))

    def is_into_check(self, move: Move) -> bool:
        self.push(move)
        try:
            return not self.may_stand()
        finally:
            self.pop()

    def is_pseudo_legal(self, move: Move) -> bool:
        return not self.paralysed_mask(self.turn) & BB_SQUARES[move.from_square] and super().is_pseudo_legal(move)

    def generate_pseudo_legal_moves(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        yield from super().generate_pseudo_legal_moves(from_mask & ~self.paralysed_mask(self.turn), to_mask)

    def generate_pseudo_legal_ep(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        yield from super().generate_pseudo_legal_ep(from_mask & ~self.paralysed_mask(self.turn), to_mask)

    def generate_legal_moves(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        if self.is_variant_end():
            return
        for move in list(self.generate_pseudo_legal_moves(from_mask, to_mask)):
            if not self.is_into_check(move):
                yield move

    def _attacked_for_king(self, path: Bitboard, occupied: Bitboard) -> bool:
        return False  # `generate_castling_moves` and `is_into_check` judge whole positions instead.

    def generate_castling_moves(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The castling moves whose king is not in check and crosses no square where it would be."""
        for move in super().generate_castling_moves(from_mask, to_mask):
            crossed = (move.from_square + move.to_square) // 2
            if self.is_check():
                return
            with self._with({move.from_square: None, crossed: Piece(chess.KING, self.turn)}):
                safe = not self.is_check()
            if safe:
                yield move

    def is_insufficient_material(self) -> bool:
        if self.pawns | self.rooks | self.queens:
            return False
        bishops, knights = chess.popcount(self.bishops), chess.popcount(self.knights)
        if bishops + knights == 0:
            return True
        if bishops + knights == 1:
            return self.minor_piece_draws
        if knights == 0:
            both_shades = self.bishops & chess.BB_LIGHT_SQUARES and self.bishops & chess.BB_DARK_SQUARES
            return self.one_shade_draws and not both_shades
        one_each = all(chess.popcount(self.knights & side) == 1 for side in self.occupied_co)
        return self.knights_draw and bishops == 0 and one_each

    def has_insufficient_material(self, color: Color) -> bool:
        return self.is_insufficient_material()

    def status(self) -> chess.Status:
        # Which checks a game can bring about is an orthodox question.
        return super().status() & ~(chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK)
