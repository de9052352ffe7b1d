def main():
    kind = input("file or web: ")
    if kind == "file":
        path = input("Path: ")
        print(path)
    else:
        url = input("URL: ")
        print(url)

main()
