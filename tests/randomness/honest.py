#!/usr/bin/env python3
"""Fair shoes as tables of cards write them, and fair numbers of which some were sorted when written, out of numpy: how many
does `feltproof` accuse?

    honest.py FELTPROOF [--shoes N] [--numbers N] [--first SEED]

Shoes of 6 and 8 decks, 60 to 160 a file, on PCG64 and a Mersenne Twister: whole; up to a cut card; baccarat by its rules;
blackjack in the order dealt, and with its cards sorted. Numbers of 2 to 80 symbols, 1,000 to 40,000 draws: pairs, threes or
groups of 2 to 20, of which 3 to 100 in a hundred were sorted. The verdict's level is 1 %: exit code 1 where more files are
accused than fair ones are in 1 of 1,000 runs.
"""
import argparse, math, os, subprocess, sys, tempfile
import numpy as np

ARGUMENTS = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
ARGUMENTS.add_argument("feltproof")
ARGUMENTS.add_argument("--shoes", type=int, default=800)
ARGUMENTS.add_argument("--numbers", type=int, default=900)
ARGUMENTS.add_argument("--first", type=int, default=1)
LEVEL = 0.01
NAMES = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]


def generator(seed):
    return np.random.Generator(np.random.PCG64(seed) if seed % 2 else np.random.MT19937(seed))


def baccarat(shoe, at):
    """A round from this card on: the Player's cards, the Banker's, and the card behind them."""
    points = lambda card: {12: 1}.get(card % 13, card % 13 + 2 if card % 13 < 8 else 0)
    player, banker, at = [shoe[at], shoe[at + 2]], [shoe[at + 1], shoe[at + 3]], at + 4
    of_player, of_banker = (sum(map(points, hand)) % 10 for hand in (player, banker))
    if max(of_player, of_banker) < 8:
        third = None
        if of_player <= 5:
            third, at = points(shoe[at]), at + 1
            player.append(shoe[at - 1])
        draws_to = {None: range(6), 3: {*range(10)} - {8}, 4: range(2, 8), 5: range(4, 8), 6: range(6, 8)}
        if of_banker in draws_to[None] if third is None else of_banker <= 2 or third in draws_to.get(of_banker, ()):
            banker.append(shoe[at])
            at += 1
    return player, banker, at


def total(cards):
    points = sum(1 if card % 13 == 12 else min(card % 13, 8) + 2 for card in cards)
    return points + 10 if points <= 11 and any(card % 13 == 12 for card in cards) else points


def blackjack(shoe, at):
    """One player alone: stands on 17, or on 12 against a low card; all cards in the order dealt, and the card behind them."""
    player, dealer, seen, at = [shoe[at], shoe[at + 2]], [shoe[at + 1], shoe[at + 3]], shoe[at:at + 4], at + 4
    if 21 not in (total(player), total(dealer)):
        while total(player) < (12 if dealer[0] % 13 < 5 else 17):
            player.append(shoe[at])
            at += 1
        while total(player) <= 21 and total(dealer) < 17:
            dealer.append(shoe[at])
            at += 1
    return seen + player[2:] + dealer[2:], at


def shoes(seed):
    """The text of a file of shoes, and the options that read it."""
    random, way = generator(seed), seed % 5
    decks, count = (8, 6)[seed // 5 % 2], (60, 100, 160)[seed // 10 % 3]
    options = ["shuffle", "FILE", "--decks-per-shoe", str(decks)]
    options += [[], ["--dealt", "any"], ["--dealt", "baccarat", "--deck-column", "Shoe"],
                ["--dealt", "any", "--deck-column", "Shoe"],
                ["--dealt", "any", "--inner-order", "unknown", "--deck-column", "Shoe"]][way]
    words = lambda cards: " ".join(NAMES[card] for card in cards)
    lines = [] if way < 2 else ["Shoe,Cards"]
    for number in range(1, count + 1):
        shoe = np.tile(np.arange(52), decks)
        random.shuffle(shoe)
        shoe, at = shoe.tolist(), 1
        if way == 0:
            lines.append(words(shoe))
        elif way == 1:
            lines.append(words(shoe[1:int(random.integers(len(shoe) * 7 // 10, len(shoe) * 8 // 10))]))
        while way > 1 and at < len(shoe) - 72:
            if way == 2:
                player, banker, at = baccarat(shoe, at)
                lines.append(f"{number},{words(player)} | {words(banker)}")
            else:
                row, at = blackjack(shoe, at)
                lines.append(f"{number},{words(row if way == 3 else sorted(row))}")
    return "\n".join(lines) + "\n", options


def numbers(seed):
    random, share = generator(seed), (1, 0.5, 0.2, 0.1, 0.05, 0.03)[seed % 6]
    symbols, many = int(random.integers(2, 81)), int(round(10 ** random.uniform(3, 4.602)))
    size = (2, 3, int(random.integers(2, 21)))[seed // 6 % 3]
    drawn = random.integers(0, symbols, many)
    for at in np.nonzero(random.random(many // size) < share)[0]:
        drawn[at * size:(at + 1) * size].sort()
    return "\n".join(map(str, drawn)) + "\n", ["rng", "FILE", "--range", f"0..{symbols - 1}"]


def most(files):
    """The most of so many fair files that are accused, but for 1 run in 1,000."""
    beyond, k = 1.0, -1
    while beyond > 0.001:
        k += 1
        beyond -= math.comb(files, k) * LEVEL**k * (1 - LEVEL) ** (files - k)
    return k


def main():
    given, wrong = ARGUMENTS.parse_args(), False
    with tempfile.TemporaryDirectory() as folder:
        for what, make, files in [("shoes", shoes, given.shoes), ("numbers", numbers, given.numbers)]:
            ended = {0: 0, 1: 0, 3: 0}
            for seed in range(given.first, given.first + files):
                text, options = make(seed)
                path = os.path.join(folder, what + (".csv" if text.startswith("Shoe") else ".txt"))
                with open(path, "w") as file:
                    file.write(text)
                command = [given.feltproof] + [path if word == "FILE" else word for word in options]
                run = subprocess.run(command, capture_output=True, text=True)
                if run.returncode not in ended:
                    sys.exit(f"{what}, seed {seed}: exit code {run.returncode}: {run.stderr}")
                ended[run.returncode] += 1
            print(f"{what}: {files} files, {ended[1]} accused (at most {most(files)} may be), {ended[3]} left open, {ended[0]} "
                  "without a departure")
            wrong |= ended[1] > most(files) or files > 0 and not ended[0]
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
