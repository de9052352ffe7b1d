name <- readline("Name: ")
size <- as.integer(readline(prompt = "Size: "))
cat(name, size)
