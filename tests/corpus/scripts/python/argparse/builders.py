import argparse


def add_io(parser, prefix="", required=False):
    parser.add_argument(f"--{prefix}input", required=required, help=f"The {prefix.rstrip('-')} file")
    parser.add_argument(f"--{prefix}format", default="csv")


def add_common_args(p: argparse.ArgumentParser) -> argparse.ArgumentParser:
    p.add_argument("--workers", type=int, default=4)
    p.add_argument("--seed", type=int, required=False)
    return p


def parse():
    parser = argparse.ArgumentParser()
    add_io(parser, prefix="left-", required=True)
    add_io(parser, prefix="right-")
    parser = add_common_args(parser)
    return parser.parse_args()


def run():
    args = parse()
    assert args.seed is not None, "a seed is needed"
    print(args)


run()
