"""Writes and reads the DOCVEC01 format; lib/search/dense/word-table.ts draws it."""
import json
import struct

import numpy as np

MAGIC = b"DOCVEC01"
GROUP = 32


def write_table(path, vocabulary, rows, buckets):
    """Numbers of 4 bits, two in a byte, the lower half first; one scale for each 32."""
    dimensions = rows.shape[1]
    groups = rows.reshape(-1, GROUP)
    scales = np.maximum(np.abs(groups).max(axis=1), 1e-8) / 7
    numbers = np.clip(np.rint(groups / scales[:, None]), -7, 7).astype("i1").ravel()
    packed = (numbers[0::2] & 15) | ((numbers[1::2] & 15) << 4)
    header = json.dumps({"vocab": len(vocabulary), "buckets": buckets, "dim": dimensions, "group": GROUP, "bits": 4}).encode()
    words = "\n".join(vocabulary).encode()
    data = MAGIC + struct.pack("<I", len(header)) + header + struct.pack("<I", len(words)) + words
    data += b"\0" * (-len(data) % 4) + scales.astype("<f4").tobytes() + packed.astype("u1").tobytes()
    with open(path, "wb") as file:
        file.write(data)
    return len(data)


def read_table(path):
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] != MAGIC:
        raise ValueError(f"{path} does not start with DOCVEC01")
    length = struct.unpack_from("<I", data, 8)[0]
    header = json.loads(data[12 : 12 + length])
    at = 12 + length
    length = struct.unpack_from("<I", data, at)[0]
    vocabulary = data[at + 4 : at + 4 + length].decode().split("\n")
    at += 4 + length
    at += -at % 4
    count = (header["vocab"] + header["buckets"]) * header["dim"]
    scales = np.frombuffer(data, "<f4", count // header["group"], at)
    packed = np.frombuffer(data, "u1", count * header["bits"] // 8, at + 4 * len(scales))
    if header["bits"] == 8:
        numbers = packed.view("i1")
    else:
        numbers = np.stack([packed & 15, packed >> 4], axis=1).ravel().astype("i1")
        numbers = np.where(numbers > 7, numbers - 16, numbers)
    rows = (numbers.reshape(-1, header["group"]) * scales[:, None]).reshape(-1, header["dim"])
    return vocabulary, rows.astype("f4"), header["buckets"]
