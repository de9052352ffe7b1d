import argparse, json, datetime
from decimal import Decimal
from pathlib import Path

def positive(text):
    value = int(text)
    if value <= 0:
        raise argparse.ArgumentTypeError("must be positive")
    return value

def str2bool(v):
    return v.lower() in ("yes", "true", "1")

parser = argparse.ArgumentParser()
parser.add_argument("--count", type=positive, default=5)
parser.add_argument("--out", type=Path, default=Path("out"))
parser.add_argument("--config", type=json.loads, default={})
parser.add_argument("--tags", type=lambda s: s.split(","), default=[])
parser.add_argument("--day", type=datetime.date.fromisoformat)
parser.add_argument("--when", type=lambda s: datetime.datetime.strptime(s, "%Y-%m-%d %H:%M"))
parser.add_argument("--amount", type=Decimal)
parser.add_argument("--cache", type=str2bool, default=True)
parser.add_argument("source", type=argparse.FileType("r"))
args = parser.parse_args()
