import fire

class Jobs:
    def __init__(self, env: str = "dev"):
        self.env = env

    def start(self, name: str, workers: int = 4):
        return name

    def stop(self, name: str):
        return name

    def _hidden(self):
        pass

if __name__ == "__main__":
    fire.Fire(Jobs)
