kind <- readline(prompt = "Archive or delete? ")
if (kind == "archive") {
  target <- readline("Where to? ")
  archive(target)
} else if (kind == "delete") {
  reason <- readline("Why? ")
  delete(reason)
} else {
  stop("Only archive or delete")
}
