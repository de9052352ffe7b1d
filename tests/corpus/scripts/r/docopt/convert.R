library(docopt)

doc <- "
Usage: convert.R [-s <sep>] [--skip=N] [--header] INPUT [OUTPUT]

Turns a spreadsheet into text.

-s <sep>, --sep <sep>   between the fields [default: ,]
--skip=N                lines to skip
--header                the first line has names
"

opts <- docopt(doc, version = "convert 1.2")
skip <- if (is.null(opts$skip)) 0L else as.integer(opts$skip)
sheet <- openxlsx::read.xlsx(opts$INPUT, startRow = skip + 1, colNames = opts$header)
target <- opts$OUTPUT
if (is.null(target)) target <- sub("xlsx$", "csv", opts$INPUT)
write.table(sheet, target, sep = opts$sep)
