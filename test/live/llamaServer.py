"""llama.cpp's own server on the loopback address: MODEL, KEY, "chat" or "embed". Says its address, and ends with its stdin."""

import socket
import sys

import xllamacpp

model, key, what = sys.argv[1:4]
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]

params = xllamacpp.CommonParams()
params.model.path = model
params.hostnames = ["127.0.0.1"]
params.port = port
params.n_ctx = 8192
params.n_parallel = 2
# Threads that wait for one another crawl where the processor is shared.
params.cpuparams.n_threads = 1
params.n_gpu_layers = 0
params.api_keys = [key]
if what == "embed":
    params.embedding = True
    params.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
    params.n_batch = params.n_ubatch = 2048

server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
