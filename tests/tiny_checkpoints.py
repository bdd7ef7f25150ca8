"""Tiny random checkpoints in the libraries' own formats, for tests of the real loading paths."""

from __future__ import annotations

from pathlib import Path

SPECIAL = ("<|im_start|>", "<|im_end|>", "<|vision_start|>", "<|vision_end|>", "<|image_pad|>", "<|video_pad|>")
WORDS = ("[UNK]", *SPECIAL, "user", "system", "assistant", "what", "is", "here", "box", "node")
TEMPLATE = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }} {% for c in m['content'] %}"
    "{% if c['type'] == 'image' %}<|vision_start|><|image_pad|><|vision_end|>{% else %}{{ c['text'] }} {% endif %}"
    "{% endfor %}<|im_end|>{% endfor %}<|im_start|>assistant "
)

CHAT_TEMPLATE = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }} {{ m['content'] }} <|im_end|>{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant {% endif %}"
)


def save_tiny_qwen_vl(folder: Path) -> None:
    """Weights of about 0.1 MB that always say some words, with processor and chat template."""
    import torch
    import transformers

    torch.manual_seed(0)
    model = transformers.Qwen2_5_VLForConditionalGeneration(_config(transformers))
    with torch.no_grad():
        model.lm_head.weight[: len(SPECIAL) + 1] = 0  # never the likeliest: the others' largest is above zero
    model.save_pretrained(folder)
    transformers.Qwen2_5_VLProcessor(
        image_processor=transformers.Qwen2VLImageProcessor(min_pixels=28 * 28, max_pixels=112 * 112),
        tokenizer=_tokenizer(transformers),
        video_processor=transformers.Qwen2VLVideoProcessor(),
        chat_template=TEMPLATE,
    ).save_pretrained(folder)


def save_tiny_sentence_mpnet(folder: Path, texts: list[str]) -> None:
    """A sentence-transformers folder of all-mpnet-base-v2's own parts: MPNet, mean pooling, vectors of length one."""
    import torch
    import transformers
    from sentence_transformers import SentenceTransformer, models

    torch.manual_seed(0)
    words = ["<s>", "<pad>", "</s>", "<unk>", "[UNK]", "<mask>", *sorted({w for text in texts for w in text.split()})]
    size = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 16}
    whole = transformers.MPNetConfig(vocab_size=len(words), max_position_embeddings=64, **size)
    inner = folder.with_name(f"{folder.name}-words")
    transformers.MPNetModel(whole).save_pretrained(inner)
    transformers.MPNetTokenizerFast(vocab={word: at for at, word in enumerate(words)}).save_pretrained(inner)
    reader = models.Transformer(str(inner), max_seq_length=32)
    pooling = models.Pooling(16, pooling_mode="mean")
    SentenceTransformer(modules=[reader, pooling, models.Normalize()], device="cpu").save(str(folder))


def _config(transformers):
    place = WORDS.index
    end = place("<|im_end|>")
    words = {"bos_token_id": None, "eos_token_id": end, "pad_token_id": end, "vocab_size": len(WORDS)}
    size = {"hidden_size": 16, "intermediate_size": 16}
    heads = {"num_hidden_layers": 1, "num_attention_heads": 2, "num_key_value_heads": 2, "max_position_embeddings": 512}
    turning = {"rope_type": "default", "mrope_section": [1, 1, 2], "rope_theta": 10000.0}
    return transformers.Qwen2_5_VLConfig(
        text_config={**size, **heads, **words, "rope_parameters": turning},
        vision_config={
            **size,
            **{"depth": 1, "num_heads": 2, "out_hidden_size": 16, "fullatt_block_indexes": [0], "window_size": 56},
        },
        image_token_id=place("<|image_pad|>"),
        video_token_id=place("<|video_pad|>"),
        vision_start_token_id=place("<|vision_start|>"),
        vision_end_token_id=place("<|vision_end|>"),
    )


def _tokenizer(transformers, words=WORDS, cut="Whitespace"):
    from tokenizers import Tokenizer, models, pre_tokenizers

    tokenizer = Tokenizer(models.WordLevel({word: place for place, word in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = getattr(pre_tokenizers, cut)()
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        unk_token="[UNK]",
        eos_token="<|im_end|>",
        pad_token="<|im_end|>",
        image_token="<|image_pad|>",
        video_token="<|video_pad|>",
        extra_special_tokens=list(SPECIAL),
    )


def save_tiny_mask2former(folder: Path) -> None:
    """A random Mask2Former with a Swin backbone, about 0.5 MB; its classes are step, frame and arrow."""
    import torch
    import transformers

    torch.manual_seed(0)
    backbone = transformers.SwinConfig(
        image_size=64,
        embed_dim=8,
        depths=[1, 1, 1, 1],
        num_heads=[1, 1, 2, 2],
        window_size=4,
        out_features=["stage1", "stage2", "stage3", "stage4"],
    )
    labels = {0: "step", 1: "frame", 2: "arrow"}
    config = transformers.Mask2FormerConfig(
        backbone_config=backbone,
        **dict.fromkeys(("feature_size", "mask_feature_size", "hidden_dim"), 32),
        **dict.fromkeys(("encoder_feedforward_dim", "dim_feedforward"), 16),
        encoder_layers=1,
        decoder_layers=2,
        num_attention_heads=2,
        num_queries=6,
        id2label=labels,
        label2id={label: place for place, label in labels.items()},
    )
    transformers.Mask2FormerForUniversalSegmentation(config).save_pretrained(folder)
    size = {"shortest_edge": 64, "longest_edge": 128}
    transformers.Mask2FormerImageProcessor(size=size, size_divisor=32, num_labels=3).save_pretrained(folder)


def save_tiny_chat(folder: Path) -> None:
    """A random Llama of about 0.1 MB, with tokenizer and chat template."""
    import torch
    import transformers

    torch.manual_seed(0)
    words = (*WORDS, "->")
    end = words.index("<|im_end|>")
    config = transformers.LlamaConfig(
        vocab_size=len(words),
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        num_key_value_heads=2,
        max_position_embeddings=512,
        initializer_range=0.3,  # so that what is frozen says something
        bos_token_id=None,
        eos_token_id=end,
        pad_token_id=end,
    )
    transformers.LlamaForCausalLM(config).save_pretrained(folder)
    tokenizer = _tokenizer(transformers, words, "WhitespaceSplit")  # an arrow is a word
    tokenizer.chat_template = CHAT_TEMPLATE
    tokenizer.save_pretrained(folder)


def save_tiny_tagger(folder: Path, labels: tuple[str, ...]) -> None:
    """A random BERT of one layer that gives each word one of ``labels``."""
    import torch
    import transformers

    torch.manual_seed(0)
    config = transformers.BertConfig(
        vocab_size=len(WORDS),
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        max_position_embeddings=64,
        initializer_range=1.0,  # so that it does not say the same of every word
        id2label=dict(enumerate(labels)),
        label2id={label: at for at, label in enumerate(labels)},
    )
    transformers.BertForTokenClassification(config).save_pretrained(folder)
    _tokenizer(transformers).save_pretrained(folder)
