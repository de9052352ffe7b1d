import argparse
from enum import Enum

class Mode(Enum):
    FULL = "full"
    DELTA = "delta"

SIZES = {"s": 1, "m": 2}
p = argparse.ArgumentParser()
p.add_argument("--mode", choices=[m.value for m in Mode], default=Mode.FULL.value)
p.add_argument("--size", choices=sorted(SIZES))
p.add_argument("--level", type=int, choices=range(1, 4))
args = p.parse_args()
