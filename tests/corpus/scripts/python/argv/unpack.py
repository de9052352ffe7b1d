import sys


def transfer(source, target, amount):
    print(source, target, amount)


def main():
    _, source, target, amount = sys.argv
    transfer(source, target, float(amount))


if __name__ == "__main__":
    main()
