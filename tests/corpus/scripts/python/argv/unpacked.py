import sys
_, first, second = sys.argv
print(first, second)
