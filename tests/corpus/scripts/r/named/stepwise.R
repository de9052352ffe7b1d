argv <- commandArgs(trailingOnly = TRUE)
i <- 1
in_path <- NA
width <- 800
formats <- "png"
is_gray <- FALSE
while (i <= length(argv)) {
  switch(argv[i],
    "--in" = {
      i <- i + 1
      in_path <- argv[i]
    },
    "-w" = ,
    "--width" = {
      width <- as.numeric(argv[i + 1])
      i <- i + 1
    },
    "--gray" = { is_gray <- TRUE },
    stop("What is ", argv[i], "?")
  )
  i <- i + 1
}
stopifnot(!is.na(in_path))
picture <- magick::image_read(in_path)
picture <- magick::image_scale(picture, width)
if (is_gray) picture <- magick::image_convert(picture, type = "grayscale")
magick::image_write(picture, paste0("small.", formats))
