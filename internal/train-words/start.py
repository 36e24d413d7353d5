"""First vectors: which words stand near each other, reduced to a few directions."""
import numpy as np
import scipy.sparse as sparse

WINDOW = 8
SPARE = 24
CHUNK = 2_000_000


def first_vectors(corpus, dimensions):
    """Positive pointwise mutual information within a window, by randomised SVD. One row of length 1 for each word."""
    size = len(corpus.vocabulary)
    near = count_neighbours(corpus.passages, size)
    total = near.sum(axis=1).A1 if hasattr(near.sum(axis=1), "A1") else np.asarray(near.sum(axis=1)).ravel()
    context = total**0.75
    context /= context.sum()
    near = near.tocoo()
    information = np.log(np.maximum(near.data, 1e-12) / np.maximum(total[near.row] * context[near.col], 1e-12))
    kept = (information > 0) & (near.row != near.col)
    matrix = sparse.csr_matrix((information[kept].astype("f4"), (near.row[kept], near.col[kept])), shape=(size, size))
    return leading_directions(matrix, dimensions)


def count_neighbours(passages, size):
    sequence = separate_texts(passages)
    near = sparse.csr_matrix((size, size), dtype="f4")
    for start in range(0, len(sequence), CHUNK):
        part = sequence[start : start + CHUNK + WINDOW]
        rows, columns, weights = [], [], []
        for gap in range(1, WINDOW + 1):
            left, right = part[:-gap], part[gap:]
            both = (left >= 0) & (right >= 0)
            rows.append(left[both])
            columns.append(right[both])
            weights.append(np.full(both.sum(), gap**-0.5, "f4"))
        counted = (np.concatenate(weights), (np.concatenate(rows), np.concatenate(columns)))
        near = near + sparse.coo_matrix(counted, shape=(size, size)).tocsr()
    return near + near.T


def separate_texts(passages):
    """All different texts in a row, with a gap between them that no window spans."""
    seen, parts, gap = set(), [], np.full(WINDOW, -1, "i4")
    for start, end in zip(passages.starts[:-1], passages.starts[1:]):
        text = passages.numbers[start:end]
        key = text[:24].tobytes()
        if len(text) >= 4 and key not in seen:
            seen.add(key)
            parts += [text, gap]
    return np.concatenate(parts) if parts else gap


def leading_directions(matrix, dimensions):
    width = min(dimensions + SPARE, matrix.shape[0])
    basis = matrix @ np.random.default_rng(3).standard_normal((matrix.shape[0], width)).astype("f4")
    for _ in range(3):
        basis, _ = np.linalg.qr(basis)
        basis = matrix @ (matrix.T @ basis)
    basis, _ = np.linalg.qr(basis)
    left, strength, _ = np.linalg.svd((matrix.T @ basis).T, full_matrices=False)
    vectors = np.zeros((matrix.shape[0], dimensions), "f4")
    found = (basis @ left)[:, :dimensions] * np.sqrt(strength[:dimensions])
    vectors[:, : found.shape[1]] = found
    return vectors / (np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-6)
