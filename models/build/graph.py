"""The encoder as one ONNX graph: token ids and mask in, mean-pooled vector of norm 1 out.

Word embeddings stay 4-bit; layers are built in 32-bit floats and quantised afterwards
(dynamic int8 for each output channel), which is faster and better than 4-bit layers on a CPU.
"""

import numpy as np
from onnx import TensorProto, helper, numpy_helper

from packed4 import BLOCK, Packed

MICROSOFT = "com.microsoft"


class Graph:
    def __init__(self):
        self.nodes, self.constants = [], []

    def constant(self, name: str, value: np.ndarray) -> str:
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def node(self, kind: str, inputs: list[str], output: str, domain: str = "", **attributes) -> str:
        self.nodes.append(helper.make_node(kind, inputs, [output], domain=domain, **attributes))
        return output


def build(packed: Packed):
    g = Graph()
    x = _embed(g, packed)
    g.node("Cast", ["attention_mask"], "mask_int", to=TensorProto.INT32)
    for layer in range(packed.layers):
        x = _layer(g, packed, f"l{layer}.", x)
    _pool(g, x)
    ids = [helper.make_tensor_value_info(n, TensorProto.INT64, ["batch", "tokens"]) for n in ("input_ids", "attention_mask")]
    out = [helper.make_tensor_value_info("sentence_embedding", TensorProto.FLOAT, ["batch", packed.hidden])]
    graph = helper.make_graph(g.nodes, "e5-small-pten", ids, out, g.constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21), helper.make_opsetid(MICROSOFT, 1)], ir_version=10)


def _embed(g: Graph, p: Packed) -> str:
    words = p.blocks("emb.word", p.hidden)
    low, high = words.whole[:, 0::2] & 15, words.whole[:, 1::2] & 15
    table = TensorProto(name="words", data_type=TensorProto.INT4, dims=words.whole.shape, raw_data=(low | (high << 4)).astype(np.uint8).tobytes())
    g.constants.append(table)
    g.constant("words_scale", words.scales)
    g.node("GatherBlockQuantized", ["words", "input_ids", "words_scale"], "word", MICROSOFT, block_size=BLOCK, gather_axis=0, quantize_axis=1)
    # Every token is of type 0, so its vector is added to each position's.
    g.constant("positions", p.floats("emb.pos").reshape(-1, p.hidden) + p.floats("emb.type").reshape(-1, p.hidden)[0])
    g.constant("zero", np.array([0], np.int64))
    g.node("Shape", ["input_ids"], "length", start=1, end=2)
    # Slice, not Gather over a range: the runtime's optimiser breaks on the latter.
    g.node("Slice", ["positions", "zero", "length", "zero"], "position")
    g.node("Add", ["word", "position"], "embedded")
    weight, bias = g.constant("emb.ln.w", p.floats("emb.ln.w")), g.constant("emb.ln.b", p.floats("emb.ln.b"))
    return g.node("LayerNormalization", ["embedded", weight, bias], "x0", axis=-1, epsilon=float(p.epsilon))


def _linear(g: Graph, p: Packed, x: str, name: str, inputs: int, output: str) -> str:
    matrix = g.constant(name + ".w", p.blocks(name + ".w", inputs).floats().T)
    bias = g.constant(name + ".b", p.floats(name + ".b"))
    return g.node("Add", [g.node("MatMul", [x, matrix], output + ".product"), bias], output)


def _normalise(g: Graph, p: Packed, x: str, residual: str, name: str, output: str) -> str:
    weight, bias = g.constant(name + ".w", p.floats(name + ".w")), g.constant(name + ".b", p.floats(name + ".b"))
    return g.node("SkipLayerNormalization", [x, residual, weight, bias], output, MICROSOFT, epsilon=float(p.epsilon))


def _layer(g: Graph, p: Packed, layer: str, x: str) -> str:
    for part in "qkv":
        _linear(g, p, x, layer + part, p.hidden, layer + part)
    g.node("MultiHeadAttention", [layer + "q", layer + "k", layer + "v", "", "mask_int"], layer + "attended", MICROSOFT, num_heads=p.heads)
    projected = _linear(g, p, layer + "attended", layer + "ao", p.hidden, layer + "projected")
    middle = _normalise(g, p, projected, x, layer + "aln", layer + "middle")
    inner = _linear(g, p, middle, layer + "fi", p.hidden, layer + "inner")
    outer = _linear(g, p, g.node("Gelu", [inner], layer + "gelu", MICROSOFT), layer + "fo", p.inner, layer + "outer")
    return _normalise(g, p, outer, middle, layer + "oln", layer + "out")


def _pool(g: Graph, x: str) -> None:
    g.constant("last_axis", np.array([2], np.int64))
    g.constant("token_axis", np.array([1], np.int64))
    g.node("Cast", ["attention_mask"], "mask", to=TensorProto.FLOAT)
    g.node("Unsqueeze", ["mask", "last_axis"], "mask_column")
    g.node("ReduceSum", [g.node("Mul", [x, "mask_column"], "masked"), "token_axis"], "sum", keepdims=0)
    g.node("ReduceSum", ["mask", "token_axis"], "count", keepdims=1)
    g.node("LpNormalization", [g.node("Div", ["sum", "count"], "mean")], "sentence_embedding", axis=1, p=2)
