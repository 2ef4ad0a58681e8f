"""What a call can raise."""

from __future__ import annotations

from typing import Any

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
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        #: Invalid fields as `{"pointer", "reason"}`, when the API named them.
        self.details = details or []
        self.request_id = request_id
        #: Seconds after which the call may succeed.
        self.retry_after = retry_after
        #: Repeating the call with it has no second effect.
        self.idempotency_key = idempotency_key


class NoResponseError(JobBoardError):
    """No connection, a broken response or a time-out. The request may have had its effect."""


def error_of(response: httpx.Response, idempotency_key: str | None) -> JobBoardError:
    """The error of a response that is not a success."""
    body = _json_object(response)
    is_unauthorized = response.status_code == 401
    default = NOT_ACCEPTED if is_unauthorized else f"The server responded with status {response.status_code}."
    retry_after = response.headers.get("retry-after", "")
    return JobBoardError(
        body.get("detail") or body.get("message") or default,
        status=response.status_code,
        code=body.get("code") or ("unauthorized" if is_unauthorized else "unknown"),
        details=body.get("errors"),
        request_id=response.headers.get("x-request-id"),
        retry_after=float(retry_after) if retry_after.isdigit() else None,
        idempotency_key=idempotency_key,
    )


def _json_object(response: httpx.Response) -> dict[str, Any]:
    try:
        body = response.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
