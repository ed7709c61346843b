"""bm25s over the same passages, with its own tokenizer and stop words and a Snowball stemmer.

Arguments: the file of passages and queries (JSON), hits a query. Each line {work: index | ask} is answered with {seconds}.
"""
import json
import sys
import time

import bm25s
import Stemmer

file, hits = sys.argv[1:3]
with open(file, encoding="utf-8") as source:
    texts = json.load(source)
stemmer = Stemmer.Stemmer("english")
quiet = {"show_progress": False}
index = None


def tokens(of):
    return bm25s.tokenize(of, stopwords="english", stemmer=stemmer, **quiet)


def make():
    global index
    index = bm25s.BM25(k1=0.9, b=0.4, method="lucene")
    index.index(tokens(texts["passages"]), **quiet)


def ask():
    # One by one, as a user asks.
    for query in texts["queries"]:
        index.retrieve(tokens([query]), k=int(hits), **quiet)


for line in sys.stdin:
    started = time.perf_counter()
    {"index": make, "ask": ask}[json.loads(line)["work"]]()
    print(json.dumps({"seconds": time.perf_counter() - started}), flush=True)
