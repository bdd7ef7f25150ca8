"""The control that only counts words: the text of the node that repeats most of a question."""

from __future__ import annotations

from diagramloop.engines.answer.solver.grounding import unanswered
from diagramloop.engines.attribute.embedded.term_index import TermIndex, node_words
from diagramloop.evaluation.contestants.answerers import Answer, AnswerTask, check_task, graph_of


class Lexical:
    """The text of the node whose weighted words agree most with the question's."""

    name = "lexical"
    lineage: tuple[str, ...] = ()  # nothing in it was fitted to data

    def answer(self, task: AnswerTask) -> Answer:
        """See :class:`diagramloop.engines.answer.Answerer`.

        Raises:
            AnswerError: as :func:`diagramloop.engines.answer.check_task`; no graph was read (NO_DIAGRAM, EMPTY); no
                node has a word of the question (UNSUPPORTED).
        """
        check_task(task)
        nodes = graph_of(task).nodes
        agreement = TermIndex([node.text for node in nodes], node_words).overlap([task.question]).f1[:, 0]
        if not agreement.any():
            raise unanswered("no node has a word of the question")
        node = nodes[int(agreement.argmax())]
        return Answer(node.text, by="word overlap", nodes=(node.id,))
