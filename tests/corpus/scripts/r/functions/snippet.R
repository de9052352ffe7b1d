rows <- 25
name <- "Ada"
scale_by <- function(x, factor = 2) x * factor
rate <- as.numeric(Sys.getenv("RATE", "0.19"))
print(scale_by(rows) * rate)
