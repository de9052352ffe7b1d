"""Send the weekly report."""
import argparse

def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("recipient", help="who gets it")
    parser.add_argument("-w", "--weeks", type=int, default=1, help="how many (default: %(default)s)")
    parser.add_argument("--dry-run", action="store_true")
    parser.add_argument("--rate", type=float)
    args = parser.parse_args()
    print(args.recipient, args.weeks)

if __name__ == "__main__":
    main()
