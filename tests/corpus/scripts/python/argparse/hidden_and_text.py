"""
Usage looks like code, and isn't:
    parser.add_argument("--not-this")
"""
import argparse
# parser.add_argument("--nor-this")
EXAMPLE = "parser.add_argument('--neither')"
parser = argparse.ArgumentParser()
parser.add_argument("--version", action="version", version="1")
parser.add_argument("--debug", help=argparse.SUPPRESS, action="store_true")
parser.add_argument("--shown", default="100%%", help="at 100%% or %(default)s")
parser.parse_args()
