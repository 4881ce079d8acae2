"""Means with 95 % confidence intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, sqrt

# Quantiles of Student's distribution for 1 to 10 degrees of freedom, and of the normal distribution.
FEW = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
Z = 1.959964
ROUNDING = 1e-9
"""Differences smaller than this come from floating-point rounding: 2 / 3 and 1 - 1 / 3 count as equal."""


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % interval. The interval is unknown (None) for a single value, which shows no spread."""

    mean: float
    low: float | None
    high: float | None

    def moved(self, *, by: float = 0.0, times: float = 1.0) -> Estimate:
        """Return the estimate on another scale: each value plus `by`, then multiplied by `times`."""
        ends = (None if end is None else (end + by) * times for end in (self.low, self.high))
        return Estimate((self.mean + by) * times, *ends)

    def __str__(self) -> str:
        ends = "" if self.low is None else f" ({self.low:.2f} to {self.high:.2f})"
        return f"{self.mean:.2f}{ends}"

    @property
    def sign(self) -> int:
        """1 if the whole interval is above zero, -1 if it is below, otherwise 0."""
        return int(self.low is not None and self.low > 0) - int(self.high is not None and self.high < 0)


def estimate(values: Sequence[float], least: float = 0.0, most: float = 1.0) -> Estimate:
    """Estimate the mean of independent values whose expected value lies between `least` and `most`."""
    return estimate_together([values], least, most)


def estimate_together(groups: Sequence[Sequence[float]], least: float, most: float) -> Estimate:
    """Estimate the mean of all values, with Student's interval from the spread within each group.

    The interval is cut to `least` and `most`. If the values of every group are equal there is no spread to measure;
    then it is Wilson's interval, as wide as for this number of single games.
    """
    count, width = sum(map(len, groups)), most - least
    mean = fsum(value for group in groups for value in group) / count
    freedom = count - len(groups)  # each group's own mean takes one degree of freedom
    if not freedom:
        return Estimate(mean, None, None)
    if all(max(group) - min(group) < ROUNDING * width for group in groups):
        low, high = wilson(min(max((mean - least) / width, 0.0), 1.0), count)
        return Estimate(mean, least + max(low, 0.0) * width, least + min(high, 1.0) * width)
    means = [fsum(group) / len(group) for group in groups]
    spread = fsum((value - own) ** 2 for group, own in zip(groups, means, strict=True) for value in group)
    half = student(freedom) * sqrt(spread / freedom / count)
    return Estimate(mean, max(mean - half, least), min(mean + half, most))


def student(freedom: int) -> float:
    """Return the half width of a 95 % interval in standard errors, for these degrees of freedom."""
    if freedom <= len(FEW):
        return FEW[freedom - 1]
    # The first terms of the Cornish-Fisher expansion.
    return Z + (Z**3 + Z) / (4 * freedom) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)


def wilson(share: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share. It stays valid for few games and for shares near 0 and 1."""
    middle = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    # rounding must not lead out of what a share can be: "-0.0 %"
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)
