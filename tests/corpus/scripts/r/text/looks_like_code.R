# opt <- make_option("--not-this")
text <- "make_option('--nor-this')"
print(text)
