import argparse

_COMMANDS = {
    "start": dict(help="starts it", args=[(["--port", "-p"], {"type": int, "default": 80})]),
    "stop": dict(help="stops it", args=[(["--now"], {"action": "store_true"}), (["name"], {})]),
}


def _parser():
    parser = argparse.ArgumentParser()
    subs = parser.add_subparsers(dest="cmd")
    for command, spec in _COMMANDS.items():
        sub = subs.add_parser(command, help=spec["help"])
        for flags, options in spec["args"]:
            sub.add_argument(*flags, **options)
    return parser


if __name__ == "__main__":
    print(_parser().parse_args())
