"""Indexes of wanted papers in all their forms."""

from __future__ import annotations

import json

import pytest

from diagramloop.data.sources.papers.index import Wanted, arxiv_id, read_index
from diagramloop.errors import RejectionReason, SourceError

BOTH = (Wanted("2505.00001v2", "cv"), Wanted("2505.00002", "nlp"))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", json.dumps({"cv_2025_bench": ["2505.00001v2"], "nlp_2025_bench": ["2505.00002", "2505.00001v2"]})),
        ("a.json", json.dumps([{"id": "2505.00001v2", "domain": "cv"}, {"arxiv_id": "2505.00002", "domain": "nlp"}])),
        ("a.csv", "domain,id\ncv,2505.00001v2\nnlp,2505.00002\n"),
        ("a.txt", "# ids\n2505.00001v2 cv\n\n2505.00002  nlp\n"),
    ],
)
def test_every_form(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    assert read_index(tmp_path / name) == BOTH


def test_domains_without_a_common_end_stay_whole(tmp_path):
    (tmp_path / "a.json").write_text(json.dumps({"computer_vision": ["2505.00001"], "robotics": ["2505.00002"]}))
    assert [paper.domain for paper in read_index(tmp_path / "a.json")] == ["computer_vision", "robotics"]


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("a.json", "{", RejectionReason.SYNTAX),
        ("a.json", "7", RejectionReason.INVALID),
        ("a.json", '{"cv": 7}', RejectionReason.INVALID),
        ("a.json", "[7]", RejectionReason.INVALID),
        ("a.json", "[]", RejectionReason.INVALID),
        ("a.csv", "domain\ncv\n", RejectionReason.INVALID),
        ("a.txt", "# nothing\n", RejectionReason.INVALID),
        ("a.txt", "", RejectionReason.EMPTY),
    ],
)
def test_what_is_no_index(tmp_path, name, text, reason):
    (tmp_path / name).write_text(text)
    with pytest.raises(SourceError) as caught:
        read_index(tmp_path / name)
    assert caught.value.reason is reason


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("2505.00001", "2505.00001"),
        (" arXiv:2505.00001v3 ", "2505.00001v3"),
        ("https://arxiv.org/abs/2505.00001v1", "2505.00001v1"),
        ("https://arxiv.org/pdf/2505.00001v1.pdf", "2505.00001v1"),
        ("http://export.arxiv.org/e-print/hep-th/9901001", "hep-th/9901001"),
        ("math.GT/0309136v1", "math/0309136v1"),
        ("HEP-TH/9901001V2", "hep-th/9901001v2"),
    ],
)
def test_ids(text, id):
    assert arxiv_id(text) == id


@pytest.mark.parametrize(
    "text", ["", "2505.1", "../2505.00001", "2505.00001v", "x y", "2505.00001/..", "2505.00001\n2505.00002"]
)
def test_what_is_no_id(text):
    with pytest.raises(SourceError):
        arxiv_id(text)
