import fire


def resize(path: str, width: int = 640, height=480, keep_ratio: bool = True, filters=("blur",), quality=0.9, *, out=None):
    """Resizes a picture.

    Args:
      path: The picture.
      out: Where to write; next to it if left out.
    """
    assert out or path, "a path is needed"
    return path, width


if __name__ == "__main__":
    fire.Fire(resize)
