items = []
while True:
    choice = input("a to add, q to quit: ")
    if choice == "q":
        break
    if choice == "a":
        items.append(input("What? "))
    else:
        print("Try again")
print(items)
