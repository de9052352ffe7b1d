threshold <- 0.5
count <- 0
for (x in 1:3) count <- count + x
names <- list()
cat(threshold, count)
