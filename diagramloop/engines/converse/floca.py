"""FloCA: an agent whose roles interpret and word, and whose flowchart tool alone moves.

Zou et al., "FloCA: Towards Faithful and Logically Consistent Flowchart Reasoning", Section 4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from diagramloop.data.sources import FAQ, Turn, TurnKind
from diagramloop.engines.converse._places import grounding_at
from diagramloop.engines.converse._session import ChartSession
from diagramloop.engines.converse.embedded.labels import is_task, shown_name
from diagramloop.engines.converse.embedded.stance_model import LEARNED
from diagramloop.engines.converse.flowchart_tool import FlowchartTool
from diagramloop.engines.converse.retrievers import EMBEDDED, retriever_of
from diagramloop.evaluation.contestants.agents import (
    Act,
    Grounding,
    Intent,
    Match,
    Matcher,
    Phrasing,
    Purpose,
    Retriever,
)
from diagramloop.graph import FlowGraph
from diagramloop.models.chat import NO_COST, ChatModel, Usage, model_of

PATIENCE = 2
"""Questions at a node: once as many were asked in vain, the likelier edge is taken and said to be a guess."""

MADE_OF = ("relevance", "english", "chinese")


@dataclass(frozen=True)
class Roles:
    """Who interprets and words for the agent."""

    matcher: Matcher
    intent: Intent
    retriever: Retriever
    phrasing: Phrasing


class FloCA:
    """The agent.

    Args:
        matcher, intent, phrasing: who plays the roles; or, as ``matcher``, options of the embedded one
            (:class:`diagramloop.engines.converse.embedded.EmbeddedMatcher`).
        retriever: likewise, or its name (:mod:`~diagramloop.engines.converse.retrievers`): one for all agents, unless
            it is said otherwise.
        model: that plays those which are not given, or its plain configuration; without one the embedded ones do.
        prompts: a folder of one's own for the model; see :class:`diagramloop.models.prompts.Prompts`.
        name: for the leaderboard.
        look_ahead: the model's matcher sees the text behind each edge, which the paper's tool does not give.
        word_lists: which entries of the embedded roles' word lists count, see
            :class:`diagramloop.base.text.word_lists.Choice`.

    Raises:
        ModelError: the configuration makes no model.
    """

    def __init__(
        self,
        matcher: Matcher | Mapping[str, Any] | None = None,
        intent: Intent | None = None,
        retriever: Retriever | str = EMBEDDED,
        phrasing: Phrasing | None = None,
        *,
        model: ChatModel | Mapping[str, Any] | None = None,
        prompts: str | None = None,
        name: str = "floca",
        look_ahead: bool = False,
        word_lists: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        options = matcher if isinstance(matcher, Mapping) else {}
        speaker = None if model is None else model_of(model)
        finder = retriever_of(retriever, speaker, prompts, word_lists)
        if speaker is None:
            played = _embedded(word_lists, options, finder)
        else:
            played = _model_backed(speaker, prompts, finder, look_ahead=look_ahead)
        self._roles = Roles(
            played.matcher if matcher is None or isinstance(matcher, Mapping) else matcher,
            intent or played.intent,
            finder,
            phrasing or played.phrasing,
        )
        self.name = name

    @staticmethod
    def lineage(options: Mapping[str, Any]) -> tuple[str, ...] | None:
        """Training data of the embedded roles' weights and words; of any other roles they are not known."""
        matcher = options.get("matcher") or {}
        if options.keys() - {"name", "word_lists", "matcher"} or not isinstance(matcher, Mapping):
            return None
        made_of = (matcher.get("stance", LEARNED), *MADE_OF)
        return tuple(f"diagramloop.engines.converse.embedded:{name}.lineage.json" for name in made_of)

    def start(self, chart: FlowGraph, faqs: Sequence[FAQ] = ()) -> FloCASession:
        """A new dialogue along ``chart`` with ``faqs`` to draw on.

        Raises:
            FlowchartError: the chart cannot be walked.
        """
        return FloCASession(self._roles, FlowchartTool(chart), tuple(faqs))


def _embedded(
    word_lists: Mapping[str, Sequence[str]] | None, matcher: Mapping[str, Any], retriever: Retriever
) -> Roles:
    from diagramloop.engines.converse.embedded import EmbeddedIntent, EmbeddedMatcher, EmbeddedPhrasing

    reader = EmbeddedMatcher(word_lists, **matcher)
    return Roles(reader, EmbeddedIntent(word_lists), retriever, EmbeddedPhrasing())


def _model_backed(model: ChatModel, prompts: str | None, retriever: Retriever, *, look_ahead: bool) -> Roles:
    from diagramloop.engines.converse.model_backed import ModelIntent, ModelMatcher, ModelPhrasing

    reader = ModelMatcher(model, prompts, look_ahead=look_ahead)
    return Roles(reader, ModelIntent(model, prompts), retriever, ModelPhrasing(model, prompts))


@dataclass(frozen=True)
class FloCAState:
    """All that a dialogue has come to. Setting a session's state to an earlier one undoes what came after.

    Attributes:
        node: the grounded node; None before the user has said anything.
        way: the nodes come to and not gone back from, the grounded one last.
        insisted: how many turns running the agent has asked about this node without finding an edge.
        likelier: the edge that came nearest in these turns, if any did.
        told: ids of the FAQs told since the dialogue came to this node.
        turns: of both, in order.
        usage: what they cost.
    """

    node: str | None = None
    way: tuple[str, ...] = ()
    insisted: int = 0
    likelier: str | None = None
    told: tuple[str, ...] = ()
    turns: tuple[Turn, ...] = ()
    usage: Usage = field(default=NO_COST)


class FloCASession(ChartSession[FloCAState]):
    """One dialogue; see :class:`diagramloop.engines.converse.Session`."""

    def __init__(self, roles: Roles, tool: FlowchartTool, faqs: tuple[FAQ, ...]) -> None:
        self._roles = roles
        self._faqs = faqs
        super().__init__(tool, FloCAState())

    def say(self, utterance: str) -> Turn:
        """The agent's turn after ``utterance``.

        Raises:
            ModelError: a model-backed role got no answer.
        """
        if self.state.node is None:
            return self._initial_grounding(Turn("user", utterance, None, TurnKind.OPENING))
        reading = self._roles.intent.read(utterance, self._grounding(self.state.node))
        self._spend(reading.usage)
        turn = Turn("user", utterance, self.state.node, reading.purpose)
        match reading.purpose:
            case Purpose.BACK:
                return self._step_back(turn)
            case Purpose.REPEAT | Purpose.HELP | Purpose.STOP:
                return self._turn(Act(reading.purpose.value), self.state, turn)
            case Purpose.ANSWER if not self.finished:
                return self._reason(turn)
            case Purpose.OTHER if not self.finished:
                return self._go_on_or_ask(turn, None)
            case Purpose.NEITHER if not self.finished:
                return self._turn(Act.NEITHER, replace(self.state, insisted=self.state.insisted + 1), turn)
        return self._knowledge_answer(turn)

    def _initial_grounding(self, turn: Turn) -> Turn:
        """The self-loop of Section 4.2: on from the root, along edges, for as long as the utterance decides them."""
        node, problem = self._first_step()
        passed = {node}
        while not self.tool.terminal_check(node):
            match = self._match(turn.text, replace(self._grounding(node), opening=True))
            if match.attribute is None:
                break
            target = self.tool.settled(self.tool.next_hop(node, match.attribute))
            if target in passed:
                break
            node = target
            passed.add(node)
        return self._come_to(node, turn, problem)

    def _first_step(self) -> tuple[str, str]:
        """The node where a dialogue begins, and the problem that the chart starts from: nobody is asked to do that."""
        root = self.tool.settled(self.tool.root)
        grounding = self._grounding(root)
        if not grounding.operation or is_task(grounding.text):
            return root, ""
        return self.tool.settled(self.tool.next_hop(root, "")), grounding.text

    def _reason(self, turn: Turn) -> Turn:
        """Interactive reasoning (Section 4.3): along the edge that is meant, or once more about the same node."""
        match = self._match(turn.text, self._grounding(self._node))
        if match.attribute is None:
            return self._go_on_or_ask(turn, match.likelier)
        return self._come_to(self._beyond(match.attribute), turn)

    def _go_on_or_ask(self, turn: Turn, likelier: str | None) -> Turn:
        """Asks once more, or, where that was in vain, goes on by the likelier edge and says so: back undoes it."""
        if likelier is None or self.state.insisted + 1 < PATIENCE:
            return self._ask_again(turn, self.state.likelier if likelier is None else likelier)
        if self.state.likelier is not None:
            likelier = self.state.likelier  # a first answer says more than that nothing else is known
        here = self._grounding(self._node)
        (option,) = (option for option in here.options if option.attribute == likelier)
        return self._come_to(self._beyond(likelier), turn, "" if here.operation else shown_name(option), Act.ASSUME)

    def _beyond(self, attribute: str) -> str:
        """The node that the edge leads to, past those without words."""
        return self.tool.settled(self.tool.next_hop(self._node, attribute))

    def _ask_again(self, turn: Turn, likelier: str | None) -> Turn:
        """Stays at the node. Who is not understood time and again is told what would be."""
        insisted = self.state.insisted + 1
        act = Act.CLARIFY if insisted < PATIENCE else Act.HELP
        return self._turn(act, replace(self.state, insisted=insisted, likelier=likelier), turn)

    def _step_back(self, turn: Turn) -> Turn:
        """To the node from which this one was come to; at the first one there is nothing to take back."""
        way = self.state.way[:-1]
        if not way:
            return self._turn(Act.REPEAT, self.state, turn)
        return self._turn(Act.BACK, self._standing(way), turn)

    def _knowledge_answer(self, turn: Turn) -> Turn:
        """Domain knowledge QA (Section 4.4): the node stays until the user gives the condition of a transition.

        What was told since the dialogue came to the node is not told again; where nothing is left to tell, the
        node is asked once more.
        """
        untold = [faq for faq in self._faqs if faq.id not in self.state.told]
        retrieval = self._roles.retriever.find(turn.text, self._grounding(self._node), untold)
        self._spend(retrieval.usage)
        if retrieval.faq is not None:
            informed = replace(self.state, told=(*self.state.told, retrieval.faq.id))
            return self._turn(Act.INFORM, informed, turn, retrieval.faq.answer)
        return (
            self._turn(Act.CONCLUDE, self.state, turn) if self.finished else self._ask_again(turn, self.state.likelier)
        )

    def _come_to(self, node: str, turn: Turn, beside: str = "", act: Act | None = None) -> Turn:
        """To a node that says ``beside`` first."""
        asks_or_ends = Act.CONCLUDE if self.tool.terminal_check(node) else Act.ASK
        return self._turn(act or asks_or_ends, self._standing((*self.state.way, node)), turn, beside)

    def _standing(self, way: tuple[str, ...]) -> FloCAState:
        """The state at the last node of a way before anything is said there."""
        return replace(self.state, node=way[-1], way=way, insisted=0, likelier=None, told=())

    def _turn(self, act: Act, state: FloCAState, user_turn: Turn, knowledge: str = "") -> Turn:
        """Speaks, and makes ``state`` with both turns the dialogue's."""
        heard = (*state.turns, user_turn)
        self.state = replace(state, turns=heard)
        phrase = self._roles.phrasing.phrase(act, self._grounding(self._node), knowledge)
        turn = Turn("agent", phrase.text, state.node, act.action)
        self.state = replace(self.state, turns=(*heard, turn))
        self._spend(phrase.usage)
        return turn

    def _match(self, utterance: str, grounding: Grounding) -> Match:
        """The matcher's edge; None where what it named is none of the node's edges."""
        match = self._roles.matcher.match(utterance, grounding)
        self._spend(match.usage)
        known = [option.attribute for option in grounding.options]
        likelier = match.likelier if match.likelier in known else None
        return replace(match, attribute=match.attribute if match.attribute in known else None, likelier=likelier)

    def _grounding(self, node: str) -> Grounding:
        return grounding_at(self.tool, node, insisted=self.state.insisted, history=self.state.turns)

    @property
    def _node(self) -> str:
        if self.state.node is None:
            raise RuntimeError("nothing is grounded before the user has spoken")
        return self.state.node

    def _spend(self, usage: Usage) -> None:
        self.state = replace(self.state, usage=self.state.usage + usage)
