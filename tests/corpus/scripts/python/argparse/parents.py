import argparse
common = argparse.ArgumentParser(add_help=False)
common.add_argument("--region", default="eu-west-1")
common.add_argument("--profile")
parser = argparse.ArgumentParser(parents=[common], description="Copies a bucket")
parser.add_argument("bucket")
args = parser.parse_args()
