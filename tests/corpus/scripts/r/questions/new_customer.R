# Asks for a new customer and adds it to the list.
con <- file("stdin", open = "r")

ask <- function(question, default = "") {
  cat(question, if (nzchar(default)) paste0(" [", default, "]") else "", ": ", sep = "")
  answer <- readLines(con, n = 1)
  if (length(answer) == 0 || answer == "") default else answer
}

name <- ask("Name of the customer")
country <- ask("Country", "US")
discount <- as.numeric(ask("Discount in percent", "0"))
cat("Send a welcome mail? (y/n) ")
welcome <- tolower(readLines(con, n = 1)) == "y"
close(con)

customers <- read.csv("customers.csv")
customers <- rbind(customers, data.frame(name, country, discount, welcome))
write.csv(customers, "customers.csv", row.names = FALSE)
