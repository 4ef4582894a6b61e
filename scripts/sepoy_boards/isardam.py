"""Isardam, types A and B."""

from typing import Dict, Optional

import chess
from chess import BB_SQUARES, BLACK, WHITE, Bitboard, Color, Piece, Square

from .condition import UNITS, ConditionBoard


class IsardamBoard(ConditionBoard):
    """No move may leave like units observing each other, not even the capture of the king (type A)."""

    aliases = ["Isardam", "Isardam A"]
    uci_variant = xboard_variant = "isardam"
    connected_kings = True
    minor_piece_draws, one_shade_draws = True, False

    def holds_observation(self) -> bool:
        """Whether like units observe each other anywhere on the board."""
        return bool(self.observed_by_like(WHITE) | self.observed_by_like(BLACK))

    def may_stand(self) -> bool:
        return not self.holds_observation() and super().may_stand()

    def checkers_of(self, color: Color) -> Bitboard:
        king = self.king(color)
        return sum(BB_SQUARES[attacker] for attacker in chess.scan_forward(super().checkers_of(color))
                   if self._may_capture(attacker, king))

    def _may_capture(self, attacker: Square, king: Square) -> bool:
        """Whether the unit on `attacker`, which observes the king, could capture it."""
        unit = self.piece_at(attacker)
        promotes = unit.piece_type == chess.PAWN and chess.square_rank(king) in (0, 7)
        kinds = UNITS[1:] if promotes else (unit.piece_type,)
        return any(self._without_observation({attacker: None, king: Piece(kind, unit.color)}) for kind in kinds)

    def _without_observation(self, men: Dict[Square, Optional[Piece]]) -> bool:
        with self._with(men):
            return not self.holds_observation()


class IsardamBBoard(IsardamBoard):
    """Isardam in which the capture of the king is exempt: checks are the orthodox ones (type B)."""

    aliases = ["Isardam B", "isardam-b"]
    uci_variant = xboard_variant = "isardam-b"
    connected_kings = False

    def _may_capture(self, attacker: Square, king: Square) -> bool:
        return True
