#!/usr/bin/env python3
"""Prints words and vectors of twenty texts by a table, for the parity test: vectors.py TABLE > internal/testing/fixtures/word-vectors.json"""
import json
import sys
from collections import Counter

import numpy as np

from pack import read_table
from words import hash_runs, split_words

TEXTS = [
    "login",
    "authenticate users with single sign-on",
    "how do I rotate an API key?",
    "useEffect cleanup function",
    "rate limit exceeded 429",
    "deploy to Vercel",
    "authentcation tokn",
    "typeface",
    "font",
    "flowchart",
    "configure the sidebar navigation",
    "next.config.mjs",
    "OpenAPI 3.1 description",
    "webhooks & callbacks",
    "日本語",
    "",
    "the of and",
    "HTTPServer2 listens on port 8080",
    "dark-mode colours",
    "résumé upload",
]


def main():
    vocabulary, rows, buckets = read_table(sys.argv[1])
    numbers = {word: i for i, word in enumerate(vocabulary)}

    def row_of(word):
        if word in numbers:
            return rows[numbers[word]]
        return np.mean([rows[len(vocabulary) + run] for run in hash_runs(word, buckets)], axis=0)

    known = []
    for text in TEXTS:
        words = split_words(text)
        vector = np.zeros(rows.shape[1])
        for word, times in Counter(words).items():
            vector += np.sqrt(times) * row_of(word)
        vector /= np.linalg.norm(vector) + 1e-9
        known.append({"text": text, "words": words, "vector": [round(float(x), 6) for x in vector]})
    print(json.dumps(known, ensure_ascii=False))


if __name__ == "__main__":
    main()
