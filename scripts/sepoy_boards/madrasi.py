"""Madrasi, and Madrasi rex inclusive."""

import chess
from chess import BB_EMPTY, Bitboard, Color

from .condition import UNITS, ConditionBoard


class MadrasiBoard(ConditionBoard):
    """A unit, the king apart, that is observed by its like is paralysed: it neither moves nor checks."""

    aliases = ["Madrasi"]
    uci_variant = xboard_variant = "madrasi"
    minor_piece_draws = one_shade_draws = knights_draw = True
    paralysing = UNITS

    def paralysed_mask(self, color: Color) -> Bitboard:
        return self.observed_by_like(color, self.paralysing)

    def checkers_of(self, color: Color) -> Bitboard:
        attackers = super().checkers_of(color)
        return attackers & ~self.paralysed_mask(not color) if attackers else BB_EMPTY


class MadrasiRiBoard(MadrasiBoard):
    """Madrasi in which kings, too, paralyse each other."""

    aliases = ["Madrasi RI", "Madrasi rex inclusive", "madrasi-ri"]
    uci_variant = xboard_variant = "madrasi-ri"
    connected_kings = True
    minor_piece_draws = one_shade_draws = knights_draw = False
    paralysing = UNITS + (chess.KING,)
