"""What a call can raise."""

from __future__ import annotations

from typing import Any, Mapping
from urllib.parse import urljoin

import httpx

NOT_ACCEPTED = (
    "The API key is not accepted: it is missing, unknown, expired, revoked, not yet approved, or of the wrong kind."
)


class JobBoardError(Exception):
    """A response that is not a success. Branch on `status` or `code`."""

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        code: str = "unknown",
        details: list[dict[str, str]] | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        idempotency_key: str | None = None,
        help_url: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        #: Invalid fields as `{"pointer", "reason"}`, when the API named them.
        self.details = details or []
        #: `X-Request-Id` of the response: quote it to support.
        self.request_id = request_id
        #: Seconds after which the call may succeed.
        self.retry_after = retry_after
        #: Repeating the call with it has no second effect.
        self.idempotency_key = idempotency_key
        #: The page that explains the error and the next step.
        self.help_url = help_url
        #: The headers of the response; names in any case. Empty without a response.
        self.headers: Mapping[str, str] = {} if headers is None else headers
        # A traceback shows notes below the message.
        for note in (help_url and f"Help: {help_url}", request_id and f"Request id: {request_id}"):
            if note:
                self.add_note(note)

    @property
    def is_refusal(self) -> bool:
        """True for 429 and for an earlier request with this key that still runs: the call itself was not executed."""
        return self.status == 429 or self.code == "idempotency_in_progress"

    @property
    def is_transient(self) -> bool:
        """True for 5xx and without a response: the same call may succeed later."""
        return (self.status or 0) >= 500


class NoResponseError(JobBoardError):
    """No connection, a broken response or a time-out. The request may have had its effect."""

    @property
    def is_transient(self) -> bool:
        return True


def error_of(response: httpx.Response, idempotency_key: str | None) -> JobBoardError:
    """The error of a response that is not a success."""
    body = _json_object(response)
    is_unauthorized = response.status_code == 401
    default = NOT_ACCEPTED if is_unauthorized else f"The server responded with status {response.status_code}."
    retry_after = response.headers.get("retry-after", "")
    help_link = response.links.get("help", {}).get("url")
    return JobBoardError(
        body.get("detail") or body.get("message") or default,
        status=response.status_code,
        code=body.get("code") or ("unauthorized" if is_unauthorized else "unknown"),
        details=body.get("errors"),
        request_id=response.headers.get("x-request-id"),
        retry_after=float(retry_after) if retry_after.isdecimal() and len(retry_after) < 16 else None,
        idempotency_key=idempotency_key,
        help_url=urljoin(str(response.url), help_link) if help_link else None,
        headers=response.headers,
    )


def _json_object(response: httpx.Response) -> dict[str, Any]:
    try:
        body = response.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
