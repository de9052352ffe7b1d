first <- function(a) a
second <- function(b) b
third <- function(c) first(c)
