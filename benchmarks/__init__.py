"""Benchmarks of the engine, the search, the server, the page and a GPU, each a command of its own.

`python -m benchmarks.engine` compares the interpreter, machine code, handwritten C and OpenSpiel.
`python -m benchmarks.gpu` measures a GPU and compares its results with the CPU's; it needs the extra `cuda`.
Run the commands from the root of the repository. They need the dependency group `bench`.
"""
