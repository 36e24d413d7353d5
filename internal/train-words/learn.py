"""Contrastive training: each short text is drawn to its passage and away from the others of its batch."""
import time

import numpy as np
import scipy.sparse as sparse

from words import hash_runs

SCALE = 20.0
WORD_DROPOUT = 0.08
RUN_DROPOUT = 0.06
SAME_SOURCE = 0.4
KIND_WEIGHTS = {"path": 0.7, "context": 0.5, "anchor": 1.5, "description": 1.5, "link": 1.2}


class Table:
    """Rows of words, then rows of hashed letter runs. A text is the sum of its rows, each by the root of its count."""

    def __init__(self, corpus, start, buckets, rng):
        self.size, self.buckets, self.rng = len(corpus.vocabulary), buckets, rng
        rarity = np.log(corpus.frequency.sum() / corpus.frequency)
        words = start * (rarity / rarity.mean()).astype("f4")[:, None]
        self.runs = list_runs(corpus.vocabulary, buckets)
        self.unlisted = list_runs(corpus.unlisted, buckets)
        members = sparse.csr_matrix((np.ones(len(self.runs[0]), "f4"), *self.runs), shape=(self.size, buckets))
        runs = (members.T @ start) / (np.sqrt(np.asarray(members.sum(0)).ravel())[:, None] + 1)
        runs *= 1.5 / (np.linalg.norm(runs, axis=1).mean() + 1e-6)
        self.rows = np.concatenate([words, runs]).astype("f4")

    def to_matrix(self, side, chosen):
        """Which rows, how often, each chosen text is made of. Some words are left out, and some read by their runs, at random."""
        lengths = side.starts[chosen + 1] - side.starts[chosen]
        offsets = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        places = np.repeat(side.starts[chosen] - offsets, lengths) + np.arange(lengths.sum())
        text, word = np.repeat(np.arange(len(chosen)), lengths), side.numbers[places].astype("i8")
        kept = self.rng.random(len(word)) > WORD_DROPOUT
        pairs, counts = np.unique(np.stack([text[kept], word[kept]]), axis=1, return_counts=True)
        text, word, strength = pairs[0], pairs[1], np.sqrt(counts).astype("f4")
        by_runs = (word >= 0) & (self.rng.random(len(word)) < RUN_DROPOUT)
        plain = (word >= 0) & ~by_runs
        parts = [(text[plain], word[plain], strength[plain])]
        for chosen_words, runs, number in ((by_runs, self.runs, word), (word < 0, self.unlisted, -1 - word)):
            parts.append(self.spread(text[chosen_words], number[chosen_words], strength[chosen_words], runs))
        rows, columns, values = (np.concatenate(column) for column in zip(*parts))
        return sparse.csr_matrix((values, (rows, columns)), shape=(len(chosen), len(self.rows)))

    def spread(self, text, word, strength, runs):
        indices, starts = runs
        lengths = starts[word + 1] - starts[word]
        offsets = np.concatenate([[0], np.cumsum(lengths)[:-1]]) if len(word) else np.zeros(0, "i8")
        places = np.repeat(starts[word] - offsets, lengths) + np.arange(lengths.sum())
        return np.repeat(text, lengths), self.size + indices[places], np.repeat(strength / np.maximum(lengths, 1), lengths).astype("f4")


def list_runs(words, buckets):
    lists = [hash_runs(word, buckets) for word in words]
    starts = np.concatenate([[0], np.cumsum([len(runs) for runs in lists])]).astype("i8")
    return np.array([run for runs in lists for run in runs], "i4"), starts


def learn(corpus, start, *, buckets, epochs, batch, rate):
    rng = np.random.default_rng(11)
    table = Table(corpus, start, buckets, rng)
    pairs = len(corpus.kind_of)
    batch = min(batch, pairs)
    chances = sampling_chances(corpus)
    steps, begun = max(1, int(epochs * pairs / batch)), time.time()
    adam = Adam(table.rows, rate, steps)
    for step in range(steps):
        chosen = choose(corpus, chances, batch, rng)
        left, right = table.to_matrix(corpus.queries, chosen), table.to_matrix(corpus.passages, chosen)
        loss, left_pull, right_pull = contrast(left @ table.rows, right @ table.rows)
        adam.step(left.T @ left_pull + right.T @ right_pull, np.unique(np.concatenate([left.indices, right.indices])))
        if step % 100 == 0 or step == steps - 1:
            print(f"step {step + 1} of {steps}, loss {loss:.3f}, {time.time() - begun:.0f} s", flush=True)
    return table.rows


def sampling_chances(corpus):
    weights = np.array([KIND_WEIGHTS.get(kind, 1.0) for kind in corpus.kinds])[corpus.kind_of]
    weights *= np.bincount(corpus.source_of)[corpus.source_of] ** -0.3
    return weights / weights.sum()


def choose(corpus, chances, batch, rng):
    """Some batches come from one source: others of one's own kind are the harder to tell apart."""
    pairs = len(chances)
    if rng.random() < SAME_SOURCE:
        source = rng.integers(corpus.source_of.max() + 1)
        own = np.flatnonzero(corpus.source_of == source)
        own = rng.choice(own, min(batch, len(own)), replace=False)
        return np.concatenate([own, rng.choice(pairs, batch - len(own), p=chances)]).astype("i8")
    return rng.choice(pairs, batch, p=chances)


def contrast(left, right):
    """Symmetric InfoNCE over cosines. Near copies of one's own passage are no counter-examples."""
    size, own = len(left), np.arange(len(left))
    left_length = np.linalg.norm(left, axis=1, keepdims=True) + 1e-6
    right_length = np.linalg.norm(right, axis=1, keepdims=True) + 1e-6
    a, b = left / left_length, right / right_length
    logits = SCALE * (a @ b.T)
    copies = ((b @ b.T) > 0.97) | ((a @ a.T) > 0.985)
    np.fill_diagonal(copies, False)
    logits[copies] = -30
    rows, columns = softmax(logits, 1), softmax(logits, 0)
    loss = -(np.log(rows[own, own] + 1e-9).mean() + np.log(columns[own, own] + 1e-9).mean()) / 2
    pull = (rows + columns) / 2
    pull[own, own] -= 1
    pull *= SCALE / size
    pull[copies] = 0
    return loss, across(pull @ b, a, left_length), across(pull.T @ a, b, right_length)


def softmax(values, axis):
    exponentials = np.exp(values - values.max(axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


def across(gradient, unit, length):
    """The part of a gradient that turns a vector, not the part that stretches it."""
    return (gradient - (gradient * unit).sum(axis=1, keepdims=True) * unit) / length


class Adam:
    """Only rows that a batch touches are moved."""

    def __init__(self, rows, rate, steps):
        self.rows, self.rate, self.steps, self.count = rows, rate, steps, 0
        self.mean, self.square = np.zeros_like(rows), np.zeros_like(rows)
        self.warm_up = max(50, steps // 20)

    def step(self, gradient, touched):
        self.count += 1
        slope = gradient[touched]
        self.mean[touched] = 0.9 * self.mean[touched] + 0.1 * slope
        self.square[touched] = 0.99 * self.square[touched] + 0.01 * slope * slope
        rate = self.rate * min(1, self.count / self.warm_up) * max(0.02, 1 - self.count / (self.steps + 1))
        mean = self.mean[touched] / (1 - 0.9**self.count)
        square = self.square[touched] / (1 - 0.99**self.count)
        self.rows[touched] -= rate * mean / (np.sqrt(square) + 1e-8)
