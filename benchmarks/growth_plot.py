"""Drawing how times grow; needs matplotlib (`pip install --group bench`)."""

import importlib
from collections.abc import Mapping

Series = Mapping[str, Mapping[int, float]]
"""By what is measured: size of the table -> milliseconds."""


def plotted(path: str, panels: Mapping[str, Series]) -> None:
    """Draw a panel for each way of growing to a file (.png, .svg or .pdf)."""
    plot = importlib.import_module("matplotlib.pyplot")
    drawing, drawn = plot.subplots(1, len(panels), figsize=(10, 4), sharey=True)
    for panel, (what, series) in zip(drawn, panels.items(), strict=True):
        for name, times in series.items():
            panel.loglog(list(times), list(times.values()), marker="o", label=name)
            panel.set_xticks(list(times), labels=[f"{size:,}" for size in times])
        panel.set_yticks([1, 10, 100, 1000], labels=["1", "10", "100", "1,000"])
        panel.minorticks_off()
        panel.set_xlabel(what)
        panel.grid(visible=True, which="both", alpha=0.3)
        panel.legend()
    drawn[0].set_ylabel("ms of processor time")
    drawing.tight_layout()
    drawing.savefig(path)
