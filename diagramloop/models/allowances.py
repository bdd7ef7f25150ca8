"""Tokens that an answer may have: by the role that asks, and by what the model's configuration says instead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from diagramloop.by_name import meant
from diagramloop.errors import ModelError, RejectionReason


@dataclass(frozen=True)
class AnswerKind:
    """Answers of about one length.

    Attributes:
        tokens: that one may have; several times what a good one takes.
        roles: that ask for such answers, by the names of their prompts.
    """

    tokens: int
    roles: tuple[str, ...] = ()


OTHER = "other"
KINDS: Mapping[str, AnswerKind] = {
    "closed": AnswerKind(
        96,
        # a name, a number, a mark, in JSON or bare
        ("intent", "matcher", "retriever", "alignment", "visual_flow", "framework_figure", "environment_curator"),
    ),
    "utterance": AnswerKind(384, ("phrasing", "answer", "simulator", "end_to_end", "cis_participant")),
    "list": AnswerKind(
        1_024,
        (
            *("boxes", "set_of_marks", "flow_path_agent", "visprog", "faithfulness", "labelling", "synthesis"),
            *("floca_tools", "cis_activities", "cis_followers"),
        ),
    ),
    "plan": AnswerKind(
        2_048,
        (
            *("plan", "methodologist", "visual_translator", "svg_layout", "critic", "self_feedback", "structure_check"),
            *("spans", "verbalise", "logic_check", "fusion_arbiter", "refine_nodes", "connect_nodes"),
        ),
    ),
    "graph": AnswerKind(
        8_192,
        (
            *("build", "refine", "dot", "flow2mermaid", "vision_parser", "topology_coder"),
            *("components", "regions", "text_spotter"),
        ),
    ),
    "drawing": AnswerKind(16_384, ("svg",)),
    OTHER: AnswerKind(2_048),  # roles of other people's
}
_KIND_OF = {role: name for name, kind in KINDS.items() for role in kind.roles}


class TokenAllowance(int):
    """The tokens that an answer in a role may have, unless the model's configuration says otherwise.

    Attributes:
        role: that asks.
        kind: of its answers.
    """

    role: str
    kind: str


def allowance(role: str) -> TokenAllowance:
    """The allowance of a role, which goes by the name of its prompt; of one that is not known, that of ``other``."""
    kind = _KIND_OF.get(role, OTHER)
    allowed = TokenAllowance(KINDS[kind].tokens)
    allowed.role, allowed.kind = role, kind
    return allowed


@dataclass(frozen=True)
class TokenLimits:
    """The configuration of a model's answers.

    Attributes:
        max_tokens: of every answer; or by role, or by kind; None for the roles' own. None for a role or a kind sets it
            no limit.
        thinking_tokens: of a model that thinks before it answers, which count as written: added to the roles' own.

    Raises:
        ModelError: no number of tokens, or no such role or kind (INVALID).
    """

    max_tokens: int | Mapping[str, int | None] | None = None
    thinking_tokens: int = 0

    def __post_init__(self) -> None:
        given = self.max_tokens if isinstance(self.max_tokens, Mapping) else {"max_tokens": self.max_tokens}
        for name, tokens in given.items():
            if tokens is not None and not _counts(tokens, 1):
                raise _wrong(f"{name}: {tokens!r} is no number of tokens")
        if not _counts(self.thinking_tokens, 0):
            raise _wrong(f"thinking_tokens: {self.thinking_tokens!r} is no number of tokens")
        if isinstance(self.max_tokens, Mapping):
            known = [*KINDS, *_KIND_OF]
            for name in given:
                if name not in known:
                    raise _wrong(f"max_tokens: no role or kind {name!r}{meant(name, known)}; kinds: {', '.join(KINDS)}")

    def of(self, asked: int | None) -> int | None:
        """The limit of an answer for which the caller ``asked`` so much; a plain number of a caller's is what it is."""
        if isinstance(self.max_tokens, int) and (asked is None or isinstance(asked, TokenAllowance)):
            return self.max_tokens
        if not isinstance(asked, TokenAllowance):
            return asked
        given = self.max_tokens if isinstance(self.max_tokens, Mapping) else {}
        for name in (asked.role, asked.kind):
            if name in given:
                return given[name]
        return int(asked) + self.thinking_tokens


def _counts(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _wrong(option: str) -> ModelError:
    return ModelError(option, reason=RejectionReason.INVALID)
