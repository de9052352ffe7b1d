from sys import argv
path = argv[1]
limit = 5
if len(argv) > 2:
    limit = float(argv[2])
print(path, limit)
