name = input("Name of the customer: ")
count = int(input("How many? "))
price = float(input("Price each: "))
print(f"{name} pays {count * price:.2f}")
