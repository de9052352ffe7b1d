import argparse, sys
parser = argparse.ArgumentParser()
parser.add_argument("--project")
parser.add_argument("--zone", default=None)
parser.add_argument("--note")
args = parser.parse_args()
if not args.project:
    parser.error("--project is needed")
if args.zone is None:
    sys.exit("no zone")
