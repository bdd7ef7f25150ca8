"""Weights of SAM under the names that its authors gave them, for transformers' ``SamModel`` (Kirillov et al., 2023).

Networks that were built around SAM carry it in their checkpoints like that. All sizes are read from the weights.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_OF_VISION = (
    (r"^image_encoder\.", "vision_encoder."),
    (r"\bpatch_embed\.proj\.", "patch_embed.projection."),
    (r"\bblocks\.", "layers."),
    (r"\bneck\.0\.", "neck.conv1."),
    (r"\bneck\.1\.", "neck.layer_norm1."),
    (r"\bneck\.2\.", "neck.conv2."),
    (r"\bneck\.3\.", "neck.layer_norm2."),
    (r"\.norm(?=\d|_final)", ".layer_norm"),
)
_OF_PROMPTS = (
    (r"\bpe_layer\.positional_encoding_gaussian_matrix$", "shared_embedding.positional_embedding"),
    (r"\bpoint_embeddings\.", "point_embed."),
    (r"\bmask_downscaling\.0\.", "mask_embed.conv1."),
    (r"\bmask_downscaling\.1\.", "mask_embed.layer_norm1."),
    (r"\bmask_downscaling\.3\.", "mask_embed.conv2."),
    (r"\bmask_downscaling\.4\.", "mask_embed.layer_norm2."),
    (r"\bmask_downscaling\.6\.", "mask_embed.conv3."),
)
_OF_DECODING = (
    (r"\boutput_upscaling\.0\.", "upscale_conv1."),
    (r"\boutput_upscaling\.1\.", "upscale_layer_norm."),
    (r"\boutput_upscaling\.3\.", "upscale_conv2."),
    (r"\b(output_hypernetworks_mlps\.\d+|iou_prediction_head)\.layers\.0\.", r"\1.proj_in."),
    (r"\b(output_hypernetworks_mlps\.\d+|iou_prediction_head)\.layers\.1\.", r"\1.layers.0."),
    (r"\b(output_hypernetworks_mlps\.\d+|iou_prediction_head)\.layers\.2\.", r"\1.proj_out."),
)
_RENAMED = (*_OF_VISION, *_OF_PROMPTS, *_OF_DECODING)
_OF_THE_PROCESSOR = ("pixel_mean", "pixel_std")  # which has them as settings
_EVERYWHERE = "prompt_encoder.shared_embedding.positional_embedding"


def sam_model(weights: Mapping[str, Any]) -> Any:
    """SAM with these weights; names as its authors gave them.

    Raises:
        KeyError, RuntimeError: some are missing, or of another network.
    """
    import transformers

    model = transformers.SamModel(_config(weights))
    renamed = {_renamed(name): tensor for name, tensor in weights.items() if name not in _OF_THE_PROCESSOR}
    renamed["shared_image_embedding.positional_embedding"] = renamed[_EVERYWHERE]
    model.load_state_dict(renamed, strict=True)
    return model.eval()


def _renamed(name: str) -> str:
    for pattern, replacement in _RENAMED:
        name = re.sub(pattern, replacement, name)
    return name


def _config(weights: Mapping[str, Any]) -> Any:
    import transformers

    vision = _vision(weights)
    side = weights["image_encoder.pos_embed"].shape[1]
    hidden = weights["mask_decoder.iou_token.weight"].shape[1]
    decoder = {
        "hidden_size": hidden,
        "num_hidden_layers": _count(weights, r"mask_decoder\.transformer\.layers\.(\d+)\."),
        "mlp_dim": weights["mask_decoder.transformer.layers.0.mlp.lin1.weight"].shape[0],
        "iou_head_hidden_dim": weights["mask_decoder.iou_prediction_head.layers.0.weight"].shape[0],
        "num_multimask_outputs": weights["mask_decoder.mask_tokens.weight"].shape[0] - 1,
    }
    prompt = {
        "hidden_size": hidden,
        "image_embedding_size": side,
        "image_size": vision["image_size"],
        "patch_size": vision["patch_size"],
        "mask_input_channels": weights["prompt_encoder.mask_downscaling.3.weight"].shape[0],
    }
    return transformers.SamConfig(vision_config=vision, prompt_encoder_config=prompt, mask_decoder_config=decoder)


def _vision(weights: Mapping[str, Any]) -> dict[str, Any]:
    """Settings of the image encoder; blocks that see the whole picture have longer tables of distances."""
    kernel, places = (weights[f"image_encoder.{n}"] for n in ("patch_embed.proj.weight", "pos_embed"))
    layers, patch, side = _count(weights, r"image_encoder\.blocks\.(\d+)\."), kernel.shape[2], places.shape[1]
    distances = [weights[f"image_encoder.blocks.{layer}.attn.rel_pos_h"] for layer in range(layers)]
    everywhere = [layer for layer, table in enumerate(distances) if table.shape[0] == 2 * side - 1]
    windows = {(table.shape[0] + 1) // 2 for layer, table in enumerate(distances) if layer not in everywhere}
    sizes = {
        "hidden_size": kernel.shape[0],
        "num_hidden_layers": layers,
        "num_attention_heads": kernel.shape[0] // distances[0].shape[1],
        "mlp_dim": weights["image_encoder.blocks.0.mlp.lin1.weight"].shape[0],
        "output_channels": weights["image_encoder.neck.0.weight"].shape[0],
    }
    frequencies = weights["prompt_encoder.pe_layer.positional_encoding_gaussian_matrix"]
    return sizes | {
        "num_pos_feats": frequencies.shape[1],
        "global_attn_indexes": everywhere,
        "window_size": windows.pop() if windows else side,
        "image_size": side * patch,
        "patch_size": patch,
    }


def _count(weights: Mapping[str, Any], pattern: str) -> int:
    numbers = (re.match(pattern, name) for name in weights)
    return 1 + max(int(match[1]) for match in numbers if match)
