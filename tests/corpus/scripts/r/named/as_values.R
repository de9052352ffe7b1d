library(R.utils)
# Rscript as_values.R --city Berlin --days 3
args <- commandArgs(trailingOnly = TRUE, asValues = TRUE, defaults = list(days = 7L, units = "metric"))
if (is.null(args$city)) stop("Which city?")
forecast <- forecast_of(args$city, days = as.integer(args$days), units = args$units)
print(forecast)
