balance <- 100
repeat {
  bet <- as.numeric(readline("Your bet: "))
  if (bet == 0) break
  balance <- balance + sample(c(-1, 1), 1) * bet
  cat("You have", balance, "\n")
}
