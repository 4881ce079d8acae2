"""How fast the engine is, and whether its ways of running agree.

`python -m benchmarks.engine` races the interpreter, machine code, C by hand and OpenSpiel;
`python -m checks.agreement` plays the same games in the interpreter and as machine code and compares everything.
Both are run from the root of the repository and need the dependency group `bench`.
`python -m benchmarks.gpu` measures a GPU and compares it with the CPU; it needs the extra `cuda`.
"""
