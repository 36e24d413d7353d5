"""Chooses the words of a table and turns training pairs into numbers."""
from collections import Counter, defaultdict
from dataclasses import dataclass

import numpy as np

from words import split_words

# Names of one product say little elsewhere; a word of a single source must be common to be listed.
COMMON = 60
RAREST = 5
LONGEST = 24


@dataclass
class Side:
    """Texts as word numbers one behind the other; text i stands from starts[i] to starts[i + 1]. Unlisted words are negative."""

    numbers: np.ndarray
    starts: np.ndarray


@dataclass
class Corpus:
    vocabulary: list
    frequency: np.ndarray
    unlisted: list
    queries: Side
    passages: Side
    kinds: list
    kind_of: np.ndarray
    source_of: np.ndarray


def read_corpus(pairs, size):
    rows = [(kind, source, split_words(query), split_words(passage)) for kind, source, query, passage in pairs]
    counts, sources, counted = Counter(), defaultdict(set), set()
    for _, source, query, passage in rows:
        counts.update(query)
        key = hash(tuple(passage))
        if key not in counted:
            counted.add(key)
            counts.update(passage)
        for word in {*query, *passage}:
            sources[word].add(source)
    several = len({source for _, source, *_ in rows}) > 1

    def worth(word):
        spread = min(len(sources[word]), 6)
        listed = counts[word] >= RAREST and len(word) <= LONGEST and not (word.isdigit() and len(word) > 2)
        return counts[word] * spread if listed and (not several or spread > 1 or counts[word] >= COMMON) else 0

    vocabulary = sorted((w for w in counts if worth(w)), key=lambda w: (-worth(w), w))[:size]
    numbers, unlisted = {word: i for i, word in enumerate(vocabulary)}, {}

    def to_side(texts):
        flat, starts = [], [0]
        for text in texts:
            flat += [numbers[w] if w in numbers else -1 - unlisted.setdefault(w, len(unlisted)) for w in text]
            starts.append(len(flat))
        return Side(np.array(flat, "i4"), np.array(starts, "i8"))

    queries, passages = to_side(r[2] for r in rows), to_side(r[3] for r in rows)
    kinds = sorted({row[0] for row in rows})
    return Corpus(
        vocabulary=vocabulary,
        frequency=np.array([counts[w] for w in vocabulary], "f8"),
        unlisted=list(unlisted),
        queries=queries,
        passages=passages,
        kinds=kinds,
        kind_of=np.array([kinds.index(row[0]) for row in rows], "i2"),
        source_of=np.array([row[1] for row in rows], "i4"),
    )
