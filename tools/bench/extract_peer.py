"""llama.cpp's own server over the same GGUF: the peer of the local extraction.

Arguments: model file, threads, slots, tokens of context for each slot. Reads one JSON line at a time,
{"requests": [{"system", "user", "schema", "maxTokens"}]}, sends all of them at once (the server's slots take them in
turn) and answers {"seconds": s, "answers": [the server's own timings]}.
"""
import json
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.request import Request, urlopen

out = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)  # what the library prints must not come between our lines
import xllamacpp  # noqa: E402

model, threads, slots, context = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
params = xllamacpp.CommonParams()
params.model.path = model
params.n_parallel = slots
params.n_ctx = context * slots
params.cpuparams.n_threads = threads
params.cpuparams_batch.n_threads = threads
params.n_gpu_layers = 0
params.verbosity = -1
server = xllamacpp.Server(params)


def ask(request):
    body = {
        "messages": [{"role": "system", "content": request["system"]}, {"role": "user", "content": request["user"]}],
        "max_tokens": request["maxTokens"],
        "temperature": 0,
        "seed": 7,
        "response_format": {"type": "json_schema", "json_schema": {"schema": request["schema"]}},
    }
    headers = {"Content-Type": "application/json"}
    with urlopen(Request(server.listening_address + "/v1/chat/completions", json.dumps(body).encode(), headers)) as reply:
        return json.loads(reply.read())["timings"]


for line in sys.stdin:
    request = json.loads(line)
    started = time.perf_counter()
    with ThreadPoolExecutor(max(1, len(request["requests"]))) as pool:
        answers = list(pool.map(ask, request["requests"]))
    print(json.dumps({"seconds": time.perf_counter() - started, "answers": answers}), file=out, flush=True)
