"""The systems that Follow the Flow compares its agent with (Section 6.1 and Appendix A.1).

Those that a chat model plays take ``chat``, its plain configuration (:func:`diagramloop.models.chat_model`); those with
weights of their own take a ``checkpoint``, a path or hub id.
"""
