"""The types of the configuration, which Hydra holds every file and override against."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from omegaconf import MISSING

from pipelines.dagster_schema import DagsterExecutorConfig, DagsterRetriesConfig, FetchConfig, ScheduleConfig
from pipelines.learning_schema import LearnerConfig, TrainingConfig, TuningConfig


@dataclass
class SourceConfig:
    """A data set: a name that `diagramloop plugins` lists or ``package.module:Class``, its uses, and how much of it.

    Uses: ``figures`` (its charts are drawn, generated and parsed), ``pictures`` (its own are parsed, nothing is drawn),
    ``papers`` (their framework figures are generated), ``questions``, ``documents``, ``dialogues``, ``files`` (of
    diagram formats, which are converted).
    ``options``: of its class. ``folder``: where it lies in ``data/`` and in ``real_data``, if not under its own name.
    ``synthesise``: its dialogues are made along the paths of its charts, in ``voices``: by their names their options;
    ``labels``, ``paraphrases`` and ``recorded`` if none is named.
    """

    make: str = MISSING
    options: dict[str, Any] = field(default_factory=dict)
    folder: str | None = None
    use: list[str] = MISSING
    synthesise: bool = False
    voices: dict[str, Any] = field(default_factory=dict)
    limit: int | None = None


@dataclass
class GeneratorConfig:
    """A generator or control: a name that `diagramloop plugins` lists or ``package.module:Class``, and its options.

    ``stream``: it is given all prompts in one process, to paint them in batches. ``note``: what readers of its row
    must know. ``ceiling``: as :class:`SystemConfig` has it.
    """

    make: str = MISSING
    options: dict[str, Any] = field(default_factory=dict)
    stream: bool = False
    note: str = ""
    ceiling: bool = False


@dataclass
class GenerateConfig:
    """Settings that all generators share: the style asked for, and the seed of the run."""

    style: str = MISSING
    seed: int = MISSING


@dataclass
class PartConfig:
    """An agent that takes part in what is measured, or measures: as a generator, its name and its options; no row.

    ``note``: what readers must know, such as what it was trained on.
    """

    make: str = MISSING
    options: dict[str, Any] = field(default_factory=dict)
    note: str = ""


@dataclass
class SystemConfig(PartConfig):
    """Any other system or control.

    ``ceiling``: it answers as a person does, or as a second reference, so that it has no rank, and the scale of its
    boards runs to what it reaches.
    """

    ceiling: bool = False


@dataclass
class PlanningConfig:
    """The agents that turn a paper into the prompt that all generators share."""

    methodologist: PartConfig = field(default_factory=PartConfig)
    visual_translator: PartConfig = field(default_factory=PartConfig)
    layout_captioner: PartConfig = field(default_factory=PartConfig)


@dataclass
class CanonicalConfig:
    """The parser that reads the source figure of a paper whose graph no person has verified."""

    make: str = MISSING
    options: dict[str, Any] = field(default_factory=dict)


@dataclass
class ImageLevelConfig:
    """Options of the vision models that measure generated pictures; None measures nothing, and says so."""

    clip: dict[str, Any] | None = None
    lpips: dict[str, Any] | None = None
    siglip: dict[str, Any] | None = None


@dataclass
class AttributeConfig:
    """Inputs of attributors: ``graph``, ``pixels`` (as ``parser`` read the picture of ``style``), or both."""

    views: list[str] = MISSING
    parser: str = MISSING
    style: str = MISSING


@dataclass
class AnswerConfig(AttributeConfig):
    """Inputs of answerers, as of attributors; from pixels, the picture and what was read of it."""


@dataclass
class ConverseConfig:
    """The simulated user all agents talk to, the exchanges for each of the reference's, and a judge of that user.

    ``budget_from``: ``root`` counts the way from the chart's root to the reference's start as turns of the reference,
    ``start`` does not (FloCA's turn budget).
    """

    simulator: PartConfig = field(default_factory=PartConfig)
    budget: float = MISSING
    budget_from: str = MISSING
    judge: dict[str, Any] | None = None


@dataclass
class JudgementsConfig:
    """People's judgements of generated diagrams: ``judgements.csv`` in the folder of that name; of which ``board``."""

    board: str = MISSING
    folder: str | None = None


@dataclass
class BenchmarkConfig:
    """A benchmark of attribution that is being built of a data set, whose folder also holds ``annotations.jsonl``.

    ``make``, ``options``, ``folder``: as of a source. ``labels``: a chat model that labels first; None for no labels.
    ``size``: questions at most. ``styles``: of the pictures, each chart has one; ``seed``, ``engine``: of the drawing.
    """

    make: str = MISSING
    options: dict[str, Any] = field(default_factory=dict)
    folder: str | None = None
    labels: dict[str, Any] | None = None
    size: int = MISSING
    styles: list[str] = MISSING
    seed: int = MISSING
    engine: str = MISSING


@dataclass
class RenderConfig:
    """Settings of drawing charts; see :func:`diagramloop.render.draw`."""

    styles: list[str] = MISSING
    seed: int = MISSING
    engine: str = MISSING
    scale: float = MISSING


@dataclass
class ScoreConfig:
    """The comparison of texts, and the seed of intervals and tests.

    ``families``: by family of metrics that has a similarity of its own, its name, or a list of names, of which the
    first counts whose weights are on the machine.
    """

    similarity: str | None = None
    families: dict[str, Any] = field(default_factory=dict)
    seed: int = MISSING


@dataclass
class ReportConfig:
    """The number of items of each system that the page shows."""

    samples: int = MISSING


@dataclass
class LimitsConfig:
    """Limits of one item; see :class:`assets.machinery.Limits`."""

    processor_seconds: float = 300.0
    seconds: float = 3600.0
    memory_gib: float | None = 8.0


@dataclass
class KeptItemsConfig:
    """Finished items of other configurations are kept so far; the least recently used go first."""

    gib: float = 20.0
    days: float = 60.0


@dataclass
class ExecutorConfig:
    """Workers on items (one for each usable core if None), what one item may take of them, and what is kept.

    ``kind``: ``local`` or ``ray``. Of ``ray`` alone: ``address`` of the cluster, None for one on this machine;
    ``endpoint_calls`` of models at a time to one endpoint; ``in_flight_mib`` of items that are handed out at a time;
    ``devices``, workers for ``stream: true``, with so many ``gpus`` each.
    """

    kind: str = MISSING
    workers: int | None = None
    address: str | None = None
    endpoint_calls: int = 8
    in_flight_mib: int = 256
    devices: int | None = None
    gpus: float = 1.0
    limits: LimitsConfig = field(default_factory=LimitsConfig)
    kept_items: KeptItemsConfig = field(default_factory=KeptItemsConfig)


@dataclass
class Config:
    """The whole of params.yaml."""

    stages: list[str] = MISSING
    sources: dict[str, SourceConfig] = field(default_factory=dict)
    parsers: dict[str, SystemConfig] = field(default_factory=dict)
    generators: dict[str, GeneratorConfig] = field(default_factory=dict)
    extractors: dict[str, SystemConfig] = field(default_factory=dict)
    attributors: dict[str, SystemConfig] = field(default_factory=dict)
    answerers: dict[str, SystemConfig] = field(default_factory=dict)
    agents: dict[str, SystemConfig] = field(default_factory=dict)
    converters: dict[str, SystemConfig] = field(default_factory=dict)
    training: dict[str, TrainingConfig] = field(default_factory=dict)
    tuning: dict[str, TuningConfig] = field(default_factory=dict)
    learners: dict[str, LearnerConfig] = field(default_factory=dict)
    models: dict[str, dict[str, Any]] = field(default_factory=dict)
    generate: GenerateConfig = field(default_factory=GenerateConfig)
    planning: PlanningConfig = field(default_factory=PlanningConfig)
    canonical: CanonicalConfig = field(default_factory=CanonicalConfig)
    image_level: ImageLevelConfig = field(default_factory=ImageLevelConfig)
    judge: PartConfig = field(default_factory=PartConfig)
    judge_stability: list[str] = field(default_factory=list)
    judgements: dict[str, JudgementsConfig] = field(default_factory=dict)
    benchmarks: dict[str, BenchmarkConfig] = field(default_factory=dict)
    attribute: AttributeConfig = field(default_factory=AttributeConfig)
    answer: AnswerConfig = field(default_factory=AnswerConfig)
    tool_times: list[str] = field(default_factory=list)
    converse: ConverseConfig = field(default_factory=ConverseConfig)
    render: RenderConfig = field(default_factory=RenderConfig)
    score: ScoreConfig = field(default_factory=ScoreConfig)
    report: ReportConfig = field(default_factory=ReportConfig)
    executor: ExecutorConfig = field(default_factory=ExecutorConfig)
    schedule: ScheduleConfig = field(default_factory=ScheduleConfig)
    fetch: FetchConfig = field(default_factory=FetchConfig)
    dagster_executor: DagsterExecutorConfig = field(default_factory=DagsterExecutorConfig)
    dagster_pools: dict[str, list[str]] = field(default_factory=dict)
    dagster_retries: DagsterRetriesConfig = field(default_factory=DagsterRetriesConfig)


def register() -> None:
    """Makes the schema known to Hydra, as the file that conf/config.yaml names first."""
    from hydra.core.config_store import ConfigStore

    ConfigStore.instance().store(name="schema", node=Config, replace=True)
