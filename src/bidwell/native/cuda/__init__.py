"""The same rule functions on a GPU. Needs the extra `bidwell[cuda]` (numba-cuda), an NVIDIA GPU and its driver.

`CudaBatch` is a `VectorBatch` whose tables and arrays stay on the GPU; `CudaGames` plays whole games there.
"""

from __future__ import annotations

from importlib.util import find_spec


def why_none() -> str:
    """Why nothing can run on a GPU here, in one sentence; empty where it can, or is simulated."""
    if find_spec("numba") is None or find_spec("numpy") is None:
        return 'NumPy and Numba are not installed: pip install "bidwell[cuda]" adds them'
    from bidwell.native.cuda.compile import SIMULATED, cuda

    if find_spec("numba_cuda") is None and not SIMULATED:
        return 'numba-cuda is not installed: pip install "bidwell[cuda]" adds it'
    return "" if cuda.is_available() else "no NVIDIA GPU is found, or its driver does not answer"
