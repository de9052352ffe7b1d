# Says which packages are old.
old <- old.packages()
if (is.null(old)) {
  cat("All packages are up to date\n")
} else {
  print(old[, c("Package", "Installed", "ReposVer")])
}
