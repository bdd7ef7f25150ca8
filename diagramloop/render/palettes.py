"""The colours of the two coloured styles of FlowExplainBench (Follow the Flow, Section 4.2), as data.

The paper gives their numbers (40 single colours; 35 palettes of 4 to 5 colours), not their values; these
are diagramloop's own, chosen to spread over hue and lightness.
"""

from __future__ import annotations

SINGLE: tuple[str, ...] = (
    "#f4c7c3", "#e8a09a", "#d9534f", "#a63d40", "#f6cfa4", "#f0a868", "#d97b29", "#8c4a1e",
    "#fbe7a1", "#f2cd5d", "#d4a017", "#857012", "#dfe8a0", "#b9cf5a", "#7f9c2d", "#4b5f1c",
    "#c4e5c0", "#8fcf8a", "#4c9f50", "#2a6332", "#bfe6dc", "#7ccbbb", "#2f9e8f", "#1d5f5a",
    "#c3e2f2", "#86c1e6", "#3d8fc9", "#1f547f", "#c9d3f5", "#98aaea", "#5568c8", "#323c80",
    "#ddcdf3", "#b99de3", "#8259bf", "#4d3078", "#f3c9e2", "#e294c1", "#b84a8b", "#c9ccd1",
)  # fmt: skip

PALETTES: dict[str, tuple[str, ...]] = {
    "harbour": ("#1f4e5f", "#79a8a9", "#aacfd0", "#f4f7f7"),
    "orchard": ("#8cb369", "#f4e285", "#f4a259", "#bc4b51", "#5b8e7d"),
    "desert": ("#e9c59c", "#d98c5f", "#a4513a", "#6d3b2f"),
    "lagoon": ("#05668d", "#028090", "#00a896", "#a9e4d3", "#f0f3bd"),
    "sorbet": ("#ffadad", "#ffd6a5", "#fdffb6", "#caffbf", "#9bf6ff"),
    "slate": ("#2f3e46", "#52796f", "#84a98c", "#cad2c5"),
    "berry": ("#590d3a", "#a4245e", "#e0607e", "#f7b2bd"),
    "meadow": ("#386641", "#6a994e", "#a7c957", "#f2e8cf", "#bc4749"),
    "dusk": ("#355070", "#6d597a", "#b56576", "#e56b6f", "#eaac8b"),
    "mint": ("#d8f3dc", "#95d5b2", "#52b788", "#2d6a4f"),
    "citrus": ("#fff3b0", "#ffd23f", "#f79824", "#ee4266"),
    "ink": ("#14213d", "#3a506b", "#8d99ae", "#edf2f4"),
    "clay": ("#ede0d4", "#ddb892", "#b08968", "#7f5539"),
    "iris": ("#e0c3fc", "#b185db", "#7d4fb3", "#4a2a85"),
    "aurora": ("#0b525b", "#1b998b", "#9bdeac", "#ffe66d", "#c879ff"),
    "coral": ("#ffcdb2", "#ffb4a2", "#e5989b", "#b5838d", "#6d6875"),
    "signal": ("#e63946", "#f1faee", "#a8dadc", "#457b9d", "#1d3557"),
    "forest": ("#dad7cd", "#a3b18a", "#588157", "#344e41"),
    "candy": ("#cdb4db", "#ffc8dd", "#ffafcc", "#bde0fe", "#a2d2ff"),
    "ember": ("#370617", "#9d0208", "#e85d04", "#faa307"),
    "ocean": ("#caf0f8", "#90e0ef", "#00b4d8", "#0077b6", "#03045e"),
    "linen": ("#faf3dd", "#c8d5b9", "#8fc0a9", "#68b0ab", "#4a7c59"),
    "plum": ("#2d1e2f", "#6b2d5c", "#b0578d", "#f0cfe3"),
    "spring": ("#fefae0", "#ccd5ae", "#e9edc9", "#d4a373"),
    "circuit": ("#0d3b66", "#faf0ca", "#f4d35e", "#ee964b", "#f95738"),
    "frost": ("#e3f2fd", "#bbdefb", "#64b5f6", "#1976d2"),
    "rose": ("#fff0f3", "#ffccd5", "#ff8fa3", "#c9184a"),
    "olive": ("#606c38", "#a3a847", "#dadd98", "#fefae0", "#bc6c25"),
    "metro": ("#264653", "#2a9d8f", "#e9c46a", "#f4a261", "#e76f51"),
    "lilac": ("#f5ebff", "#d9c2ff", "#a98ee8", "#6f58b8"),
    "copper": ("#fbe3cf", "#e8b07f", "#c77b45", "#7a4520", "#3b5a5a"),
    "seaside": ("#fdfcdc", "#fed9b7", "#f07167", "#00afb9", "#0081a7"),
    "graphite": ("#f2f2f2", "#cfcfcf", "#8a8a8a", "#4a4a4a"),
    "tropics": ("#ff595e", "#ffca3a", "#8ac926", "#1982c4", "#6a4c93"),
    "vineyard": ("#e7d7c1", "#a78a7f", "#735751", "#8e3b46", "#c9cba3"),
}
