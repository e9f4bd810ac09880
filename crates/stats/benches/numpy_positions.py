"""The peer of benches/decks.rs: numpy making only the two 52 by 52 position tables.

Reads decks of 52 bytes and counts position by card and position by position in the deck before, as
fast as numpy can: labels and positions joined to one index in a buffer made beforehand, one bincount
for each table, the inverse of many decks by one assignment, chunks that stay in the cache. Prints the
least processor time per deck, in nanoseconds, over chunk sizes and repetitions.
"""

import sys
import time

import numpy as np

CARDS = 52


def tables(decks, chunk):
    fixed = np.zeros(CARDS * CARDS, np.int64)
    previous = np.zeros(CARDS * CARDS, np.int64)
    row = np.arange(CARDS) * CARDS
    positions = np.tile(np.arange(CARDS), chunk)
    base = (np.arange(chunk) * CARDS)[:, None]
    inverse = np.empty(chunk * CARDS, np.intp)
    index = np.empty((chunk, CARDS), np.intp)
    last = None
    for start in range(0, len(decks), chunk):
        part = decks[start : start + chunk]
        m = len(part)
        cells = index[:m]
        np.add(part, row, out=cells)
        fixed += np.bincount(cells.ravel(), minlength=CARDS * CARDS)
        if last is not None:
            previous += np.bincount(last[part[0]] + row, minlength=CARDS * CARDS)
        np.add(part, base[:m], out=cells)
        inverse[cells.ravel()] = positions[: m * CARDS]
        # Where each card of a deck stood in the deck before it.
        before = cells[1:]
        before -= CARDS
        labels = np.take(inverse, before, mode="clip")
        labels += row
        previous += np.bincount(labels.ravel(), minlength=CARDS * CARDS)
        last = inverse[(m - 1) * CARDS : m * CARDS].copy()
    return fixed.reshape(CARDS, CARDS), previous.reshape(CARDS, CARDS)


def slowly(decks):
    """The same tables from their definition, to show that the fast ones are right."""
    fixed = np.zeros((CARDS, CARDS), np.int64)
    previous = np.zeros((CARDS, CARDS), np.int64)
    for k, deck in enumerate(decks):
        for i, card in enumerate(deck):
            fixed[i, card] += 1
            if k > 0:
                previous[i, list(decks[k - 1]).index(card)] += 1
    return fixed, previous


def main():
    decks = np.fromfile(sys.argv[1], np.uint8).reshape(-1, CARDS)
    for fast, slow in zip(tables(decks[:40], 7), slowly(decks[:40])):
        assert (fast == slow).all()
    best = float("inf")
    for chunk in (200, 500, 1000, 2000):
        for _ in range(2):
            before = time.process_time()
            tables(decks, chunk)
            best = min(best, (time.process_time() - before) / len(decks) * 1e9)
    print(f"{best:.1f}")


if __name__ == "__main__":
    main()
