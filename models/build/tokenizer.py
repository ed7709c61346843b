"""tokenizer.json of the model: SentencePiece's Unigram with its normalisation spelt out.

The normaliser named Nmt is known to few runtimes, so it stands here as two replacements
(Rust `tokenizers`, normalizers/unicode.rs): control characters go, odd spaces become spaces.
"""

from packed4 import Packed

SPACE = "▁"
REMOVED = [*range(1, 9), 11, *range(14, 32), 127, 0x8F, 0x9F]
SPACES = [9, 10, 12, 13, 0x1680, *range(0x200B, 0x2010), 0x2028, 0x2029, 0x2581, 0xFEFF, 0xFFFD]


def _replace(code_points: list[int], content: str) -> dict:
    return {"type": "Replace", "pattern": {"Regex": "[" + "".join(map(chr, code_points)) + "]"}, "content": content}


def build(p: Packed) -> dict:
    metaspace = {"type": "Metaspace", "replacement": SPACE, "prepend_scheme": "always", "split": False}

    def special(token: int) -> dict:
        return {"SpecialToken": {"id": p.pieces[token], "type_id": 0}}

    def sequence(name: str) -> dict:
        return {"Sequence": {"id": name, "type_id": 0}}

    def entry(token: int) -> dict:
        return {"id": p.pieces[token], "ids": [token], "tokens": [p.pieces[token]]}

    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    single = [special(p.bos), sequence("A"), special(p.eos)]
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [{"id": i, "content": p.pieces[i], **flags} for i in sorted({p.bos, p.eos, p.pad, p.unk})],
        "normalizer": {
            "type": "Sequence",
            "normalizers": [
                _replace(REMOVED, ""),
                _replace(SPACES, " "),
                {"type": "NFKC"},
                {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "},
            ],
        },
        "pre_tokenizer": metaspace,
        "post_processor": {
            "type": "TemplateProcessing",
            "single": single,
            "pair": [*single, sequence("B"), special(p.eos)],
            "special_tokens": {p.pieces[p.bos]: entry(p.bos), p.pieces[p.eos]: entry(p.eos)},
        },
        "decoder": metaspace,
        "model": {
            "type": "Unigram",
            "unk_id": p.unk,
            "vocab": [[piece, float(score)] for piece, score in zip(p.pieces, p.scores)],
            "byte_fallback": False,
        },
    }
