import argparse

DEFAULT_DAYS = 30
LEVELS = ("low", "high")

def add_time_options(target):
    target.add_argument("--days", type=int, default=DEFAULT_DAYS)
    target.add_argument("--since")

def add_level(target, name="--level"):
    target.add_argument(name, choices=LEVELS, default=LEVELS[0])

def parse(argv=None):
    parser = argparse.ArgumentParser()
    add_time_options(parser)
    add_level(parser)
    return parser.parse_args(argv)

if __name__ == "__main__":
    print(parse())
