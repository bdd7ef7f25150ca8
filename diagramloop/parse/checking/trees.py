"""Boosted decision trees as plain numbers: no library runs them, and a missing value has a side of its own."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, model_validator

LEAF = -1  # number of the sign that a leaf asks for

Numbers = NDArray[np.float64]


class Tree(BaseModel):
    """One tree; nodes are numbered from its root, 0, and children have higher numbers than their parents.

    Attributes:
        sign: number of the sign that each node asks for; LEAF at leaves.
        at_most: values up to this go left.
        missing_left: whether a missing value does.
        left, right: numbers of the children; 0 at leaves.
        value: what a leaf adds; 0 at others.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    sign: tuple[int, ...]
    at_most: tuple[float, ...]
    missing_left: tuple[bool, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]
    value: tuple[float, ...]

    @model_validator(mode="after")
    def _goes_down(self) -> Tree:
        columns = (self.sign, self.at_most, self.missing_left, self.left, self.right, self.value)
        if len({len(column) for column in columns}) != 1:
            raise ValueError("columns of several lengths")
        for node, (sign, left, right) in enumerate(zip(self.sign, self.left, self.right, strict=True)):
            if sign != LEAF and not node < min(left, right) <= max(left, right) < len(self.sign):
                raise ValueError(f"node {node} does not lead down")
        return self

    def add_to(self, total: Numbers, values: Numbers) -> None:
        """Add what the leaves say of each row of ``values``, shape (rows, signs), to ``total``, shape (rows,)."""
        sign, at_most, value = np.array(self.sign), np.array(self.at_most), np.array(self.value)
        missing, left, right = np.array(self.missing_left), np.array(self.left), np.array(self.right)
        node, rows = np.zeros(len(values), np.intp), np.arange(len(values))
        while (sign[node] != LEAF).any():
            asked = np.where(sign[node] == LEAF, 0, sign[node])
            found = values[rows, asked]
            goes_left = np.where(np.isnan(found), missing[node], found <= at_most[node])
            node = np.where(sign[node] == LEAF, node, np.where(goes_left, left[node], right[node]))
        total += value[node]


class Trees(BaseModel):
    """A sum of trees as a probability: the logistic function of ``slope`` times the sum.

    Attributes:
        names: of the signs, in the order in which they are asked for.
        base: what every row begins with.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    names: tuple[str, ...]
    base: float
    slope: Annotated[float, Field(gt=0)] = 1.0
    trees: tuple[Tree, ...]

    @model_validator(mode="after")
    def _asks_for_signs(self) -> Trees:
        if any(max(tree.sign) >= len(self.names) for tree in self.trees):
            raise ValueError("a tree asks for a sign that there is not")
        return self

    def score(self, values: Numbers) -> Numbers:
        """The sum for each row of ``values``, shape (rows, signs)."""
        total = np.full(len(values), self.base)
        for tree in self.trees:
            tree.add_to(total, values)
        return total

    def probability(self, values: Numbers) -> Numbers:
        """Of each row of ``values``, shape (rows, signs); between 0 and 1, shape (rows,)."""
        return np.asarray(1.0 / (1.0 + np.exp(-self.slope * self.score(values))))
