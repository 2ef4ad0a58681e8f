"""What a call can raise."""

from __future__ import annotations

import json
import math
import re
import time
from datetime import datetime, timezone
from email.utils import parsedate
from typing import Any, Mapping
from urllib.parse import urljoin

import httpx

NOT_ACCEPTED = (
    "The API key is not accepted: it is missing, unknown, expired, revoked, not yet approved, or of the wrong kind."
)


MAX_RETRY_AFTER_SECONDS = 2**31 - 1
#: The three forms of RFC 9110 section 5.6.7; `parsedate` alone takes many other texts for a date.
HTTP_DATE = re.compile(
    r"[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT"
    r"|[A-Z][a-z]{5,8}, [0-9]{2}-[A-Z][a-z]{2}-[0-9]{2} [0-9:]{8} GMT"
    r"|[A-Z][a-z]{2} [A-Z][a-z]{2} [ 0-9][0-9] [0-9:]{8} [0-9]{4}"
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


def error_of(response: httpx.Response, content: bytes, idempotency_key: str | None) -> JobBoardError:
    """The error of a response that is not a success."""
    body = _json_object(content)
    is_unauthorized = response.status_code == 401
    default = NOT_ACCEPTED if is_unauthorized else f"The server responded with status {response.status_code}."
    help_link = response.links.get("help", {}).get("url")
    return JobBoardError(
        body.get("detail") or body.get("message") or default,
        status=response.status_code,
        code=body.get("code") or ("unauthorized" if is_unauthorized else "unknown"),
        details=body.get("errors"),
        request_id=response.headers.get("x-request-id"),
        retry_after=retry_after_seconds(response.headers.get("retry-after")),
        idempotency_key=idempotency_key,
        help_url=urljoin(str(response.url), help_link) if help_link else None,
        headers=response.headers,
    )


def retry_after_seconds(header: str | None, now: float | None = None) -> float | None:
    """Seconds of a `Retry-After` header: a whole number, or an HTTP date as proxies send it. None for anything else."""
    text = (header or "").strip()
    if re.fullmatch(r"[0-9]+", text):
        # Eleven digits are above the limit, however many follow.
        return float(min(int(text.lstrip("0")[:11] or "0"), MAX_RETRY_AFTER_SECONDS))
    if not HTTP_DATE.fullmatch(text):
        return None
    parts = parsedate(text)
    try:
        date = datetime(*parts[:6], tzinfo=timezone.utc) if parts else None
    except ValueError:
        date = None
    if date is None:
        return None
    seconds = date.timestamp() - (time.time() if now is None else now)
    return float(min(max(0, math.ceil(seconds)), MAX_RETRY_AFTER_SECONDS))


def _json_object(content: bytes) -> dict[str, Any]:
    try:
        body = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}
