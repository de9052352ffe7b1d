from argparse import ArgumentParser

FLAGS = [
    ("--fetch", "fetch the pages"),
    ("--parse", "parse the pages"),
]
NUMBERS = {"depth": 3, "width": 10}

parser = ArgumentParser()
for flag, text in FLAGS:
    parser.add_argument(flag, action="store_true", help=text)
for name, value in NUMBERS.items():
    parser.add_argument("--" + name, type=int, default=value, help="the {} (default {})".format(name, value))
for i, color in enumerate(["red", "green"], start=1):
    parser.add_argument("--color-%d" % i, default=color)
kwargs = dict(type=float, default=0.5)
for key in ("alpha", "beta"):
    parser.add_argument("--{}".format(key), **kwargs)
args = parser.parse_args()
print(vars(args))
