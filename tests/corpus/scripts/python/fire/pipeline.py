import fire


class Pipeline:
    """Steps of the pipeline."""

    def __init__(self, root="data"):
        self.root = root

    def ingest(self, url, limit=10):
        """Ingests."""

    def train(self, epochs: int = 3, token: str = ""):
        """Trains."""

    def _private(self):
        pass


if __name__ == "__main__":
    fire.Fire(Pipeline)
