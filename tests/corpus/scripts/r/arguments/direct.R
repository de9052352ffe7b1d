day <- as.Date(commandArgs(trailingOnly = TRUE)[1])
print(weekdays(day))
