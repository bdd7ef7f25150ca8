"""Pictures a second and peak memory of the text-to-image architectures at full size, with random weights.

    python -m benchmarks.diffusion_speed [--architecture sdxl ...] [--batch 1 4] [--pictures 4] [--size tiny]

What is measured is exactly that: the published layers, widths and official settings (steps, guidance, side), with
random weights made on the device, and the words of a framework figure as prompt. Random weights cost what trained ones
cost; the pictures mean nothing. `--size tiny --device cpu` runs the same code without a GPU and measures nothing of
interest.
"""

from __future__ import annotations

import argparse
import resource
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
import yaml

from diagramloop.engines.generate import prompt_of
from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.models.diffusion_random import architectures, random_pipeline

CONF = Path(__file__).parents[1] / "conf" / "generator"
WORDS = prompt_of(
    FlowGraph(
        nodes=tuple(Node(id=str(i), text=f"Module {i}") for i in range(10)),
        edges=tuple(Edge(source=str(i), target=str(i + 1)) for i in range(9)),
    ),
    "figure",
).text


@dataclass(frozen=True)
class Measured:
    """One row."""

    parameters: float
    made_in: float
    seconds: float
    pictures: int
    gigabytes: float


def settings(architecture: str, size: str) -> dict[str, Any]:
    """The options of the architecture's configuration file."""
    name = architecture if size == "full" else f"{architecture}_tiny"
    options: dict[str, Any] = yaml.safe_load((CONF / f"{name}.yaml").read_text("utf-8"))["options"]
    return options


def measure(architecture: str, size: str, device: str, batch: int, pictures: int) -> Measured:
    """Makes the pipeline, paints one batch to warm up, and then as many batches as make ``pictures``."""
    options, described = settings(architecture, size), architectures()[architecture]
    began = time.perf_counter()
    pipeline = random_pipeline(architecture, size, 0, device, options["dtype"])
    pipeline.set_progress_bar_config(disable=True)
    made_in = time.perf_counter() - began

    def paint(seed: int) -> None:
        words = {key: [value] * batch if isinstance(value, str) else value for key, value in described["call"].items()}
        sources = [torch.Generator("cpu").manual_seed(seed + place) for place in range(batch)]
        asked = {
            "width": options["width"],
            "height": options["height"],
            "num_inference_steps": options["steps"],
        }
        guided = {**words, **asked, described["guidance"]: options["guidance"]}
        with torch.inference_mode():
            pipeline(prompt=[WORDS] * batch, generator=sources, output_type="np", **guided)
        if device == "cuda":
            torch.cuda.synchronize()

    paint(0)
    batches = max(1, pictures // batch)
    began = time.perf_counter()
    for number in range(1, batches + 1):
        paint(number * batch)
    seconds = time.perf_counter() - began
    return Measured(parameters(pipeline), made_in, seconds, batches * batch, peak_memory(device))


def parameters(pipeline: Any) -> float:
    """In all parts, in billions."""
    parts = [part for part in pipeline.components.values() if isinstance(part, torch.nn.Module)]
    return sum(one.numel() for part in parts for one in part.parameters()) / 1e9


def peak_memory(device: str) -> float:
    """Of the device, or of this process where that is the CPU, in GB."""
    if device == "cuda":
        return torch.cuda.max_memory_allocated() / 1e9
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e9


def main() -> None:
    """Prints a line for each architecture and batch size."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--architecture", nargs="+", default=list(architectures()), choices=list(architectures()))
    parser.add_argument("--size", choices=("full", "tiny"), default="full")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--batch", nargs="+", type=int, default=[1])
    parser.add_argument("--pictures", type=int, default=4)
    chosen = parser.parse_args()
    device = torch.cuda.get_device_name() if chosen.device == "cuda" else "CPU"
    print(f"random weights, {chosen.size} size, on {device}; torch {torch.__version__}")
    for architecture in chosen.architecture:
        for batch in chosen.batch:
            options = settings(architecture, chosen.size)
            if chosen.device == "cuda":
                torch.cuda.reset_peak_memory_stats()
            row = measure(architecture, chosen.size, chosen.device, batch, chosen.pictures)
            print(
                f"{architecture}: {row.parameters:.3f} G parameters, {options['dtype']}, made in {row.made_in:.1f} s; "
                f"{options['width']} x {options['height']}, {options['steps']} steps, batches of {batch}: "
                f"{row.pictures / row.seconds:.3f} pictures/s, peak {row.gigabytes:.1f} GB"
            )
            if chosen.device == "cuda":
                torch.cuda.empty_cache()


if __name__ == "__main__":
    main()
