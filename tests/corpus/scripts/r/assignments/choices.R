# Exports a table.
table_name <- "orders"
# one of: csv, json, parquet
file_format <- "csv"
compress <- TRUE
limit <- -1   # -1 for all rows
colors <- c("#1b9e77", "#d95f02", "#7570b3")

if (!(file_format %in% c("csv", "json", "parquet"))) {
  stop("file_format is wrong")
}
stopifnot(is.character(table_name), nchar(table_name) > 0)

rows <- fetch_table(table_name, limit)
status <- "ok"
if (nrow(rows) == 0) status <- "empty"
export(rows, file_format, compress, colors)
cat(status)
