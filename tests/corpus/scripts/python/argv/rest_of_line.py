import sys
from pathlib import Path


def main(argv):
    if len(argv) != 3 and len(argv) < 3:
        sys.stderr.write("usage: merge TARGET FILE...\n")
        return 2
    target = argv[1]
    parts = argv[2:]
    with open(target, "w") as out:
        for part in parts:
            out.write(Path(part).read_text())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
