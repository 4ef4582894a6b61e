#!/usr/bin/env python3
"""Perft speed of Sepoy beside Stockfish and Fairy-Stockfish, measured in one run.

    scripts/perft_compare.py [--repeat N] [--engine target/release/sepoy]

Each count is made by `go perft` over UCI with one thread; the engines take turns, and the best of
`--repeat` runs counts. Engines that are not installed are left out. Exits 1 when two engines that
know a rule set disagree on a count.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import time
from typing import Dict, List, NamedTuple, Optional, Tuple

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MAHARAJAH = "rnbqkbnr/pppppppp/8/8/8/8/8/4M3 b kq - 0 1"


class Task(NamedTuple):
    """One count: the rule set, the position with a short name for it, and the depth in plies."""

    variant: str
    name: str
    fen: str
    depth: int


TASKS = [
    Task("chess", "start", START, 6),
    Task("chess", "kiwipete", KIWIPETE, 5),
    Task("madrasi", "start", START, 6),
    Task("madrasi-ri", "start", START, 6),
    Task("isardam", "start", START, 6),
    Task("isardam-b", "start", START, 6),
    Task("maharajah", "M on e1", MAHARAJAH, 6),
]


class Engine:
    """A UCI engine that counts."""

    def __init__(self, path: str) -> None:
        self.name = pathlib.Path(path).name
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        options = self.ask("uci", "uciok")
        self.variants = next((line.split() for line in options if "name UCI_Variant" in line), ["chess"])

    def ask(self, command: str, until: str) -> List[str]:
        """Send a command and read the answer up to the line that starts with `until`."""
        self.process.stdin.write(command + "\n")
        answer = []
        for line in self.process.stdout:
            answer.append(line.strip())
            if line.startswith(until):
                return answer
        raise EOFError(f"{self.name} ended in answer to {command}")

    def count(self, task: Task) -> Tuple[int, float]:
        """The number of lines, and the seconds it took."""
        setup = f"position fen {task.fen}\nisready"
        if "UCI_Variant" in self.variants:
            setup = f"setoption name UCI_Variant value {task.variant}\n{setup}"
        self.ask(setup, "readyok")
        begin = time.perf_counter()
        total = self.ask(f"go perft {task.depth}", "Nodes searched")[-1]
        return int(total.split(":")[1]), time.perf_counter() - begin


def measure(engines: List[Engine], task: Task, repeat: int) -> Dict[str, Tuple[int, float]]:
    """What each engine that knows the rule set counts, and its best time in seconds."""
    best: Dict[str, Tuple[int, float]] = {}
    for _ in range(repeat):
        for engine in engines:
            if task.variant in engine.variants:
                nodes, seconds = engine.count(task)
                best[engine.name] = (nodes, min(seconds, best.get(engine.name, (0, seconds))[1]))
    return best


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", default="target/release/sepoy", help="Sepoy's binary")
    parser.add_argument("--repeat", type=int, default=3, help="runs of each count")
    options = parser.parse_args()

    others: List[Optional[str]] = [shutil.which(name, path=None) or shutil.which(name, path="/usr/games")
                                   for name in ("stockfish", "fairy-stockfish")]
    engines = [Engine(path) for path in [options.engine, *others] if path]
    own, agreed, chess_speed = engines[0].name, True, 0.0
    print(f"{'variant':<12}{'position':<10}{'depth':>5}{'nodes':>12}  {'engine':<16}{'seconds':>8}{'Mnodes/s':>10}  ratio")
    for task in TASKS:
        best = measure(engines, task, options.repeat)
        nodes, seconds = best[own]
        speed = nodes / seconds / 1e6
        chess_speed = chess_speed or speed
        for name, (count, taken) in best.items():
            rate = count / taken / 1e6
            note = f"{speed / rate:.2f} ours/theirs" if name != own else f"{speed / chess_speed:.2f} of our chess"
            print(f"{task.variant:<12}{task.name:<10}{task.depth:>5}{count:>12}  {name:<16}{taken:>8.3f}{rate:>10.1f}  {note}")
            agreed &= count == nodes
    if not agreed:
        print("the counts differ")
    return 0 if agreed else 1


if __name__ == "__main__":
    sys.exit(main())
