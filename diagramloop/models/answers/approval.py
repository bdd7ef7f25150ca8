"""Approval in words: what all critics say where there is nothing to be changed."""

from __future__ import annotations

import re

from diagramloop.models.answers.prose import plain, sentences, without_introductions

_APPROVAL = re.compile(
    r"^(?:(?:all|it is|the graph is|this is|i|fully|everything is|status)\s+)?"
    r"(?:done|approved?|lgtm|ok|okay|correct|perfect|accepted)$|^(?:all|everything)\s+(?:good|fine|well)$|^approved\W{1,3}(?:true|yes)$|"
    r"\bnothing\s+(?:needs?\s+to\s+(?:be\s+)?change|to\s+(?:change|improve|fix|add))\w*|"
    r"\bno\s+(?:changes?|issues?|errors?|problems?|flaws?|corrections?|improvements?|further\s+\w+|mistakes?|contradictions?|suggestions?|points?)"
    r"(?:\s+(?:is|are|were))?(?:\s+(?:needed|necessary|required|found|to\s+report|to\s+make|remain\w*))?\b|"
    r"\b(?:graph|flowchart|chart|diagram|it|everything|all|work)\s+(?:is|looks|seems)\s+(?:entirely\s+|fully\s+|all\s+)?(?:correct|right|good|fine|"
    r"faithful|complete|accurate|perfect)\b|\b(?:all|both|every|each|everything)\b[^.\n]{0,80}\b(?:correct|right|fine|good|"
    r"approved|consistent)\b|\b(?:are|is)\s(?:all|both)\s(?:correct|right|fine)\b|\bnichts\b[^.]{0,20}änder|\bkeine\s+änderung|\brien\s+à\s+(?:changer|modifier)|"
    r"无需修改|没有问题",
    re.IGNORECASE,
)
_BUT = re.compile(
    r"\b(?:but|however|except|although|though|yet|still|apart\s+from|other\s+than|besides|aside\s+from|beyond|unless|if|"
    r"until|once|when|neither|or)\b",
    re.IGNORECASE,
)
_DEMAND = re.compile(
    r"\b(?:should|must|needs?\s+to|missing|wrong|incorrect|add|remove|change|replace|rename)\b", re.IGNORECASE
)
_DENIED = re.compile(
    r"\b(?:not|isn['’]t|never|hardly|far\s+from|cannot|can['’]t|almost|nearly|partly|partially|with|only|missing)\b|\?",
    re.IGNORECASE,
)


def is_approval(verdict: object) -> bool:
    """True for a value that approves: true, or words that do."""
    return verdict is True or (isinstance(verdict, str) and approves(verdict))


def approves(text: str) -> bool:
    """True if some sentence approves, and none takes it back or demands something."""
    spoken = sentences(without_introductions(text))
    parts = [plain(part.rpartition(":")[2]) or plain(part) for part in spoken]
    approving = [part for part in parts if _APPROVAL.search(part)]
    if not approving or "?" in text:
        return False
    remains = " ; ".join(_APPROVAL.sub("", part) for part in approving)
    others = " ; ".join(part for part in parts if part not in approving)
    return not (_BUT.search(" ; ".join(parts)) or _DENIED.search(remains) or _DEMAND.search(others))
