import fire


def add(a: int, b: int):
    return a + b


def greet(name="world"):
    return f"hello {name}"


def main():
    fire.Fire({"add": add, "say": greet})


main()
