repeat {
  answer <- readline("Again? ")
  if (answer == "n") break
}
