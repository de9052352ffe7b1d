#!/usr/bin/env Rscript
library(argparser, quietly = TRUE)

p <- arg_parser("Forecast the demand of articles for the coming weeks")
p <- add_argument(p, "history", help = "CSV file with the sales of the past")
p <- add_argument(p, c("--weeks", "--seasons"), help = c("How many weeks ahead", "How many seasons the model has"),
                  default = list(8, 52))
p <- add_argument(p, "--method", help = "ets, arima or naive", default = "ets", short = "-m")
p <- add_argument(p, "--articles", help = "only these articles", nargs = Inf, type = "character")
p <- add_argument(p, "--plot", help = "draw a picture, too", flag = TRUE)
argv <- parse_args(p)

if (!file.exists(argv$history)) stop("No such file: ", argv$history)
fit <- switch(argv$method,
  ets = forecast::ets,
  arima = forecast::auto.arima,
  naive = forecast::naive,
  stop("unknown method")
)
sales <- read.csv(argv$history)
print(forecast::forecast(fit(sales$units), h = argv$weeks))
