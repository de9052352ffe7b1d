# Monthly report
# ---- settings ----
month <- "2026-01"  # which month
top_n <- 10
include_closed <- FALSE
regions <- c("EU", "US")
start <- as.Date("2026-01-01")
# ------------------
data <- read.csv("sales.csv")
for (i in 1:top_n) {
  print(i)
}
title <- paste("Report of", month)
plot(data, main = title)
