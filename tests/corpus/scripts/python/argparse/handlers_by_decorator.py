"""Tool with commands that register themselves."""
import argparse

cli = argparse.ArgumentParser(description=__doc__)
subparsers = cli.add_subparsers(dest="subcommand")


def argument(*names, **kwargs):
    return names, kwargs


def subcommand(arguments=(), parent=subparsers):
    def decorator(func):
        parser = parent.add_parser(func.__name__, description=func.__doc__)
        for names, kwargs in arguments:
            parser.add_argument(*names, **kwargs)
        parser.set_defaults(func=func)
    return decorator


@subcommand([argument("-d", "--days", type=int, default=7, help="how many days"), argument("team")])
def report(args):
    """Reports a team."""
    print(args.days)


@subcommand()
def ping(args):
    print("pong")


if __name__ == "__main__":
    args = cli.parse_args()
    if args.subcommand is None:
        cli.print_help()
    else:
        args.func(args)
