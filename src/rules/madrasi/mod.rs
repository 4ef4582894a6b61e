//! Madrasi (Abdul Jabbar Karwatkar, 1979): a unit observed by an enemy unit of its own kind is
//! paralysed. Rex inclusive, kings take part.

mod guard;

use super::{DeadMaterial, Rules, Variant, chess, observation};
use crate::board::{Board, State};
use crate::types::{Bitboard, Color, KindSet, PieceKind};

/// Madrasi: kings neither paralyse nor are paralysed.
pub type Madrasi = MadrasiRules<false>;
/// Madrasi rex inclusive.
pub type MadrasiRi = MadrasiRules<true>;

/// Both forms; `REX` says whether kings take part.
#[derive(Clone, Copy, Default, Debug)]
pub struct MadrasiRules<const REX: bool>;

const ARMY: [PieceKind; 5] =
    [PieceKind::Pawn, PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];

impl<const REX: bool> Rules for MadrasiRules<REX> {
    type Guard = guard::MadrasiGuard<REX>;

    const VARIANT: Variant = if REX { Variant::MadrasiRi } else { Variant::Madrasi };
    const START_FEN: &'static str = chess::START;
    const PARALYSES: KindSet = KindSet::of(if REX { &PieceKind::ORTHODOX } else { &ARMY });
    const DEAD: Option<DeadMaterial> =
        Some(DeadMaterial { lone_minor: !REX, one_shade: !REX, knight_each: !REX });

    fn paralysed(board: &Board, state: &State) -> Bitboard {
        observation::of_likes(board, Self::PARALYSES) | state.en_passant_victim()
    }

    fn checkers(board: &Board, _: &State, side: Color, paralysed: Bitboard) -> Bitboard {
        match board.king(side) {
            Some(king) => board.attackers(king, !side, board.occupied()).without(paralysed),
            None => Bitboard::EMPTY,
        }
    }
}
