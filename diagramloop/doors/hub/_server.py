"""The Hub itself: an exported data set pushed to it, private unless it is said otherwise, and one pulled from it.

Client and credentials are Hugging Face's own: its environment (``HF_TOKEN``, ``HF_ENDPOINT``) decides.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from diagramloop.data.sources.hub import CONFIGURATIONS
from diagramloop.doors.hub._licences import check_licences, licences_in
from diagramloop.errors import DiagramloopError, FetchError, RejectionReason
from diagramloop.extras import needed

PATTERNS = ("README.md", "croissant.json", *(f"{name}/*.parquet" for name in CONFIGURATIONS))
"""Files of an exported data set: nothing else goes out, or comes in."""


def push(folder: Path, repository: str, *, public: bool = False, message: str = "diagramloop hub push") -> str:
    """Pushes an exported data set to the Hub.

    Args:
        repository: ``OWNER/NAME``; it is made if it is not there.
        public: whether anyone may see it. A repository that is there already is as it is.

    Returns:
        The address of the commit.

    Raises:
        DiagramloopError: an item may not be redistributed (UNSAFE), be it to a private place; the folder holds no
            exported data set (EMPTY).
        FetchError: the Hub does not take it (ENGINE_FAILED); its client is not installed (MISSING).
    """
    check_licences(licences_in(folder))
    hub = _client()
    try:
        api = hub.HfApi()
        api.create_repo(repository, repo_type="dataset", private=not public, exist_ok=True)
        made = api.upload_folder(
            folder_path=folder,
            repo_id=repository,
            repo_type="dataset",
            allow_patterns=list(PATTERNS),
            commit_message=message,
        )
    except (hub.errors.HfHubHTTPError, hub.errors.HFValidationError, OSError, ValueError) as error:
        raise _failed(f"{repository} was not pushed", error) from error
    return str(made.commit_url)


def pull(repository: str, out: Path, revision: str | None = None) -> Path:
    """Fetches an exported data set from the Hub, to be read as ``hub=FOLDER``.

    Args:
        repository: ``OWNER/NAME``.
        out: a folder; it is made, or must be empty.
        revision: a branch, a tag or a commit; the default branch if None.

    Raises:
        DiagramloopError: the folder has files in it, or what came is no exported data set (EMPTY).
        FetchError: as :func:`push`.
    """
    if out.exists() and any(out.iterdir()):
        raise DiagramloopError(f"{out} has files in it already")
    hub = _client()
    try:
        hub.snapshot_download(
            repository, repo_type="dataset", revision=revision, local_dir=out, allow_patterns=list(PATTERNS)
        )
    except (hub.errors.HfHubHTTPError, hub.errors.HFValidationError, OSError, ValueError) as error:
        raise _failed(f"{repository} was not fetched", error) from error
    licences_in(out)
    return out


def _failed(what: str, error: Exception) -> FetchError:
    return FetchError(f"{what}: {type(error).__name__}: {str(error)[:500]}", reason=RejectionReason.ENGINE_FAILED)


def _client() -> Any:
    try:
        import huggingface_hub
        import huggingface_hub.errors
    except ImportError as error:
        raise needed("the hub", "huggingface_hub", error=FetchError) from error
    return huggingface_hub
