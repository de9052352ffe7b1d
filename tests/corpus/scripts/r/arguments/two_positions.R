args <- commandArgs(trailingOnly = TRUE)

if (length(args) < 2) {
  stop("Usage: Rscript two_positions.R <input.csv> <column> [rows]", call. = FALSE)
}

input_file <- args[1]
column <- args[2]
rows <- ifelse(length(args) >= 3, as.integer(args[3]), 10)

data <- read.csv(input_file)
print(head(sort(table(data[[column]]), decreasing = TRUE), rows))
