"""Prints the time."""
import datetime

if __name__ == "__main__":
    print(datetime.datetime.now())
