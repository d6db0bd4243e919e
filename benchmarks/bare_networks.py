"""The networks of vision/figures/bare_net.py as they learn; needs PyTorch (`pip install --group learn`)."""

import io
import math
from collections.abc import Callable, Iterator
from typing import Any

import torch
from pennysight.calibration.printspec import FACTIONS
from pennysight.vision.figures.bare_judge import ACROSS, DOWN, LOG_SD_RANGE, LOOKS
from pennysight.vision.figures.bare_model import SIDES
from pennysight.vision.figures.bare_site import FACINGS
from torch import nn
from torch.nn import functional

Batch = tuple[Any, ...]
"""Tensors: first what is seen, then what is true of it."""

SITE_WIDTHS, SITE_BLOCKS = (24, 48), 5
FACE_WIDTHS, FACE_DROPPED = (16, 32, 48, 64), 0.1
DOUBT, FOCUS = 6.0, 0.5
"""The log odds of no figure at first, and the power to which an answer's error weighs places without one."""
OFF_WEIGHT = 15.0
"""How much a square inch off counts, against the loss of a wrong answer."""
SD_WEIGHT = 0.3
WARM_STEPS, REPORT_STEPS = 100, 100
LEAST_RATE, DECAY, MOST_SLOPE = 0.01, 1e-3, 5.0


class Wide(nn.Module):  # type: ignore[misc]  # PyTorch is not there where types are checked
    """A layer that looks two cells far each way and adds what it finds to what it was given."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.found = nn.Sequential(
            nn.Conv2d(width, width, 5, padding=2, groups=width, bias=False),
            nn.BatchNorm2d(width),
            nn.Conv2d(width, 2 * width, 1),
            nn.ReLU(),
            nn.Conv2d(2 * width, width, 1),
        )

    def forward(self, seen: Any) -> Any:
        return seen + self.found(seen)


def _layer(seen: int, width: int, side: int, stride: int = 1) -> list[nn.Module]:
    return [
        nn.Conv2d(seen, width, side, stride, padding=1, bias=False),
        nn.BatchNorm2d(width),
        nn.ReLU(),
    ]


def site_network() -> nn.Module:
    """From a board's looks and lean (N, 5, rows, columns) to FACINGS + 3 answers for each of its cells."""
    fine, wide = SITE_WIDTHS
    last = nn.Conv2d(wide, FACINGS + 3, 1)
    with torch.no_grad():
        last.weight *= 0.1
        last.bias.zero_()
        last.bias[0] = DOUBT
    return nn.Sequential(
        *_layer(LOOKS + 2, fine, 4, 2),
        *_layer(fine, fine, 3),
        *_layer(fine, wide, 4, 2),
        *[Wide(wide) for _ in range(SITE_BLOCKS)],
        nn.ReLU(),
        last,
    )


def face_network() -> nn.Module:
    """From both faces as `for_net` gives them to the log odds that there is such a figure, how far off the
    pose is, in OFF_UNITS, and the logarithms of the deviations of that: (N, 7).
    """
    fine, middle, wide, last = FACE_WIDTHS
    cells = math.ceil(DOWN / 4) * math.ceil(ACROSS / 4)
    return nn.Sequential(
        *_layer(len(SIDES) * (LOOKS + 1), fine, 3),
        *_layer(fine, middle, 3, 2),
        *_layer(middle, wide, 3, 2),
        nn.Flatten(),
        nn.Dropout(FACE_DROPPED),
        nn.Linear(wide * cells, last),
        nn.ReLU(),
        nn.Linear(last, 7),
    )


def site_loss(answers: Any, truth: Any, marks: Any) -> Any:
    """For each figure: the two facings next to the true one, and its fold; and none where there is none."""
    answers, truth, marks = answers.permute(0, 2, 3, 1).flatten(0, 2), truth.flatten(0, 2), marks.flatten()
    logs = functional.log_softmax(answers[:, : FACINGS + 1], dim=1)
    there, none = (marks == 1).nonzero()[:, 0], (marks == 0).nonzero()[:, 0]
    missed = (1 - logs[none, 0].detach().exp()) ** FOCUS
    low = truth[there, 0].floor().long()
    share = truth[there, 0] - low
    facing = logs[there, 1 + low % FACINGS] * (1 - share) + logs[there, 1 + (low + 1) % FACINGS] * share
    off = ((answers[there, FACINGS + 1 :] - truth[there, 1:]) ** 2).sum()
    lost = OFF_WEIGHT * off - facing.sum() - (missed * logs[none, 0]).sum()
    return lost / max(len(there), 1)


def face_loss(answers: Any, faction: Any, off: Any) -> Any:
    """No figure (-1), or one of the true faction, of answers (N x factions, 7), and how far off it is."""
    answers = answers.reshape(len(faction), len(FACTIONS), -1)
    none = torch.zeros(len(faction), 1)
    lost = functional.cross_entropy(torch.cat([none, answers[:, :, 0]], dim=1), faction + 1)
    right = (faction >= 0).nonzero()[:, 0]
    of_true = answers[right, faction[right]]
    log_sd = of_true[:, 4:].clamp(*LOG_SD_RANGE)
    return lost + SD_WEIGHT * (((of_true[:, 1:4] - off[right]) / log_sd.exp()) ** 2 / 2 + log_sd).mean()


def train(
    network: nn.Module, batches: Iterator[Batch], loss: Callable[..., Any], steps: int, rate: float
) -> None:
    """So many steps, each on a batch; the rate rises at first and falls to nearly nothing."""
    network.train()
    adam = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=DECAY)

    def pace(step: int) -> float:
        fallen = (1 + math.cos(math.pi * step / steps)) / 2
        return min(1.0, (step + 1) / WARM_STEPS) * (LEAST_RATE + (1 - LEAST_RATE) * fallen)

    schedule, recent = torch.optim.lr_scheduler.LambdaLR(adam, pace), 0.0
    for step in range(1, steps + 1):
        seen, *truth = next(batches)
        lost = loss(network(seen), *truth)
        adam.zero_grad()
        lost.backward()
        nn.utils.clip_grad_norm_(network.parameters(), MOST_SLOPE)
        adam.step()
        schedule.step()
        recent += (float(lost.detach()) - recent) * max(1 / step, 0.01)
        if step % REPORT_STEPS == 0:
            print(f"    step {step} of {steps}: loss {recent:.3f}", flush=True)


def as_onnx(network: nn.Module, example: Any, free: tuple[int, ...]) -> bytes:
    """The network as a file's content, for inputs like the example, whose `free` dimensions may vary."""
    network.eval()
    file = io.BytesIO()
    names = {side: f"side_{side}" for side in free}
    torch.onnx.export(
        network, (example,), file, input_names=["seen"], output_names=["answers"],
        dynamic_axes={"seen": names, "answers": names}, dynamo=False,
    )  # fmt: skip
    return file.getvalue()
