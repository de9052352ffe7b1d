# Runs a script with what Pushboard hands over: Rscript run_script.R call.json
#
# call.json says what to run (see call/invocation.ts), and where: "root" is the folder of the repository, "files" the
# folder of uploaded files, "returned" the file for what a function returns. It needs no package.

.pushboard <- new.env()

# A reader and a writer of JSON, since R brings none along.
.pushboard$read_json <- function(text) {
  chars <- strsplit(text, "")[[1]]
  at <- 1L
  space <- function() while (at <= length(chars) && chars[at] %in% c(" ", "\n", "\t", "\r")) at <<- at + 1L
  string <- function() {
    at <<- at + 1L
    out <- character()
    while (chars[at] != "\"") {
      if (chars[at] == "\\") {
        at <<- at + 1L
        letter <- chars[at]
        if (letter == "u") {
          code <- strtoi(paste(chars[at + 1:4], collapse = ""), 16L)
          at <<- at + 4L
          if (code >= 0xD800L && code <= 0xDBFFL && paste(chars[at + 1:2], collapse = "") == "\\u") {
            low <- strtoi(paste(chars[at + 3:6], collapse = ""), 16L)
            at <<- at + 6L
            code <- 0x10000L + (code - 0xD800L) * 0x400L + (low - 0xDC00L)
          }
          # R keeps no text with a zero byte in it.
          out <- c(out, if (code == 0L) "\001" else intToUtf8(code))
        } else {
          out <- c(out, switch(letter, n = "\n", t = "\t", r = "\r", b = "\b", f = "\f", letter))
        }
      } else {
        out <- c(out, chars[at])
      }
      at <<- at + 1L
    }
    at <<- at + 1L
    paste(out, collapse = "")
  }
  value <- function() {
    space()
    char <- chars[at]
    if (char == "\"") return(string())
    if (char == "{") {
      at <<- at + 1L
      found <- list()
      space()
      while (chars[at] != "}") {
        space()
        name <- string()
        space()
        at <<- at + 1L
        found[name] <- list(value())
        space()
        if (chars[at] == ",") at <<- at + 1L
        space()
      }
      at <<- at + 1L
      return(structure(found, class = "object"))
    }
    if (char == "[") {
      at <<- at + 1L
      found <- list()
      space()
      while (chars[at] != "]") {
        found <- c(found, list(value()))
        space()
        if (chars[at] == ",") at <<- at + 1L
        space()
      }
      at <<- at + 1L
      return(found)
    }
    end <- at
    while (end <= length(chars) && !(chars[end] %in% c(",", "]", "}", " ", "\n"))) end <- end + 1L
    word <- paste(chars[at:(end - 1L)], collapse = "")
    at <<- end
    switch(word, true = TRUE, false = FALSE, null = NULL, {
      number <- as.numeric(word)
      if (!grepl("[.eE]", word) && abs(number) < 2^31) as.integer(word) else number
    })
  }
  value()
}

.pushboard$quote_json <- function(text) {
  text <- gsub("\\", "\\\\", enc2utf8(text), fixed = TRUE)
  text <- gsub("\"", "\\\"", text, fixed = TRUE)
  for (pair in list(c("\n", "\\n"), c("\r", "\\r"), c("\t", "\\t"))) text <- gsub(pair[1], pair[2], text, fixed = TRUE)
  paste0("\"", gsub("[[:cntrl:]]", "", text), "\"")
}

.pushboard$write_json <- function(value) {
  quoted <- .pushboard$quote_json
  one <- function(each) {
    if (is.na(each)) "null"
    else if (is.logical(each)) if (each) "true" else "false"
    else if (inherits(each, c("Date", "factor", "character"))) quoted(as.character(each))
    else if (inherits(each, "POSIXt")) quoted(format(each, "%Y-%m-%dT%H:%M:%OS%z"))
    else if (is.numeric(each)) if (is.finite(each)) format(each, digits = 15, scientific = FALSE, trim = TRUE) else quoted(as.character(each))
    else quoted(as.character(each))
  }
  if (is.null(value)) return("null")
  if (is.data.frame(value)) {
    names <- quoted(names(value))
    rows <- vapply(seq_len(nrow(value)), function(row) {
      cells <- vapply(value, function(column) one(column[[row]]), "")
      paste0("{", paste0(names, ":", cells, collapse = ","), "}")
    }, "")
    return(paste0("[", paste(rows, collapse = ","), "]"))
  }
  if (is.matrix(value)) return(.pushboard$write_json(as.data.frame(value)))
  if (is.list(value)) {
    parts <- vapply(value, .pushboard$write_json, "")
    if (is.null(names(value))) return(paste0("[", paste(parts, collapse = ","), "]"))
    return(paste0("{", paste0(quoted(names(value)), ":", parts, collapse = ","), "}"))
  }
  if (is.function(value) || is.environment(value) || is.language(value)) return(quoted(paste(format(value), collapse = "\n")))
  parts <- vapply(seq_along(value), function(at) one(value[at]), "")
  if (!is.null(names(value))) return(paste0("{", paste0(quoted(names(value)), ":", parts, collapse = ","), "}"))
  if (length(parts) == 1) parts else paste0("[", paste(parts, collapse = ","), "]")
}

.pushboard$main <- function() {
  given <- commandArgs(trailingOnly = TRUE)[1]
  call <- .pushboard$read_json(paste(readLines(given, warn = FALSE, encoding = "UTF-8"), collapse = "\n"))
  for (name in names(call$environment)) do.call(Sys.setenv, stats::setNames(list(call$environment[[name]]), name))
  place <- function(value) {
    if (is.list(value)) return(lapply(value, place))
    if (is.character(value) && length(value) == 1 && startsWith(value, "\001file:")) {
      return(file.path(call$files, call$names[[as.integer(substring(value, 7)) + 1]]))
    }
    value
  }
  plain <- function(value) {
    value <- place(value)
    if (inherits(value, "object")) return(lapply(unclass(value), plain))
    if (is.list(value) && all(lengths(value) == 1) && !any(vapply(value, is.list, NA))) unlist(value) else value
  }
  # Days are handed over as text, and become days where the script has one.
  is_day <- function(code) {
    used <- all.names(code, unique = TRUE)
    any(c("as.Date", "Sys.Date", "today") %in% used) && all(used %in% c("as.Date", "Sys.Date", "today", "lubridate", "::", "+", "-", "("))
  }
  day <- function(value) if (is.character(value) && all(grepl("^\\d{4}-\\d{2}-\\d{2}$", value))) as.Date(value) else value
  setwd(call$root)
  path <- file.path(call$root, call$path)
  code <- readLines(path, warn = FALSE, encoding = "UTF-8")
  for (assignment in call$assignments) {
    expressions <- parse(text = code, keep.source = TRUE)
    # `config$host` is what the list in config has for host.
    parts <- strsplit(assignment$name, "$", fixed = TRUE)[[1]]
    at <- which(vapply(expressions, function(each) {
      is.call(each) && as.character(each[[1]])[1] %in% c("<-", "=") && identical(as.character(each[[2]]), parts[1])
    }, NA))
    if (length(at) != 1) stop("The script has no assignment of ", assignment$name, " anymore. Sync the command, then run it again.", call. = FALSE)
    value <- plain(assignment$value)
    before <- if (length(parts) == 1) expressions[[at]][[3]] else expressions[[at]][[3]][[parts[2]]]
    if (is_day(before)) value <- day(value)
    if (length(parts) == 1) expressions[[at]][3] <- list(value) else expressions[[at]][[3]][parts[2]] <- list(value)
    place_of <- attr(parse(text = code, keep.source = TRUE), "srcref")[[at]]
    lines <- place_of[1]:place_of[3]
    # The lines keep their numbers, which errors name.
    text <- paste(deparse(expressions[[at]], width.cutoff = 500L), collapse = " ")
    code[lines] <- ""
    code[lines[1]] <- text
  }
  arguments <- vapply(call$args, place, "")
  environment <- globalenv()
  # What the script sees of its own command line is what it was meant to be called with.
  own <- function(trailingOnly = FALSE) if (trailingOnly) as.character(arguments) else c("R", "--no-echo", "--no-restore", paste0("--file=", path), "--args", as.character(arguments))
  unlockBinding("commandArgs", baseenv())
  assign("commandArgs", own, envir = baseenv())
  if (length(call$answers) > 0) {
    answers <- vapply(call$answers, place, "")
    asked <- 0L
    answer <- function(prompt = "") {
      cat(prompt)
      asked <<- asked + 1L
      if (asked > length(answers)) "" else answers[[asked]]
    }
    unlockBinding("readline", baseenv())
    assign("readline", answer, envir = baseenv())
    options(askpass = answer)
  }
  # The code of a script stands in no frame, which is how some tell whether they are run or loaded.
  frames <- NULL
  unlockBinding("sys.nframe", baseenv())
  assign("sys.nframe", function() max(0L, length(sys.frames()) - 1L - frames), envir = baseenv())
  expressions <- parse(text = code, keep.source = TRUE, srcfile = srcfilecopy(call$path, code))
  returned <- NULL
  for (at in seq_along(expressions)) {
    if (is.null(frames)) frames <- withVisible(eval(quote(length(sys.frames())), environment))$value
    visible <- withVisible(eval(expressions[[at]], environment))
    returned <- visible$value
    # As Rscript does with the code of a file.
    if (visible$visible && is.null(call$`function`)) print(visible$value)
    if (is.function(returned) && identical(call$line, attr(expressions, "srcref")[[at]][1])) environment$.pushboard_endpoint <- returned
  }
  if (!is.null(call$`function`)) {
    called <- get0(call$`function`, envir = environment, mode = "function")
    if (is.null(called)) called <- environment$.pushboard_endpoint
    if (is.null(called)) stop("The script has no function ", call$`function`, " anymore. Sync the command, then run it again.", call. = FALSE)
    parameters <- lapply(unclass(call$parameters), plain)
    for (name in names(parameters)) {
      if (is.call(formals(called)[[name]]) && is_day(formals(called)[[name]])) parameters[name] <- list(day(parameters[[name]]))
    }
    returned <- do.call(called, parameters)
    writeLines(.pushboard$write_json(returned), call$returned, useBytes = TRUE)
  }
}

.pushboard$main()
