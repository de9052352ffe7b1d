def main(name, times=2):
    print(name * times)

if __name__ == "__main__":
    main("weekly")
