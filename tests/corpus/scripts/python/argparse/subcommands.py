import argparse, sys

def build():
    parser = argparse.ArgumentParser(prog="users")
    parser.add_argument("--verbose", "-v", action="count", default=0)
    sub = parser.add_subparsers(dest="command", required=True)
    add = sub.add_parser("add", help="Add a user")
    add.add_argument("name")
    add.add_argument("--role", choices=["admin", "member"], default="member")
    rm = sub.add_parser("remove")
    rm.add_argument("ids", type=int, nargs="+")
    return parser

args = build().parse_args(sys.argv[1:])
