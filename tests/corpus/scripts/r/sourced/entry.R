source("helpers.R")
region <- get_setting("REGION")
print(region)
