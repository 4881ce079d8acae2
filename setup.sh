# set_up FOLDER REQUIREMENTS: creates a virtual environment with exactly these packages. It is created again when the
# requirements change or its Python is gone. Bidwell itself is not installed, so that the checkout can be moved.
set_up() {
    if cmp -s "$2" "$1/installed.txt" && "$1/bin/python" -c '' 2>/dev/null; then return; fi
    python=""
    for each in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if "$each" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then python=$each && break; fi
    done
    if [ -z "$python" ]; then
        echo "Bidwell needs Python 3.11 or newer, and found none: install it, then run this again." >&2
        exit 1
    fi
    echo "Setting up $1 (once; this needs the network) ..." >&2
    rm -rf "$1"
    if ! "$python" -m venv "$1"; then
        echo "$python cannot make virtual environments: install its venv package (Debian: python3-venv), then run this again." >&2
        exit 1
    fi
    if ! "$1/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r "$2"; then
        echo "The packages in $2 could not be installed: see above; run this again when the network is there." >&2
        exit 1
    fi
    cp "$2" "$1/installed.txt"
}
