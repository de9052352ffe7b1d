import argparse
p = argparse.ArgumentParser()
p.add_argument("--level")
p.add_argument("--size", type=int)
p.set_defaults(level="info", size=10)
p.parse_args()
