//! Where SP 800-22 or the program that goes with it is wrong, and what is done here instead.

/// (test, what is published, what is done here).
pub const ERRATA: &[(&str, &str, &str)] = &[
    (
        "spectral",
        "The variance n * .95 * .05 / 4 is too small: one fair sequence in 68 falls below .01, \
         not one in 100.",
        "Divisor 3.8 (Pareschi, Rovatti and Setti 2012); the published one can be chosen.",
    ),
    (
        "spectral",
        "Worked examples 2.6.4 and 2.6.8 print N1 = 4 and 46, p = .029523 and .168669.",
        "The counts are 5 and 48; with the published variance p = .468160 and .646355.",
    ),
    (
        "overlapping template",
        "sts-2.1.2 overwrites the corrected class chances with an approximation.",
        "Exact chances; for the first million bits of pi p = .260718 where sts prints .296897.",
    ),
    (
        "overlapping template",
        "Worked example 2.8.4 puts the chances of long blocks on five blocks of ten bits.",
        "Not a usable example; nothing is compared with it.",
    ),
    (
        "linear complexity",
        "The first class chance is .01047, so the chances do not sum to one.",
        "Exactly 1/96; for the first million bits of e, M = 1000, p = .844738 where sts prints \
         .845406.",
    ),
    (
        "longest run",
        "Class chances are rounded to four digits.",
        "Exact chances; for the first million bits of pi p = .027295 where sts prints .024390.",
    ),
    (
        "universal",
        "Maurer's factor for the dependence of distances gives a standard deviation 2.3% too small \
         at one million bits.",
        "The exact variance (as Coron and Naccache 1998); the published one can be chosen.",
    ),
    (
        "excursions",
        "With fewer than 500 cycles sts prints p = 0.000000, which reads as a failure.",
        "Not run, with the reason: 38% of fair sequences of a million bits have too few cycles.",
    ),
    (
        "excursions",
        "Worked example 2.14.4 rounds the class chances to four digits and prints p = .502529.",
        "Exact chances give .502488.",
    ),
    (
        "runs",
        "Where the share of ones is too far from one half sts prints p = 0.000000.",
        "Not run; the frequency test gives the verdict.",
    ),
    (
        "cumulative sums",
        "The series of the null law is cut off at n/z, which shows below 100 bits: example \
         2.13.4, ten bits, p = .411659.",
        "The whole series: .411511 there, and the same to all digits from 100 bits on.",
    ),
    (
        "approximate entropy",
        "m < log2 n - 5 still allows lengths at which the statistic is biased by a third of its \
         standard deviation.",
        "m is lowered until the bias is below a tenth.",
    ),
    (
        "several sequences",
        "The uniformity of p-values is judged as if they were continuous and exact.",
        "The counts of all sequences are judged as one first; uniformity is judged up to 2,000 \
         sequences, beyond which the approximation behind the p-values itself would show.",
    ),
];
