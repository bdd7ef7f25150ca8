"""A tiny random LISA under the names of the published one, in which Llama always says ``[SEG]``."""

from __future__ import annotations

import re
from pathlib import Path

WORDS = ("[SEG]", "<unk>", "<s>", "<im_start>", "<im_end>", "USER:", "ASSISTANT:", "Where", "There", "Nowhere")
AS_PUBLISHED = (  # SAM's names in transformers, as its authors have them
    ("vision_encoder.", "image_encoder."),
    ("patch_embed.projection.", "patch_embed.proj."),
    ("neck.conv1.", "neck.0."),
    ("neck.layer_norm1.", "neck.1."),
    ("neck.conv2.", "neck.2."),
    ("neck.layer_norm2.", "neck.3."),
    ("mask_embed.conv1.", "mask_downscaling.0."),
    ("mask_embed.layer_norm1.", "mask_downscaling.1."),
    ("mask_embed.conv2.", "mask_downscaling.3."),
    ("mask_embed.layer_norm2.", "mask_downscaling.4."),
    ("mask_embed.conv3.", "mask_downscaling.6."),
    ("upscale_conv1.", "output_upscaling.0."),
    ("upscale_layer_norm.", "output_upscaling.1."),
    ("upscale_conv2.", "output_upscaling.3."),
    ("encoder.point_embed.", "encoder.point_embeddings."),
    ("shared_embedding.positional_embedding", "pe_layer.positional_encoding_gaussian_matrix"),
    ("head.layers.0.", "head.layers.1."),
    ("head.proj_in.", "head.layers.0."),
    ("head.proj_out.", "head.layers.2."),
    (".layer_norm", ".norm"),
)


def save_tiny_lisa(folder: Path) -> None:
    """LISA in ``folder``, of about 1 MB, and in ``folder/eyes`` the CLIP that its configuration names."""
    import torch
    import transformers
    from safetensors.torch import save_file

    torch.manual_seed(0)
    _eyes(folder / "eyes", transformers)
    llama = transformers.LlamaForCausalLM(_llama(transformers))
    llama.lm_head.weight.data.zero_()  # all words are alike: the first one is said
    llama.config.vision_tower = str(folder / "eyes")
    llama.save_pretrained(folder)
    (folder / "model.safetensors").unlink()
    weights = dict(llama.state_dict())
    layers = {"mm_projector": (8, 16), "text_hidden_fcs.0.0": (16, 16), "text_hidden_fcs.0.2": (16, 16)}
    for name, (read, made) in layers.items():
        layer = torch.nn.Linear(read, made)
        weights |= {f"model.{name}.weight": layer.weight.detach(), f"model.{name}.bias": layer.bias.detach()}
    weights |= {f"model.visual_model.{name}": tensor for name, tensor in _sam(transformers).items()}
    save_file({name: tensor.contiguous().clone() for name, tensor in weights.items()}, folder / "model.safetensors")
    _tokenizer(transformers).save_pretrained(folder)


def _llama(transformers):
    sizes = {"hidden_size": 16, "intermediate_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
    ends = {"bos_token_id": 2, "eos_token_id": None, "pad_token_id": None}
    return transformers.LlamaConfig(vocab_size=len(WORDS), **sizes, **ends)


def _eyes(folder, transformers):
    sizes = {"hidden_size": 8, "intermediate_size": 8, "num_hidden_layers": 2, "num_attention_heads": 2}
    config = transformers.CLIPVisionConfig(image_size=28, patch_size=14, **sizes)
    transformers.CLIPVisionModel(config).save_pretrained(folder)
    size = {"height": 28, "width": 28}
    transformers.CLIPImageProcessor(size={"shortest_edge": 28}, crop_size=size).save_pretrained(folder)


def _sam(transformers):
    """Weights of a SAM with a block that sees everything and one that sees windows, under their authors' names."""
    import torch

    vision = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "output_channels": 16}
    seen = {"image_size": 64, "patch_size": 16, "window_size": 3, "global_attn_indexes": [1], "num_pos_feats": 8}
    config = transformers.SamConfig(
        vision_config={**vision, **seen, "mlp_dim": 16},
        prompt_encoder_config={"hidden_size": 16, "image_size": 64, "image_embedding_size": 4},
        mask_decoder_config={"hidden_size": 16, "mlp_dim": 16, "iou_head_hidden_dim": 16},
    )
    sam = transformers.SamModel(config)
    for weight in sam.parameters():
        torch.nn.init.normal_(weight, std=0.3)
    return {_published(name): tensor for name, tensor in sam.state_dict().items() if "shared_image" not in name}


def _published(name: str) -> str:
    name = re.sub(r"(hypernetworks_mlps\.\d+)\.layers\.0\.", r"\1.layers.1.", name)
    name = re.sub(r"(hypernetworks_mlps\.\d+)\.proj_in\.", r"\1.layers.0.", name)
    name = re.sub(r"(hypernetworks_mlps\.\d+)\.proj_out\.", r"\1.layers.2.", name)
    for ours, theirs in AS_PUBLISHED:
        name = name.replace(ours, theirs)
    return name.replace(".layers.", ".blocks.") if name.startswith("image_encoder.") else name


def _tokenizer(transformers):
    from tokenizers import Tokenizer, models, pre_tokenizers

    words = Tokenizer(models.WordLevel({word: place for place, word in enumerate(WORDS)}, unk_token="<unk>"))
    words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=words, unk_token="<unk>", bos_token="<s>", extra_special_tokens=list(WORDS[3:5])
    )
