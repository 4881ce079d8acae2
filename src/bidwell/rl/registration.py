"""The games in Gymnasium's registry: `gymnasium.make("bidwell/Serengeti-v0")`."""

from __future__ import annotations

from bidwell.games import games

NAMESPACE, VERSION = "bidwell", 0
"""The version of the environments. It rises when the same actions no longer give the same observations and rewards."""


def environment_id(name: str) -> str:
    """Return the id of a game: `bidwell/SecretAuction-v0` for `secret_auction`."""
    return f"{NAMESPACE}/{''.join(part.capitalize() for part in name.split('_'))}-v{VERSION}"


def register() -> None:
    """Register every game with Gymnasium, for `make` and `make_vec`. Games registered before are left as they are."""
    from gymnasium.envs.registration import register as add
    from gymnasium.envs.registration import registry

    for game in games():
        if environment_id(game.name) not in registry:
            add(
                environment_id(game.name),
                entry_point="bidwell.rl.gymnasium_env:SeatEnv",
                vector_entry_point="bidwell.rl.gymnasium_vector:SeatVectorEnv",
                kwargs={"name": game.name},
            )
