# set_up FOLDER REQUIREMENTS: a virtual environment with exactly these packages and this checkout, made once and
# again when the requirements change.
set_up() {
    python=""
    for each in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if "$each" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then python=$each && break; fi
    done
    if [ -z "$python" ]; then
        echo "Bidwell needs Python 3.11 or newer, and found none: install it, then run this again." >&2
        exit 1
    fi
    if ! cmp -s "$2" "$1/installed.txt"; then
        echo "Setting up $1 (once) ..." >&2
        rm -rf "$1"
        "$python" -m venv "$1"
        "$1/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r "$2"
        "$1/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --editable .
        cp "$2" "$1/installed.txt"
    fi
}
