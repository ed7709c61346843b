"""Builds model.onnx and tokenizer.json. usage: build.py e5-small-enpt-q4.bin OUT_DIR"""

import json
import os
import sys

import onnx
from onnxruntime.quantization import QuantType, quantize_dynamic

import graph
import tokenizer
from packed4 import Packed

source, out = sys.argv[1], sys.argv[2]
with open(source, "rb") as file:
    packed = Packed(file.read())
os.makedirs(out, exist_ok=True)
floats = os.path.join(out, "floats.onnx")
onnx.save(graph.build(packed), floats)
quantize_dynamic(
    floats,
    os.path.join(out, "model.onnx"),
    per_channel=True,
    weight_type=QuantType.QInt8,
    op_types_to_quantize=["MatMul"],
    extra_options={"DefaultTensorType": onnx.TensorProto.FLOAT},
)
os.remove(floats)
with open(os.path.join(out, "tokenizer.json"), "w", encoding="utf-8") as file:
    json.dump(tokenizer.build(packed), file, ensure_ascii=False, separators=(",", ":"))
