#!/usr/bin/env python3
"""Let two copies of an engine play in XBoard, through uci2wb, and judge the game that XBoard saves.

    scripts/xboard_game.py [--variant V] [--depth N | --seconds N] [--headless] [--pgn FILE] ENGINE

The saved moves are replayed on the python-chess board of the rule set: each must be legal, the game
must have ended by the rules, and XBoard's result must be the board's. `--headless` needs Xvfb and no
screen. Your own XBoard settings are neither read nor written. Exits 1 when the game does not hold.
"""

import argparse
import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from typing import Dict, Iterator, List, Tuple

import chess
from play_game import verdict
from sepoy_boards import BOARDS

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


@contextlib.contextmanager
def headless_display() -> Iterator[Dict[str, str]]:
    """An environment with a screen of its own."""
    read, write = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1024x768x24", "-nolisten", "tcp"],
                              pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as pipe:
            display = pipe.readline().strip()
        if not display:
            raise OSError("Xvfb did not start")
        yield {**os.environ, "DISPLAY": f":{display}"}
    finally:
        server.terminate()
        server.wait()


def command(options: argparse.Namespace, folder: pathlib.Path) -> List[str]:
    """The XBoard command; what a person would type, and options that keep it quiet."""
    adapter = f"uci2wb {options.engine}"
    xboard = ["xboard", "-fcp", adapter, "-scp", adapter,
              "-variant", "normal" if options.variant == "chess" else options.variant, "-testLegality", "false",
              "-matchGames", "1", "-repeatsToDraw", "3", "-saveGameFile", str(folder / "game.pgn"),
              "-ponderNextMove", "false",  # while an engine ponders, uci2wb loses a move now and then
              "-settingsFile", str(folder / "settings"), "-saveSettingsOnExit", "false",
              "-animateMoving", "false", "-soundProgram", "true", "-popupExitMessage", "false"]
    if options.variant == "maharajah":
        # XBoard lets White begin whatever the start position says.
        white_first = "Maharajah Moves First=1"
        xboard += ["-firstOptions", white_first, "-secondOptions", white_first]
    if options.depth:
        return xboard + ["-timeControl", "60", "-timeIncrement", "0", "-depth", str(options.depth)]
    return xboard + ["-timeControl", f"0:{options.seconds:02}", "-timeIncrement", "0.1"]


def parse(pgn: str) -> Tuple[Dict[str, str], List[str], str]:
    """The headers, the moves and the result of the one game in `pgn`; python-chess cannot read `M`."""
    headers = dict(re.findall(r'^\[(\w+) "(.*)"\]$', pgn, re.MULTILINE))
    text = re.sub(r"\{.*?\}", " ", re.sub(r"^\[.*\]$", "", pgn, flags=re.MULTILINE), flags=re.DOTALL)
    words = [word for word in re.sub(r"\d+\.+", " ", text).split() if word not in RESULTS]
    return headers, words, headers.get("Result", "*")


def judge(variant: str, pgn: str) -> str:
    """How the saved game ended. Raises ValueError when it is not a game of this rule set."""
    headers, words, result = parse(pgn)
    if headers.get("Variant", "chess") not in (variant, "normal"):
        raise ValueError(f"saved as a game of {headers['Variant']}")
    kind = BOARDS[variant]
    board = kind(headers.get("FEN", kind.starting_fen))
    for word in words:
        if not any(board.legal_moves):
            raise ValueError(f"{word} is played after the end, {board.fen()}")
        board.push_san(word)
    end = verdict(board)
    if end is None:
        raise ValueError(f"{result} although the game goes on, {board.fen()}: {pgn.strip().splitlines()[-2:]}")
    if board.result(claim_draw=True) != result:
        raise ValueError(f"{result} in place of {board.result(claim_draw=True)}, {board.fen()}")
    return f"{variant}: {result} {end}, {len(words)} plies, {board.fen()}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variant", choices=BOARDS, default="chess")
    parser.add_argument("--depth", type=int, help="search every move to this depth")
    parser.add_argument("--seconds", type=int, default=10, help="seconds for all moves, with 0.1 s a move")
    parser.add_argument("--limit", type=int, default=300, help="give up after so many seconds")
    parser.add_argument("--headless", action="store_true", help="on a screen of its own (Xvfb)")
    parser.add_argument("--pgn", type=pathlib.Path, help="append the game to this file")
    parser.add_argument("engine", help="the engine's command")
    options = parser.parse_args()
    engine = options.engine.split()
    options.engine = " ".join([shutil.which(engine[0]) or engine[0], *engine[1:]])

    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = pathlib.Path(name)
        environment = stack.enter_context(headless_display()) if options.headless else dict(os.environ)
        environment["PATH"] += os.pathsep + "/usr/games"  # where Debian puts xboard and uci2wb
        xboard = subprocess.Popen(command(options, folder), env=environment, cwd=folder,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            xboard.wait(options.limit)
        except subprocess.TimeoutExpired:
            xboard.terminate()
            xboard.wait()
        saved = folder / "game.pgn"
        if not saved.exists():
            print(f"{options.variant}: XBoard saved no game", file=sys.stderr)
            return 1
        pgn = saved.read_text(encoding="utf-8")
    if options.pgn:
        with options.pgn.open("a", encoding="utf-8") as file:
            file.write(pgn)
    try:
        print(judge(options.variant, pgn))
    except (ValueError, chess.InvalidMoveError) as error:
        print(f"{options.variant}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
