total = 0
while True:
    line = input("Number or q: ")
    if line == "q":
        break
    total += int(line)
print(total)
