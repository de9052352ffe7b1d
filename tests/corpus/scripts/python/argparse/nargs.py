import argparse
p = argparse.ArgumentParser()
p.add_argument("command")
p.add_argument("target", nargs="?", default="all")
p.add_argument("--pair", nargs=2, type=float)
p.add_argument("--label", action="append", default=[])
p.add_argument("rest", nargs=argparse.REMAINDER)
p.parse_known_args()
