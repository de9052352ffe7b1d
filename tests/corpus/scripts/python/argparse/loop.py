import argparse
ap = argparse.ArgumentParser()
for color in ["red", "green"]:
    ap.add_argument(f"--{color}", type=int, default=0, help=f"amount of {color}")
ns = ap.parse_args()
