import argparse
p = argparse.ArgumentParser()
p.add_argument("--color", action=argparse.BooleanOptionalAction, default=True)
p.add_argument("--no-cache", dest="cache", action="store_false")
p.add_argument("--fast", action="store_const", const=True, default=False)
a = p.parse_args()
