def ask_number(prompt):
    while True:
        try:
            return int(input(prompt))
        except ValueError:
            print("A number, please.")


low = ask_number("From: ")
high = ask_number("To: ")
names = [input(f"Name of {position}: ") for position in ("winner", "second")]
print(low, high, names)
