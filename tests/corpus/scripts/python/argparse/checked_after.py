import argparse
import csv
import sys

parser = argparse.ArgumentParser(description="Loads customers.")
parser.add_argument("--table", help="the table")
parser.add_argument("--file", help="the CSV")
parser.add_argument("--user")
parser.add_argument("--org")
parser.add_argument("--api-key", "-k")
a = parser.parse_args()
if not a.table:
    parser.error("--table is needed")
if a.file is None:
    print("no file", file=sys.stderr)
    sys.exit(2)
if not (a.user or a.org):
    sys.exit("either --user or --org")
with open(a.file, newline="") as f:
    for row in csv.DictReader(f):
        print(row)
