# Compares two months of sales.
# Change the settings below, then run the whole file.

library(dplyr)
library(ggplot2)

# ---- Settings ----
sales_file <- "data/sales.csv"        # one row per order
first_month <- "2026-01"
second_month <- "2026-02"
min_orders <- 20
top_share <- 0.1                      # of the customers
include_returns <- FALSE
regions <- c("north", "east")
start_day <- as.Date("2026-01-01")

# ---- Work ----
output_file <- paste0("out/", first_month, ".csv")
sales <- read.csv(sales_file)
total <- 0
results <- list()
for (region in regions) {
  part <- sales[sales$region == region & as.Date(sales$day) >= start_day, ]
  if (!include_returns) part <- part[part$amount > 0, ]
  if (nrow(part) < min_orders) next
  results[[region]] <- part
  total <- total + sum(part$amount)
}
colors <- c(north = "blue", east = "red")
label <- "Sales"
plot <- ggplot(bind_rows(results), aes(month, amount)) + geom_col() + ggtitle(label)
ggsave("plot.png", plot)
write.csv(compare(results, first_month, second_month, top_share), output_file)
print(total)
