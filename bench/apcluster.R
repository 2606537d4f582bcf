# apcluster.R: R's apcluster on lines "i j similarity", nodes from 0 on; the
# diagonal holds the preferences: Rscript apcluster.R EDGES ITERATIONS
# Prints what an iteration takes, as JSON: the slope between two runs, so that
# starting and the final assignment are left out.
suppressPackageStartupMessages({
  library(Matrix)
  library(apcluster)
})
given <- commandArgs(trailingOnly = TRUE)
iterations <- as.integer(given[2])
edges <- scan(given[1], list(i = 0L, j = 0L, s = 0), quiet = TRUE)
own <- edges$i == edges$j
preference <- numeric(sum(own))
preference[edges$i[own] + 1] <- edges$s[own]
similarity <- sparseMatrix(edges$i[!own] + 1, edges$j[!own] + 1,
                           x = edges$s[!own], dims = rep(length(preference), 2))
similarity <- as(similarity, "TsparseMatrix")

seconds <- function(rounds) {
  took <- system.time(suppressWarnings(
    apcluster(similarity, p = preference, maxits = rounds,
              convits = rounds + 1, lam = 0.9, seed = 1)))
  c(took[["elapsed"]], took[["user.self"]] + took[["sys.self"]])
}
few <- max(2L, iterations %/% 10L)
invisible(seconds(few)) # R compiles what it runs first
took <- (seconds(iterations) - seconds(few)) / (iterations - few)
cat(sprintf(paste0('{"peer": "R apcluster", "version": "%s", "wall": %.9f, ',
                   '"cpu": %.9f}\n'),
            packageVersion("apcluster"), took[1], took[2]))
