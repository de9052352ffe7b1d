# Loads exports of several systems into one table.
library(optparse)

systems <- c("crm", "shop", "billing")
option_list <- lapply(systems, function(system) {
  make_option(paste0("--", system), type = "character",
              help = sprintf("Export of %s", system))
})
option_list <- c(option_list, list(
  make_option("--limit", type = "integer", default = 100, help = "Rows of each export")
))

opt <- parse_args(OptionParser(option_list = option_list))

for (needed in c("crm", "shop")) {
  if (is.null(opt[[needed]])) stop("Missing: --", needed)
}

tables <- lapply(systems, function(system) {
  if (is.null(opt[[system]])) return(NULL)
  head(read.csv(opt[[system]]), opt$limit)
})
print(do.call(rbind, tables))
