"""Analyse through python-chess and check what an engine reports.

    analyse.py ENGINE

python-chess parses every `info` line; a principal variation it cannot follow, or a field it misses,
is an error here. Exits 1 with a message at the first one.
"""

import pathlib
import sys

import chess
import chess.engine

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from sepoy_boards import BOARDS, MadrasiBoard  # noqa: E402

FIELDS = ("depth", "seldepth", "multipv", "score", "nodes", "nps", "time", "hashfull", "pv")
DIAGRAM = "2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - 0 1"


def check_lines(engine: chess.engine.SimpleEngine, board: chess.Board, lines: int) -> None:
    """MultiPV analysis: numbered, complete, best first, each variation legal."""
    infos = engine.analyse(board, chess.engine.Limit(depth=6), multipv=lines)
    assert len(infos) == min(lines, board.legal_moves.count()), f"{len(infos)} lines for {lines}: {board.fen()}"
    for number, info in enumerate(infos, 1):
        missing = [field for field in FIELDS if field not in info]
        assert not missing, f"no {missing} in {info}"
        assert info["multipv"] == number, info
        replay = board.copy()
        for move in info["pv"]:
            assert replay.is_legal(move), f"{move} in the variation of {board.fen()}"
            replay.push(move)
    scores = [info["score"].relative for info in infos]
    assert scores == sorted(scores, reverse=True), scores
    assert len({info["pv"][0] for info in infos}) == len(infos), "two lines begin with one move"


def check_open_ended(engine: chess.engine.SimpleEngine) -> None:
    """An infinite analysis runs until it is stopped, and then has a best move."""
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 5:
                break
        analysis.stop()
        assert analysis.wait().move is not None


def check_mate(engine: chess.engine.SimpleEngine) -> None:
    """The diagram: 1.Be5 Rc4 2.bxc4 mate."""
    info = engine.analyse(MadrasiBoard(DIAGRAM), chess.engine.Limit(depth=8))
    assert info["score"].white() == chess.engine.Mate(2), info["score"]
    assert [move.uci() for move in info["pv"]] == ["a1e5", "h4c4", "b3c4"], info["pv"]


def check_clock(engine: chess.engine.SimpleEngine) -> None:
    """A move on the clock, with pondering allowed, and one with the root moves restricted."""
    board = chess.Board()
    clock = chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01)
    board.push(engine.play(board, clock, ponder=True).move)
    only = chess.Move.from_uci("a7a6")
    assert engine.play(board, chess.engine.Limit(nodes=500), root_moves=[only]).move == only


def main() -> int:
    with chess.engine.SimpleEngine.popen_uci(sys.argv[1]) as engine:
        engine.configure({"Hash": 8, "Threads": 1})
        for kind in BOARDS.values():
            check_lines(engine, kind(), 1)
            check_lines(engine, kind(), 4)
        check_open_ended(engine)
        check_mate(engine)
        check_clock(engine)
    return 0


if __name__ == "__main__":
    sys.exit(main())
