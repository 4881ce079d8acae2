"""The documentation site: pages of `docs/` and pages made from the sources, built by MkDocs. `docs/build` runs it."""
