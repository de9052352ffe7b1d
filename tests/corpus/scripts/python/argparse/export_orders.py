#!/usr/bin/env python3
"""Export the orders of a day as CSV.

The file lands in the current folder unless --output says otherwise.
"""
import argparse
from pathlib import Path


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("day", help="Day to export, as YYYY-MM-DD")
    parser.add_argument("-o", "--output", type=Path, default=Path("orders.csv"), help="Where to write (default: %(default)s)")
    parser.add_argument("--limit", type=int, default=500, metavar="N", help="At most N orders")
    parser.add_argument("--ratio", type=float, default=.75)
    parser.add_argument("-v", "--verbose", action="store_true", help="Say more")
    parser.add_argument("--version", action="version", version="1.2")
    args = parser.parse_args()
    print(args.day, args.output, args.limit)


if __name__ == "__main__":
    main()
