from argparse import ArgumentParser

DAYS = 30


def cli_args():
    parser = ArgumentParser()
    parser.add_argument("--older-than", type=int, default=DAYS, help="days")
    return parser.parse_args()
