"""Small neural networks that tell bare figures: layers of weights, learnt beforehand and kept in a file.

`bare_nets.npz` beside this module holds them. `python -m benchmarks.learn_bare` makes that file, from figures
drawn into pictures of tables on which none stands.
"""

import functools
import io
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources

import numpy as np
from numpy.typing import NDArray
from pennysight.vision.figures.level import Floats

FILE = "bare_nets.npz"


@dataclass(frozen=True, eq=False)
class Net:
    """Layers that each follow on a straight line from the one before; all but the last are cut off at 0."""

    mean: Floats
    spread: Floats
    weights: tuple[Floats, ...]
    biases: tuple[Floats, ...]

    def answers(self, seen: Floats) -> Floats:
        """What the last layer (N, answers) makes of what is seen (N, features)."""
        value, (weights, bias) = seen, self._first
        for depth in range(len(self.weights)):
            value = value @ weights + bias
            if depth + 1 < len(self.weights):
                value = np.maximum(value, 0)
                weights, bias = self.weights[depth + 1], self.biases[depth + 1]
        return value

    @functools.cached_property
    def _first(self) -> tuple[Floats, Floats]:
        """The first layer's weights and bias for what is seen as it is, not made even."""
        weights = self.weights[0] / self.spread[:, None]
        return weights, self.biases[0] - self.mean @ weights

    def layers(self, seen: Floats) -> list[Floats]:
        """Every layer's values: first what is seen, made even, and last the answers."""
        values = [(seen - self.mean) / self.spread]
        for depth, (weights, bias) in enumerate(zip(self.weights, self.biases, strict=True), 1):
            value = values[-1] @ weights + bias
            values.append(np.maximum(value, 0) if depth < len(self.weights) else value)
        return values


@dataclass(frozen=True, eq=False)
class BareNets:
    """`site` tells whether a figure stands near a place, and how; `face` whether one stands in a pose."""

    site: Net
    face: Net


@functools.cache
def learnt() -> BareNets:
    """The networks in the package's file."""
    data = resources.files(__package__).joinpath(FILE).read_bytes()
    with np.load(io.BytesIO(data)) as file:
        parts = {key: file[key].astype(np.float32) for key in file.files}
    return BareNets(_unpacked(parts, "site"), _unpacked(parts, "face"))


def packed(nets: BareNets) -> dict[str, NDArray[np.float16]]:
    """The networks as `learnt` reads them, in half precision."""
    parts: dict[str, Floats] = {}
    for name, net in (("site", nets.site), ("face", nets.face)):
        parts |= {f"{name}-mean": net.mean, f"{name}-spread": net.spread}
        for k, (weights, bias) in enumerate(zip(net.weights, net.biases, strict=True)):
            parts |= {f"{name}-weights-{k}": weights, f"{name}-bias-{k}": bias}
    return {key: value.astype(np.float16) for key, value in parts.items()}


def _unpacked(parts: Mapping[str, Floats], name: str) -> Net:
    depth = sum(key.startswith(f"{name}-weights-") for key in parts)
    return Net(
        mean=parts[f"{name}-mean"],
        spread=parts[f"{name}-spread"],
        weights=tuple(parts[f"{name}-weights-{k}"] for k in range(depth)),
        biases=tuple(parts[f"{name}-bias-{k}"] for k in range(depth)),
    )
