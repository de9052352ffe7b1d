# Sorts what it gets on standard input.
lines <- readLines(file("stdin"))
words <- unlist(strsplit(lines, " +"))
writeLines(sort(words))
