"""Splits text into words as lib/search/dense/word-table.ts does, and words into hashed runs of letters."""
import re

WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\x00-\x7f]+")
LONGEST_WHOLE = 24


def split_words(text):
    """`HTTPServer2 isn't` gives httpserver2, http, server, 2 and isnt."""
    found = []
    for match in WORD.finditer(text.replace("\u2019", "'")):
        word = join_apostrophe(match[0])
        if word.isascii() and word.isalpha() and word.islower():
            found.append(word)
            continue
        parts, whole = PART.findall(word), word.lower()
        if len(parts) < 2:
            found.append(whole)
            continue
        if len(whole) <= LONGEST_WHOLE:
            found.append(whole)
        found.extend(part.lower() for part in parts)
    return found


def join_apostrophe(word):
    before, mark, after = word.partition("'")
    return before if not mark or after.lower() == "s" else before + after


def hash_runs(word, buckets):
    """Bucket numbers of all runs of 3 and 4 letters of the word between < and >."""
    letters = "<" + word[:LONGEST_WHOLE] + ">"
    runs = [letters[i : i + n] for n in (3, 4) for i in range(len(letters) - n + 1)]
    return [fnv(run) % buckets for run in runs or [letters]]


def fnv(text):
    value = 2166136261
    for byte in text.encode("utf8"):
        value = ((value ^ byte) * 16777619) & 0xFFFFFFFF
    return value
