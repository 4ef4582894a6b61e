//! Isardam: a move is illegal if the position after it holds an observation between like units of
//! opposite colour, kings aside.

mod guard;

use super::{DeadMaterial, Rules, Variant, chess, observation};
use crate::board::{Board, State};
use crate::types::{Bitboard, Color, KindSet, PieceKind, Square, attacks};

/// Type A: capturing the king is a move like others, so it must leave no observation either.
pub type Isardam = IsardamRules<false>;
/// Type B: capturing the king is exempt, so checks are the ordinary ones.
pub type IsardamB = IsardamRules<true>;

/// Both types; `EXEMPT` says whether the capture of the king is exempt.
#[derive(Clone, Copy, Default, Debug)]
pub struct IsardamRules<const EXEMPT: bool>;

/// The kinds that must not observe their like.
const ARMY: KindSet =
    KindSet::of(&[PieceKind::Pawn, PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen]);

impl<const EXEMPT: bool> Rules for IsardamRules<EXEMPT> {
    type Guard = guard::IsardamGuard<EXEMPT>;

    const VARIANT: Variant = if EXEMPT { Variant::IsardamB } else { Variant::Isardam };
    const START_FEN: &'static str = chess::START;
    const SEPARATES: KindSet = ARMY;
    const EN_PASSANT: bool = false;
    const DEAD: Option<DeadMaterial> =
        Some(DeadMaterial { lone_minor: true, one_shade: false, knight_each: false });

    fn checkers(board: &Board, _: &State, side: Color, _: Bitboard) -> Bitboard {
        let Some(king) = board.king(side) else { return Bitboard::EMPTY };
        let attackers = board.attackers(king, !side, board.occupied());
        if EXEMPT {
            return attackers;
        }
        attackers.filter(|&from| may_capture_king(board, from, king)).collect()
    }

    /// An e.p. square in the position after the move means that the double step has ended where an
    /// enemy pawn observes it.
    fn tolerates(after: &Board, state: &State) -> bool {
        state.en_passant.is_none() && observation::of_likes(after, Self::SEPARATES).is_empty()
    }
}

/// Type A's condition for a check: the king could be captured there without leaving an observation.
/// A pawn that would promote by the capture may choose its new kind.
fn may_capture_king(board: &Board, from: Square, king: Square) -> bool {
    let Some(piece) = board.piece_at(from) else { return false };
    let left = Bitboard::of(from);
    let occupied = board.occupied().without(left);
    let promotes = piece.kind == PieceKind::Pawn && king.relative_rank(piece.color) == 7;
    let kinds: &[PieceKind] = if promotes { &PieceKind::PROMOTIONS } else { &[piece.kind] };
    let sees_like = |&kind: &PieceKind| {
        let sees = attacks::of_unit(piece.color, kind, king, occupied);
        ARMY.has(kind) && sees.meets(board.of(!piece.color, kind))
    };
    !kinds.iter().all(sees_like) && !observation::is_any(board, ARMY, occupied, left)
}
