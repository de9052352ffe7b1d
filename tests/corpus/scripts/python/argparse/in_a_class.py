import argparse


class Tool:
    """Checks links of a site."""

    DEFAULT_DEPTH = 2

    def __init__(self):
        self.parser = argparse.ArgumentParser(description=self.__doc__)
        self._add_arguments()

    def _add_arguments(self):
        self.parser.add_argument("site")
        self.parser.add_argument("--depth", type=int, default=self.DEFAULT_DEPTH)
        self.parser.add_argument("--password", help="of the user, if there is one")
        # self.parser.add_argument("--old", help="not any more")

    def run(self):
        self.args = self.parser.parse_args()
        print(self.args.site)


if __name__ == "__main__":
    Tool().run()
