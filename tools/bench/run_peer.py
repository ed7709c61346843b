"""Two runs over a BEIR folder, as a researcher would make them in Python: bm25s, and onnxruntime with FAISS's flat index.

Arguments: folder (corpus/, vectors.f32; the runs go to out/), the encoder's folder, depth, threads.
"""
import json
import sys

import bm25s
import faiss
import numpy as np
import onnxruntime
import Stemmer
from tokenizers import Tokenizer

folder, model, depth, threads = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])


def rows(name):
    with open(f"{folder}/corpus/{name}", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def write(name, queries, ids, scores, found):
    with open(f"{folder}/out/{name}.peer.run", "w", encoding="utf-8") as out:
        for q, query in enumerate(queries):
            for rank, (row, score) in enumerate(zip(found[q], scores[q]), start=1):
                out.write(f"{query['_id']} Q0 {ids[row]} {rank} {score} peer\n")


corpus, queries = rows("corpus.jsonl"), rows("queries.jsonl")
ids = [row["_id"] for row in corpus]
stemmer = Stemmer.Stemmer("portuguese")
tokens = lambda texts: bm25s.tokenize(texts, stopwords="pt", stemmer=stemmer, show_progress=False)
index = bm25s.BM25(k1=0.9, b=0.4, method="lucene")
index.index(tokens([row["text"] for row in corpus]), show_progress=False)
found, scores = index.retrieve(tokens([row["text"] for row in queries]), k=depth, show_progress=False)
write("bm25", queries, ids, scores, found)

options = onnxruntime.SessionOptions()
options.intra_op_num_threads = threads
session = onnxruntime.InferenceSession(f"{model}/model.onnx", options, providers=["CPUExecutionProvider"])
tokenizer = Tokenizer.from_file(f"{model}/tokenizer.json")
tokenizer.enable_truncation(512)
names = [value.name for value in session.get_inputs()]
vectors = []
for row in queries:
    encoded = tokenizer.encode("query: " + row["text"])
    feeds = dict(zip(names, [np.array([encoded.ids], dtype=np.int64), np.array([encoded.attention_mask], dtype=np.int64)]))
    vectors.append(session.run(None, feeds)[0][0])
faiss.omp_set_num_threads(threads)
flat = faiss.IndexFlatIP(len(vectors[0]))
flat.add(np.fromfile(f"{folder}/vectors.f32", dtype=np.float32).reshape(len(ids), -1))
scores, found = flat.search(np.array(vectors, dtype=np.float32), depth)
write("dense", queries, ids, scores, found)
