"""Every system that asks a model, on a tiny input, by the role in which it asks: with the answers that come before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from diagramloop.data.dialogues import ModelVoice, synthesise
from diagramloop.data.sources import FAQ, Chart, Dialogue, DialogueTurn, Paper, Passage, QuestionType
from diagramloop.data.sources.papers.framework_figure import FIGURE_CHOOSERS
from diagramloop.data.sources.papers.manuscript import Figure, Manuscript
from diagramloop.engines.answer import AnswerTask, answerer
from diagramloop.engines.attribute import AttributionTask, attributor
from diagramloop.engines.attribute.labelling import AutomaticLabels
from diagramloop.engines.converse import SIMULATORS, agent, converse
from diagramloop.engines.extract import extractor
from diagramloop.engines.generate import Component, Prompt, Relation, generator
from diagramloop.engines.generate.planning import LAYOUT_CAPTIONERS, METHODOLOGISTS, VISUAL_TRANSLATORS
from diagramloop.engines.parse.svg_reader.refinement import REFINERS
from diagramloop.evaluation.contestants.parsers import parser
from diagramloop.evaluation.contestants.prompts import PaperContext
from diagramloop.graph import FlowGraph, formats
from diagramloop.models.chat import Reply
from diagramloop.render import Style, draw
from diagramloop.scores.faithfulness import FaithfulnessJudge
from diagramloop.scores.judges._judge import JUDGES

CHART = formats.read("flowchart TD\n A{Is it on?} -->|no| B[Switch it on]\n A -->|yes| C[Call us]", "mermaid")
DRAWN = draw(CHART, (Style.DEFAULT,), key="chart")[Style.DEFAULT]
DOCUMENT = "Boil the water. If it boils, add tea, otherwise wait."
TRIPLES = "Start -> Boil the water\nBoil the water -> XOR1\nXOR1 -> (it boils) Add tea\nXOR1 -> Wait\nAdd tea -> End"
ASKED = AttributionTask("task", CHART, "What if it is off?", "Switch it on.")
SHOWN = AttributionTask("task", DRAWN.graph, "What if it is off?", "Switch it on.", DRAWN.png)
PUT = AnswerTask("task", "What if it is off?", DRAWN.graph, DRAWN.png)
PROMPT = Prompt(
    id="prompt",
    text="A reader, then a writer.",
    components=(Component(id="r", text="Reader"), Component(id="w", text="Writer")),
    relations=(Relation(source="r", target="w"),),
    paper=PaperContext(text="A reader reads the text. A writer writes it.", caption="Our method."),
)
PAPER = Paper(
    *("paper", "test", "cs", "CC0-1.0", "Read and write", "We read, then write."),
    *((Passage("Method", "A reader reads the text. A writer writes it."),), "Our method.", (), b""),
)
FIGURES = tuple(Figure(n, "", text, (), "Method", 0.5) for n, text in ((1, "Our method."), (2, "Results.")))
MANUSCRIPT = Manuscript("Read and write", "", (), FIGURES)
TALK = Dialogue(
    *("talk", "test", "chart", "CC0-1.0"),
    (
        DialogueTurn("user", "The lamp is dark.", None, None, "opening"),
        DialogueTurn("agent", "Is it on?", "A", None, "answer"),
        DialogueTurn("user", "It is not.", None, None, "answer"),
        DialogueTurn("agent", "Switch it on.", "B", None, "answer"),
    ),
    ("A", "B"),
    ("no",),
)
FAQS = (FAQ("K1", "Where is the switch?", "At the door."),)


@dataclass
class After:
    """A model of which some roles have answered already.

    Attributes:
        told: those answers, by role.
        asked: the roles that it was asked in, call by call; empty for a call that says not how long its answer may be.
    """

    model: Any
    told: Mapping[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    name: str = "small"

    def reply(self, messages: Any, *, tools: Any = (), max_tokens: int | None = None) -> Any:
        """See :class:`diagramloop.models.ChatModel`."""
        role = str(getattr(max_tokens, "role", ""))
        self.asked.append(role)
        if role in self.told:
            return Reply(self.told[role])
        return self.model.reply(messages, tools=tools, max_tokens=max_tokens)


@dataclass(frozen=True)
class Asking:
    """One system up to one of its questions.

    Attributes:
        role: in which it asks.
        call: the system with the model.
        told: what the roles before have answered.
        sees: whether it sends a picture.
    """

    role: str
    call: Callable[[Any], object]
    told: Mapping[str, str] = field(default_factory=dict)
    sees: bool = False


def _extracts(name: str, role: str = "build", **told: str) -> Asking:
    return Asking(role, lambda model: extractor(name, model=model).extract(DOCUMENT).graph, told)


def _attributes(name: str, role: str, task: AttributionTask, *, sees: bool = False, **told: str) -> Asking:
    return Asking(role, lambda model: attributor(name, chat=model).attribute(task).nodes, told, sees)


def _answers(name: str, *, sees: bool = False) -> Asking:
    return Asking("answer", lambda model: answerer(name, chat=model).answer(PUT).text, sees=sees)


def _talks(name: str, role: str, *, sees: bool = False, **options: Any) -> Asking:
    def turns(model: Any) -> object:
        talking = agent(name, model=model, **options)
        return converse(talking, SIMULATORS.made("replay"), TALK, CHART, budget=0.5, distractions=0).turns

    return Asking(role, turns, sees=sees)


def _talked_to(model: Any) -> object:
    user = SIMULATORS.made("model", model=model)
    return converse(agent("floca"), user, TALK, CHART, budget=0.5, distractions=0).turns


def _answers_a_question(role: str, retriever: str = "embedded", **told: str) -> Asking:
    def turns(model: Any) -> object:
        session = agent("floca", model=model, retriever=retriever).start(CHART, FAQS)
        return [session.say(said).text for said in ("The lamp is dark.", "Where is the switch?")]

    return Asking(role, turns, told)


def _draws(name: str, role: str, **options: Any) -> Asking:
    return Asking(role, lambda model: next(iter(generator(name, model=model, **options).generate([PROMPT], 0))))


def _parses(played: str, role: str, **told: str) -> Asking:
    """The embedded agents of the inverse parser, but for the one ``played`` by the model."""

    def parsed(model: Any) -> FlowGraph:
        agents = {played: {"make": "model", "options": {"chat": model}}}
        return parser("hmas_embedded", agents=agents).parse(DRAWN.png).graph

    return Asking(role, parsed, told, sees=True)


def _refines(role: str, **told: str) -> Asking:
    def refined(model: Any) -> FlowGraph:
        return REFINERS.made("model", chat=model, edges=True).refine(CHART, DRAWN.png).graph

    return Asking(role, refined, told, sees=True)


def _reads(name: str) -> Asking:
    return Asking(name, lambda model: parser(name, chat=model).parse(DRAWN.png).graph, sees=True)


def _synthesised(model: Any) -> object:
    return list(synthesise(Chart("chart", "test", "home", "CC0-1.0", "", CHART), ModelVoice(model)))


def _judges(role: str, call: Callable[[Any], object], *, sees: bool = False) -> Asking:
    return Asking(role, lambda model: call(JUDGES.made("model", model=model)), sees=sees)


HARMLESS = "APPROVED"
SPANS = "1: If it boils, add tea, otherwise wait."
SYSTEMS: dict[str, Asking] = {
    **{name: _extracts(name) for name in ("zero_shot", "few_shot", "self_refine", "actor_critic", "text2flow")},
    "self_refine, its feedback": _extracts("self_refine", "self_feedback", build=TRIPLES),
    "self_refine, its next round": _extracts("self_refine", "refine", build=TRIPLES, self_feedback="1. Add an End."),
    "actor_critic, its critic": _extracts("actor_critic", "critic", build=TRIPLES),
    "text2flow, structural agent": _extracts("text2flow", "structure_check", build=TRIPLES),
    "text2flow, spans": _extracts("text2flow", "spans", build=TRIPLES, structure_check=HARMLESS),
    "text2flow, back to words": _extracts(
        "text2flow", "verbalise", build=TRIPLES, structure_check=HARMLESS, spans=SPANS
    ),
    "text2flow, logic": _extracts(
        "text2flow", "logic_check", build=TRIPLES, structure_check=HARMLESS, spans=SPANS, verbalise="1: Tea is added."
    ),
    "cis": _extracts("cis", "cis_activities"),
    "cis, participants": _extracts("cis", "cis_participant", cis_activities="1. Boil the water\n2. Add tea"),
    "cis, followers": _extracts(
        "cis", "cis_followers", cis_activities="1. Boil the water\n2. Add tea", cis_participant="the cook"
    ),
    "flow_path_agent": _attributes("flow_path_agent", "plan", ASKED),
    "flow_path_agent, its steps": _attributes("flow_path_agent", "flow_path_agent", ASKED, plan="1. Find the node."),
    "visprog": _attributes("visprog", "visprog", SHOWN),  # its program is text, of a chart that has places
    "boxes": _attributes("boxes", "boxes", SHOWN, sees=True),
    "set_of_marks": _attributes("set_of_marks", "set_of_marks", SHOWN, sees=True),
    "picture_model": _answers("picture_model", sees=True),
    "parsed_graph_model": _answers("parsed_graph_model", sees=True),
    "question_model": _answers("question_model"),
    "labels": Asking("labelling", lambda model: AutomaticLabels(model).label(ASKED, QuestionType.FACT_RETRIEVAL)),
    "floca": _talks("floca", "matcher"),
    "floca, intent": _answers_a_question("intent"),
    "floca, knowledge": _answers_a_question("retriever", "model", intent='{"purpose": "question"}'),
    "floca, phrasing": _answers_a_question("phrasing"),
    "floca_tools": _talks("floca_tools", "floca_tools"),
    "graph_serialisation": _talks("graph_serialisation", "end_to_end"),
    "rag_graph_serialisation": _talks("rag_graph_serialisation", "end_to_end", similarity="lexical"),
    "vision": _talks("vision", "end_to_end", sees=True),
    "simulator": Asking("simulator", _talked_to),
    "synthesis": Asking("synthesis", _synthesised),
    "methodologist": Asking("methodologist", lambda model: METHODOLOGISTS.made("model", model=model).method(PAPER)),
    "visual_translator": Asking(
        "visual_translator",
        lambda model: VISUAL_TRANSLATORS.made("model", model=model).prompt("id", "A reader, then a writer.", "Ours."),
    ),
    "layout": Asking(
        "svg_layout", lambda model: LAYOUT_CAPTIONERS.made("model", model=model).layout(DRAWN.png), sees=True
    ),
    "framework_figure": Asking(
        "framework_figure",
        lambda model: FIGURE_CHOOSERS.made("model", model=model).choose(MANUSCRIPT),
    ),
    "graphviz_model": _draws("graphviz_model", "dot"),
    "svg_model": _draws("svg_model", "svg"),
    "svg_model_from_paper": _draws("svg_model", "svg", reads="paper"),
    "environment_curator": _parses("environment_curator", "environment_curator"),
    "shape_hunter, regions": _parses("shape_hunter", "regions"),
    "shape_hunter, components": _parses("shape_hunter", "components", regions='{"regions": []}'),
    "text_spotter": _parses("text_spotter", "text_spotter"),
    "fusion_arbiter": _parses("fusion_arbiter", "fusion_arbiter"),
    "topology_coder": _parses("topology_coder", "topology_coder"),
    "vision_parser": _reads("vision_parser"),
    "flow2mermaid": _reads("flow2mermaid"),
    "svg_reader, nodes": _refines("refine_nodes"),
    "svg_reader, edges": _refines("connect_nodes", refine_nodes="{}"),
    "faithfulness": Asking(
        "faithfulness", lambda model: FaithfulnessJudge(model).faithfulness(["It is off."], ["It is on."])
    ),
    "alignment": _judges("alignment", lambda judge: judge.alignment("A reader, then a writer.", CHART)),
    "visual_flow": _judges("visual_flow", lambda judge: judge.visual_flow(DRAWN.png), sees=True),
}
"""By the systems' names, and by the role where a system has several."""
