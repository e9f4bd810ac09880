#!/usr/bin/env bash
# Processor time per deck: our whole count of full decks (both references, every test, identical
# decks) against numpy making only the two position tables. Makes its own folder with numpy in it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
decks=${1:-4000000}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" --quiet install numpy
cd "$here/.."
bench() { cargo bench --quiet --bench decks -- "$@"; }
bench --make "$folder/decks.bin" "$decks"
# In turn, so that a busy machine is as busy for both; the least of three of each.
ours=() theirs=()
for _ in 1 2 3; do
    ours+=("$(bench --count "$folder/decks.bin" 2>/dev/null)")
    theirs+=("$("$folder/python/bin/python" "$here/numpy_positions.py" "$folder/decks.bin")")
done
least() { printf '%s\n' "$@" | sort -n | head -1; }
a=$(least "${ours[@]}") b=$(least "${theirs[@]}")
echo "everything, this crate:          $a ns of processor time per deck"
echo "two position tables, numpy:      $b ns"
awk -v a="$a" -v b="$b" 'BEGIN { printf "ratio %.2f; %.2f million decks a second\n", a / b, 1e3 / a }'
