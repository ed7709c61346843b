"""models/dot/model.onnx: exact inner products, x [n, d] times q [d, m]. usage: dot.py OUT_FILE"""

import sys

import onnx
from onnx import TensorProto, helper


def matrix(name: str, rows: str, columns: str):
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, [rows, columns])


graph = helper.make_graph([helper.make_node("MatMul", ["x", "q"], ["y"])], "dot", [matrix("x", "n", "d"), matrix("q", "d", "m")], [matrix("y", "n", "m")])
onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), sys.argv[1])
