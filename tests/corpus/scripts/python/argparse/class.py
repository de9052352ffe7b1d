import argparse

class Tool:
    def __init__(self):
        self.parser = argparse.ArgumentParser(description="A tool in a class")
        self.add_arguments()

    def add_arguments(self):
        self.parser.add_argument("--url", required=True)
        self.parser.add_argument("--retries", type=int, default=3)

    def run(self):
        args = self.parser.parse_args()
        print(args)

if __name__ == "__main__":
    Tool().run()
