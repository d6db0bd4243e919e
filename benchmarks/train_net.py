"""Training of the small networks of vision/figures/bare_net.py: Adam, on batches of examples mixed anew."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pennysight.vision.figures.bare_net import Net

Floats = NDArray[np.float32]
Loss = Callable[[Floats, Floats], tuple[float, Floats]]
"""From answers and targets to the mean loss and its derivatives by the answers."""

MEMORY, SQUARE_MEMORY = 0.9, 0.99
RISE_STEPS, REPORT_STEPS = 100, 1000
LEAST_SPREAD = 0.03


@dataclass(frozen=True, eq=False)
class Examples:
    """What is seen (N, features), half precision to spare memory, what is true of it (N, targets), and which
    examples are of figures.
    """

    seen: NDArray[np.float16]
    target: Floats
    there: NDArray[np.bool_]


def joined(parts: Sequence[Examples]) -> Examples:
    """All examples together."""
    return Examples(
        np.concatenate([part.seen for part in parts]),
        np.concatenate([part.target for part in parts]),
        np.concatenate([part.there for part in parts]),
    )


@dataclass(frozen=True, eq=False)
class Source:
    """Examples from which a batch takes so many with a figure, and so many without."""

    examples: Examples
    right: int
    wrong: int


def batch(sources: Sequence[Source], rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Some of each source: what is seen, and the targets."""
    parts = []
    for source in sources:
        for which, count in ((True, source.right), (False, source.wrong)):
            some = rng.choice(np.flatnonzero(source.examples.there == which), count)
            parts.append((source.examples.seen[some].astype(np.float32), source.examples.target[some]))
    seen, target = (np.concatenate(part) for part in zip(*parts, strict=True))
    return seen, target


def started(seen: Floats, layers: Sequence[int], rng: np.random.Generator) -> Net:
    """A network that knows nothing yet but the mean and spread of what it sees."""
    sizes = [seen.shape[1], *layers]
    weights = [
        (rng.normal(0, np.sqrt(2 / size), (size, following))).astype(np.float32)
        for size, following in itertools.pairwise(sizes)
    ]
    weights[-1] *= np.float32(0.1)
    return Net(
        seen.mean(axis=0),
        seen.std(axis=0) + np.float32(LEAST_SPREAD),
        tuple(weights),
        tuple(np.zeros(size, np.float32) for size in layers),
    )


def train(
    net: Net, examples: Callable[[], tuple[Floats, Floats]], loss: Loss, steps: int, rate: float
) -> Net:
    """The network after so many steps, each on a batch that `examples` gives; the rate falls to 0."""
    values = [value.copy() for value in (*net.weights, *net.biases)]
    means = [np.zeros_like(value) for value in values]
    squares = [np.zeros_like(value) for value in values]
    depth, recent = len(net.weights), 0.0
    for step in range(1, steps + 1):
        now = Net(net.mean, net.spread, tuple(values[:depth]), tuple(values[depth:]))
        seen, target = examples()
        layers = now.layers(seen)
        lost, slope = loss(layers[-1], target)
        recent += (lost - recent) * max(1 / step, 0.01)
        pace = rate * min(1, step / RISE_STEPS) * (1 + np.cos(np.pi * step / steps)) / 2
        for value, mean, square, by in zip(values, means, squares, _slopes(now, layers, slope), strict=True):
            mean += (1 - MEMORY) * (by - mean)
            square += (1 - SQUARE_MEMORY) * (by * by - square)
            root = np.sqrt(square / np.float32(1 - SQUARE_MEMORY**step)) + np.float32(1e-6)
            value -= np.float32(pace / (1 - MEMORY**step)) * mean / root
        if step % REPORT_STEPS == 0:
            print(f"    step {step}: loss {recent:.3f}", flush=True)
    return Net(net.mean, net.spread, tuple(values[:depth]), tuple(values[depth:]))


def _slopes(net: Net, layers: Sequence[Floats], slope: Floats) -> list[Floats]:
    """Derivatives of the loss by all weights, then by all biases."""
    by_weights, by_biases = [], []
    for k in reversed(range(len(net.weights))):
        by_weights.append(layers[k].T @ slope)
        by_biases.append(slope.sum(axis=0))
        if k:
            slope = (slope @ net.weights[k].T) * (layers[k] > 0)
    return by_weights[::-1] + by_biases[::-1]
