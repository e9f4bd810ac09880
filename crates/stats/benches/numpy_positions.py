"""The peer of benches/decks.rs: numpy making only the two 52 by 52 position tables.

Reads decks of 52 bytes and counts position by card and position by position in the deck before, in
two ways:

- plain: as the documentation of numpy does it, one bincount of position * 52 + label for each table,
  the inverse by put_along_axis, the labels by take_along_axis, 20,000 decks at a time;
- tuned: as fast as numpy can: indices joined in a buffer made beforehand, the inverse of many decks
  by one assignment, chunks that stay in the cache.

    numpy_positions.py plain|tuned FILE

prints the least processor time per deck, in nanoseconds, of three runs (tuned: of three runs with
each of several chunk sizes).
"""

import sys
import time

import numpy as np

CARDS = 52


def plain(decks, chunk=20_000):
    fixed = np.zeros(CARDS * CARDS, np.int64)
    previous = np.zeros(CARDS * CARDS, np.int64)
    positions = np.arange(CARDS)
    last = None
    for start in range(0, len(decks), chunk):
        part = decks[start : start + chunk].astype(np.int64)
        fixed += np.bincount((positions * CARDS + part).ravel(), minlength=CARDS * CARDS)
        inverse = np.empty_like(part)
        np.put_along_axis(inverse, part, positions[None, :], axis=1)
        if last is None:
            before, now = inverse[:-1], part[1:]
        else:
            before, now = np.concatenate((last, inverse[:-1])), part
        labels = np.take_along_axis(before, now, axis=1)
        previous += np.bincount((positions * CARDS + labels).ravel(), minlength=CARDS * CARDS)
        last = inverse[-1:]
    return fixed.reshape(CARDS, CARDS), previous.reshape(CARDS, CARDS)


def tuned(decks, chunk):
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
    way = {"plain": plain, "tuned": tuned}[sys.argv[1]]
    chunks = {"plain": (20_000,), "tuned": (200, 500, 1000, 2000)}[sys.argv[1]]
    decks = np.fromfile(sys.argv[2], np.uint8).reshape(-1, CARDS)
    for fast, slow in zip(way(decks[:40], 7), slowly(decks[:40])):
        assert (fast == slow).all()
    best = float("inf")
    for chunk in chunks:
        for _ in range(3):
            before = time.process_time()
            way(decks, chunk)
            best = min(best, (time.process_time() - before) / len(decks) * 1e9)
    print(f"{best:.1f}")


if __name__ == "__main__":
    main()
