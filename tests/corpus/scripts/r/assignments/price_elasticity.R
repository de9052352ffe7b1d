# Price elasticity of our articles
#
# Edit the parameters below, then source this file.

library(dplyr)
library(ggplot2)

rm(list = ls())

########################
# PARAMETERS           #
########################
input_file   <- "data/prices.csv"   # one line per article and day
country      <- "DE"                # two letters
alpha        <- 0.05                # level of significance
n_boot       <- 1000L               # bootstrap samples
categories   <- c("shoes", "bags", "hats")
use_log      <- TRUE
seed         <- 42
########################

set.seed(seed)
prices <- read.csv(input_file) %>% filter(country == !!country, category %in% categories)
output_file <- paste0("out/elasticity_", country, ".pdf")
result <- NULL
for (i in seq_len(n_boot)) {
  rows <- sample(nrow(prices), replace = TRUE)
  fit <- if (use_log) lm(log(units) ~ log(price), prices[rows, ]) else lm(units ~ price, prices[rows, ])
  result <- c(result, coef(fit)[2])
}
print(quantile(result, c(alpha / 2, 1 - alpha / 2)))
ggsave(output_file)
