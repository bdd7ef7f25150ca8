"""The real loading and generating path, on a tiny random checkpoint in the library's own format."""

from __future__ import annotations

from pathlib import Path

import pytest

from diagramloop.errors import ModelError, RejectionReason
from diagramloop.models import Message, chat_model
from diagramloop.models.local_chat import LocalChat

TEMPLATE = "{% for m in messages %}{{ m['role'] }} {{ m['content'] }} {% endfor %}"
HELLO = [Message("user", "where is the start")]


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch = pytest.importorskip("torch", reason="the extra `models` is not installed")
    transformers = pytest.importorskip("transformers", reason="the extra `models` is not installed")
    from tokenizers import Tokenizer, models, pre_tokenizers

    words = ["[UNK]", "[EOS]", "user", "where", "is", "the", "start", "end", "node"]
    tokenizer = Tokenizer(models.WordLevel({word: place for place, word in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    folder = tmp_path_factory.mktemp("tiny")
    fast = transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizer, unk_token="[UNK]", eos_token="[EOS]")
    fast.chat_template = TEMPLATE
    fast.save_pretrained(folder)
    torch.manual_seed(0)
    config = transformers.LlamaConfig(
        vocab_size=len(words),
        hidden_size=16,
        intermediate_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        max_position_embeddings=32,
        eos_token_id=1,
        bos_token_id=None,
        pad_token_id=1,
    )
    transformers.LlamaForCausalLM(config).save_pretrained(folder)
    return folder


def test_the_same_words_every_time(checkpoint: Path, tmp_path: Path) -> None:
    first = chat_model({"back_end": "local", "model": str(checkpoint), "store": tmp_path / "calls"})
    reply = first.reply(HELLO, max_tokens=4)
    assert reply.text
    assert reply.usage.prompt_tokens == 5
    assert reply.usage.completion_tokens <= 4
    again = chat_model({"back_end": "local", "model": str(checkpoint), "store": tmp_path / "calls", "mode": "replay"})
    assert again.reply(HELLO, max_tokens=4) == reply
    with pytest.raises(ModelError, match="only replays"):
        again.reply(HELLO, max_tokens=5)


@pytest.mark.parametrize(
    ("allowed", "limit"), [(4, "max_tokens = 4: allow more"), (None, "end of the model's context")]
)
def test_what_was_written_up_to_a_limit_is_the_answer_and_marked(
    checkpoint: Path, tmp_path: Path, allowed: int | None, limit: str
) -> None:
    """The context holds 32 tokens, and the random network never ends by itself."""
    options = {"back_end": "local", "model": str(checkpoint), "store": tmp_path / "calls"}
    reply = chat_model(options).reply(HELLO, max_tokens=allowed)
    assert (reply.cut, limit in reply.limit, bool(reply.text)) == (True, True, True)
    assert chat_model({**options, "mode": "replay"}).reply(HELLO, max_tokens=allowed) == reply


def test_what_ended_by_itself_is_whole(checkpoint: Path) -> None:
    """Also where its last token is the last that it may have."""
    model = LocalChat(str(checkpoint))
    asked = {"max_tokens": 3}
    for written, end in (
        [[7, 8, 1], "stop"],
        [[7, 1], "stop"],
        [[7, 8, 7], "length"],
        [[7, 8], "context"],
        [[], "context"],
    ):
        assert model._end(written, asked["max_tokens"]) == end


def test_what_it_cannot_read_is_said(checkpoint: Path) -> None:
    model = chat_model({"back_end": "local", "model": str(checkpoint)})
    with pytest.raises(ModelError) as pictured:
        model.reply([Message("user", "this?", pictures=(b"png",))])
    assert pictured.value.reason is RejectionReason.MISSING
    with pytest.raises(ModelError) as long:
        model.reply([Message("user", "node " * 100)])
    assert long.value.reason is RejectionReason.TOO_LARGE


def test_no_checkpoint(tmp_path: Path) -> None:
    with pytest.raises(ModelError) as caught:
        chat_model({"back_end": "local", "model": str(tmp_path / "nothing")})
    assert caught.value.reason is RejectionReason.MISSING
