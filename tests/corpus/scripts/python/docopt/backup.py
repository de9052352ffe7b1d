#!/usr/bin/env python3
import docopt

DOC = """Backs up a folder.

Usage: backup.py [options] FOLDER [<target>]

-c FILE, --config FILE  The configuration.
-n, --dry-run           Do nothing.
-q                      Quiet.
--keep N                How many to keep [default: 7]
--exclude PATTERN...    What to leave out.
"""


def main():
    args = docopt.docopt(DOC)
    keep = int(args["--keep"])
    print(args["FOLDER"], keep)


main()
