#!/usr/bin/env bash
# Processor time per deck: our whole count of full decks (both references, every test, identical
# decks) against numpy making only the two position tables, as its documentation does it and tuned by
# hand. Makes its own folder with numpy in it.
#
#     against_numpy.sh [DECKS]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
decks=${1:-4000000}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" --quiet install numpy
cd "$here/.."
bench() { cargo bench --quiet --bench decks -- "$@"; }
numpy() { "$folder/python/bin/python" "$here/numpy_positions.py" "$@"; }
bench --make "$folder/decks.bin" "$decks"
# In turn, so that a busy machine is as busy for all; each counts the file three times in each of
# three turns (the tuned numpy so often with each of its chunk sizes), and the least is taken.
ours=() plain=() tuned=()
for _ in 1 2 3; do
    ours+=("$(bench --count "$folder/decks.bin" 2>/dev/null)")
    plain+=("$(numpy plain "$folder/decks.bin")")
    tuned+=("$(numpy tuned "$folder/decks.bin")")
done
least() { printf '%s\n' "$@" | sort -n | head -1; }
a=$(least "${ours[@]}") b=$(least "${plain[@]}") c=$(least "${tuned[@]}")
echo "everything, this crate:                     $a ns of processor time per deck"
echo "two position tables, numpy as documented:   $b ns"
echo "two position tables, numpy tuned by hand:   $c ns"
awk -v a="$a" -v b="$b" -v c="$c" 'BEGIN {
    printf "this crate takes %.2f of the time of numpy as documented, %.2f of the tuned\n", a / b, a / c
    printf "%.2f million decks a second\n", 1e3 / a
}'
