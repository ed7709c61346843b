"""FAISS's flat index over the same vectors, then the best nugget's score for each document, with NumPy.

Arguments: folder with index.faiss and documents.u32, queries.f32, threads. Each line {query} is answered with
{seconds, documents, first, bytes}. With the word "make" for queries, index.faiss is made from vectors.f32.
"""
import json
import resource
import sys
import time

import faiss
import numpy as np

DIMS = 384
CANDIDATES = 10_000

folder, queries_file, threads = sys.argv[1:4]
faiss.omp_set_num_threads(int(threads))
if queries_file == "make":
    index = faiss.IndexFlatIP(DIMS)
    vectors = np.memmap(f"{folder}/vectors.f32", dtype=np.float32, mode="r").reshape(-1, DIMS)
    for start in range(0, len(vectors), 50_000):
        index.add(np.ascontiguousarray(vectors[start : start + 50_000]))
    faiss.write_index(index, f"{folder}/index.faiss")
    sys.exit(0)

index = faiss.read_index(f"{folder}/index.faiss")
document_of = np.fromfile(f"{folder}/documents.u32", dtype=np.uint32)
queries = np.fromfile(queries_file, dtype=np.float32).reshape(-1, DIMS)
for line in sys.stdin:
    query = json.loads(line)["query"]
    started = time.perf_counter()
    scores, rows = index.search(queries[query : query + 1], CANDIDATES)
    # Rows come best first: the first of a document is its best nugget.
    documents, best = np.unique(document_of[rows[0]], return_index=True)
    order = np.lexsort((-documents.astype(np.int64), -scores[0][best]))
    ranked = list(zip(documents[order].tolist(), scores[0][best][order].tolist()))
    seconds = time.perf_counter() - started
    first = [f"d{document:07d}" for document, _ in ranked[:10]]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(json.dumps({"seconds": seconds, "documents": len(ranked), "first": first, "bytes": peak}), flush=True)
