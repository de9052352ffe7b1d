con <- file("stdin")
open(con)

cat("Name of the customer: ")
name <- readLines(con, n = 1)
cat("How many: ")
amount <- as.integer(readLines(con, n = 1))
cat("Send now? [y/n] ")
now <- tolower(readLines(con, n = 1))

cat(sprintf("%d for %s\n", amount, name))
if (now == "y") {
  send(name, amount)
}
close(con)
