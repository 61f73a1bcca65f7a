#!/usr/bin/env bash
# Rebuilds the kernels in a copy of the tree and runs the tests there. The tree and what is installed stay as they are.
#
#   tests/tools/rebuilt.sh bounds        with bounds checks and division checks
#   tests/tools/rebuilt.sh sanitizers    with the address and undefined-behaviour sanitizers of GCC
#
# Further arguments go to pytest in place of the default selection. PYTHON is the interpreter to use; it needs combin's
# dependencies, the test extra, cython and setuptools.
set -euo pipefail

case ${1-} in
-h | --help)
    sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
    exit
    ;;
esac
kind=${1:?bounds or sanitizers}
shift
python=${PYTHON:-python3}
root=$(cd "$(dirname "$0")/../.." && pwd)
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT

cd "$root"
tar --exclude='*.so' --exclude=__pycache__ --exclude=built.py -cf - \
    _ext combin docs tests setup.py pyproject.toml MANIFEST.in README.md LICENSE | tar -xf - -C "$copy"
cd "$copy"

# Games at full size take too long under the sanitizers; the shortened decks go through the same code.
selection=()
case $kind in
bounds)
    export COMBIN_CHECKED=1 COMBIN_CFLAGS=-O1  # the compiler takes half as long
    ;;
sanitizers)
    # Cython's own checks stay off, so that what the sanitizers see is the code that users run.
    export COMBIN_CFLAGS='-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g -O1'
    export COMBIN_LDFLAGS='-fsanitize=address,undefined'
    ;;
*)
    echo "bounds or sanitizers, not $kind" >&2
    exit 2
    ;;
esac
"$python" setup.py -q build_ext --inplace

if [ "$kind" = sanitizers ]; then
    LD_PRELOAD=$(gcc -print-file-name=libasan.so):$(gcc -print-file-name=libstdc++.so)
    export LD_PRELOAD ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 PYTHONMALLOC=malloc
fi
"$python" -c "
from combin.kernels import built, walk
assert walk.__file__.startswith('$copy'), walk.__file__
assert built.CHECKED == ('$kind' == 'bounds')"
# A failed check inside a kernel without exceptions arrives as an unraisable one.
"$python" -m pytest -q -p no:cacheprovider -W error::pytest.PytestUnraisableExceptionWarning "$@"
