## Churn report: Rscript churn_report.R year=2026 segment=smb min_revenue=100 detail=TRUE
params <- list(year = 2026L, segment = "all", min_revenue = 0, detail = FALSE)

for (arg in commandArgs(trailingOnly = TRUE)) {
  parts <- strsplit(arg, "=", fixed = TRUE)[[1]]
  key <- parts[1]
  value <- parts[2]
  if (!key %in% names(params)) stop("Unknown parameter: ", key)
  params[[key]] <- as(value, class(params[[key]]))
}

customers <- readRDS("data/customers.rds")
customers <- customers[customers$revenue >= params$min_revenue, ]
if (params$segment != "all") customers <- customers[customers$segment == params$segment, ]
print(table(customers$left_in == params$year))
if (params$detail) print(customers)
