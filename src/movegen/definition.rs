//! Legal moves straight from the definition: every pseudo-legal move, made on a copy, judged by
//! [`Rules::admits`]. Slow and obvious: what the fast generator is measured against.

use super::MoveList;
use crate::board::CastlingSide;
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Bitboard, Move, MoveFlag, Piece, PieceKind, Square, attacks};

/// All legal moves, by definition.
pub fn legal_moves<R: Rules>(position: &Position<R>) -> MoveList {
    let mut moves = pseudo_legal_moves(position);
    moves.retain(|mv| is_admitted(position, *mv));
    moves
}

/// True if the rules admit the position after this pseudo-legal move.
pub fn is_admitted<R: Rules>(position: &Position<R>, mv: Move) -> bool {
    let after = position.after(mv);
    R::admits(after.board(), after.state(), position.side())
}

/// All moves that the units' own powers, paralysis and the castling rules allow, king safety and
/// observations after the move aside.
pub fn pseudo_legal_moves<R: Rules>(position: &Position<R>) -> MoveList {
    let mut moves = MoveList::new();
    let (board, state) = (position.board(), position.state());
    if position.lost().is_some() {
        return moves;
    }
    if R::PLACEMENT && state.pocket {
        moves.extend((Bitboard::RANK_1 & !board.occupied()).map(Move::placement));
        return moves;
    }
    for from in board.side(state.side).without(position.paralysed()) {
        match board.kind_at(from) {
            Some(PieceKind::Pawn) => pawn_moves(position, from, &mut moves),
            Some(kind) => {
                let barred = board.side(state.side) | untouchable(position);
                let targets = attacks::of_kind(kind, from, board.occupied()).without(barred);
                moves.extend(targets.map(|to| Move::normal(from, to)));
                if kind == PieceKind::King {
                    castling_moves(position, &mut moves);
                }
            }
            None => {}
        }
    }
    moves
}

/// The king that a set-up position may have left in check: it is not taken.
#[inline(always)]
pub fn untouchable<R: Rules>(position: &Position<R>) -> Bitboard {
    if R::STANDING_CHECKS { position.board().of(!position.side(), PieceKind::King) } else { Bitboard::EMPTY }
}

fn pawn_moves<R: Rules>(position: &Position<R>, from: Square, moves: &mut MoveList) {
    let (board, side) = (position.board(), position.side());
    let free = |square: Square| !board.occupied().has(square);
    if from.relative_rank(side) == 7 {
        return; // inert on the last rank
    }
    let mut step_to = |to: Square| {
        if R::PAWNS_PROMOTE && to.relative_rank(side) == 7 {
            moves.extend(PieceKind::PROMOTIONS.map(|kind| Move::promotion(from, to, kind)));
        } else {
            moves.push(Move::normal(from, to));
        }
    };
    let one = from.forward(side);
    if free(one) {
        step_to(one);
    }
    for to in attacks::pawn(side, from) & board.side(!side) {
        step_to(to);
    }
    let two = one.forward(side);
    if from.relative_rank(side) == 1 && free(one) && free(two) {
        moves.push(Move::new(from, two, MoveFlag::DoubleStep));
    }
    if let Some(to) = position.state().en_passant
        && attacks::pawn(side, from).has(to)
    {
        moves.push(Move::new(from, to, MoveFlag::EnPassant));
    }
}

/// The king and the square it crosses must not be in check, with the rook still at home; the rest
/// is judged on the position after the move.
fn castling_moves<R: Rules>(position: &Position<R>, moves: &mut MoveList) {
    let (board, state) = (position.board(), position.state());
    let side = state.side;
    let from = CastlingSide::king_from(side);
    for wing in CastlingSide::ALL {
        if !state.castling.has(side, wing) || board.occupied().meets(wing.path(side)) || position.in_check() {
            continue;
        }
        let mut crossing = *board;
        crossing.take(from);
        crossing.put(Piece::new(side, PieceKind::King), wing.rook_to(side));
        let paralysed = R::paralysed(&crossing, state);
        if R::checkers(&crossing, state, side, paralysed).is_empty() {
            moves.push(Move::new(from, wing.king_to(side), MoveFlag::Castle));
        }
    }
}
