"""Writes an endgame in Gambit's format `.efg`, which Gambit and OpenSpiel read."""

from __future__ import annotations

from collections.abc import Sequence

from bidwell.endgames.tree import MOST_NODES, Endgame, InformationSet, Payoffs, World


def efg(
    position: World, worlds: Sequence[World] | None = None, *, reward: str = "win", most_nodes: int = MOST_NODES
) -> str:
    """Return the endgame from a position as the text of a Gambit `.efg` file.

    `worlds` are equally likely: tables, or mappings with the fields that differ from the position. Without them the
    position itself is the only world. Chance after the start is fixed by each world, so list all that matter.
    `reward` is `win` (in parts of a win: sixths for three players, less an even share), `place` or `points`, in
    whole numbers. Seats that choose at the same time move one after the other without knowing what others chose.
    Punished mistakes are left out. Refuse worlds that do not fit, and trees of more than `most_nodes` nodes.
    """
    return efg_text(Endgame(position, worlds, reward=reward, most_nodes=most_nodes))


def efg_text(endgame: Endgame) -> str:
    """Return the text of an endgame, and fill its `sets`."""
    names = " ".join(map(_quoted, endgame.names))
    lines = [f"EFG 2 R {_quoted(endgame.game.title)} {{ {names} }}"]
    count = len(endgame.worlds)
    if count > 1:
        worlds = " ".join(f'"world {number}" 1/{count}' for number in range(1, count + 1))
        lines.append(f'c "" 1 "" {{ {worlds} }} 0')
    outcomes: dict[Payoffs, int] = {}
    written: dict[InformationSet, str] = {}
    for node in endgame.nodes():
        if isinstance(node, InformationSet):
            if node not in written:
                written[node] = _decision(node)
            lines.append(written[node])
        else:
            number = outcomes.setdefault(node, len(outcomes) + 1)
            lines.append(f't "" {number} "" {{ {", ".join(map(str, node))} }}')
    return "\n".join(lines) + "\n"


def _decision(node: InformationSet) -> str:
    actions = " ".join(map(_quoted, node.labels))
    return f'p "" {node.seat + 1} {node.number} "" {{ {actions} }} 0'


def _quoted(text: str) -> str:
    """Return a label. Readers disagree on escapes, so quotation marks and backslashes inside are replaced."""
    return '"' + text.replace("\\", "/").replace('"', "'") + '"'
