import argparse
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser(description="Runs a tool with a profile.")
    parser.add_argument("--profile", required="PROFILE" not in sys.modules, default="base")
    parser.add_argument("--sizes", default="10,20", help="sizes, divided by commas")
    parser.set_defaults(profile="small")
    args, rest = parser.parse_known_args()
    sizes = [int(s) for s in args.sizes.split(",")]
    if args.profile == "none" and not rest:
        parser.error("nothing to do")
    subprocess.run(["tool", *rest])


main()
