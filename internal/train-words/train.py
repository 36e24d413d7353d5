#!/usr/bin/env python3
"""Trains a table of word vectors on folders of Markdown. See README.md beside this file."""
import argparse

from corpus import read_corpus
from learn import learn
from pack import write_table
from pairs import read_pairs
from start import first_vectors


def main():
    options = read_options()
    corpus = read_corpus(read_pairs(options.folders), options.words)
    pairs = len(corpus.kind_of)
    if pairs < 1000:
        raise SystemExit(f"Only {pairs} training pairs were found; give folders with some hundred pages of Markdown or more.")
    print(f"{pairs} pairs, {len(corpus.vocabulary)} words", flush=True)
    start = first_vectors(corpus, options.dimensions)
    rows = learn(corpus, start, buckets=options.buckets, epochs=options.epochs, batch=options.batch, rate=options.rate)
    size = write_table(options.out, corpus.vocabulary, rows, options.buckets)
    print(f"{options.out}: {size} bytes")


def read_options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", help="folders of Markdown or MDX, one for each source")
    parser.add_argument("--out", required=True, help="file to write")
    parser.add_argument("--words", type=int, default=24_000, help="most words in the table")
    parser.add_argument("--buckets", type=int, default=8_192, help="rows for hashed runs of letters")
    parser.add_argument("--dimensions", type=int, default=256, help="a multiple of 32")
    parser.add_argument("--epochs", type=float, default=6)
    parser.add_argument("--batch", type=int, default=2_048)
    parser.add_argument("--rate", type=float, default=0.008, help="learning rate")
    options = parser.parse_args()
    if options.dimensions % 32:
        parser.error(f"--dimensions {options.dimensions} is not a multiple of 32")
    return options


if __name__ == "__main__":
    main()
