"""The client: sends requests and retries those that are safe to repeat (P-165)."""

from __future__ import annotations

import random
import time
import uuid
from typing import Any, Callable
from urllib.parse import quote

import httpx

from .errors import JobBoardError, NoResponseError, error_of
from .operations import Operations

FIRST_BACKOFF_SECONDS = 0.25
MAX_BACKOFF_SECONDS = 8.0


class Client(Operations):
    """The client of one API key. Close it, or use it as a context manager."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = 30.0,
        deadline: float = 120.0,
        max_retries: int = 4,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if not api_key:
            raise ValueError("api_key must not be empty")
        self._base_url = base_url.rstrip("/")
        self._timeout = timeout
        self._deadline = deadline
        self._max_retries = max_retries
        self._sleep = sleep
        # Errors as problem details name each invalid field.
        accept = "application/json, application/problem+json"
        self._http = httpx.Client(headers={"Authorization": f"Bearer {api_key}", "Accept": accept})

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def call(
        self,
        method: str,
        path: str,
        *,
        path_params: dict[str, Any] | None = None,
        query: dict[str, Any] | None = None,
        body: Any = None,
        idempotency_key: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> Any:
        """Calls a path of the API and returns the JSON of its response. Raises JobBoardError."""
        url = self._base_url + path.format_map({name: _segment(value) for name, value in (path_params or {}).items()})
        key = (idempotency_key or uuid.uuid4().hex) if method in ("POST", "DELETE") else None
        sent = {**(headers or {}), **({"Idempotency-Key": key} if key else {})}
        params = {name: value for name, value in (query or {}).items() if value is not None}
        deadline = time.monotonic() + self._deadline
        failures = refusals = 0
        while True:
            remaining = max(0.001, deadline - time.monotonic())
            try:
                return self._attempt(method, url, params, body, sent, key, min(self._timeout, remaining))
            except JobBoardError as error:
                if error.status == 429 or error.code == "idempotency_in_progress":
                    refusals += 1
                elif _is_transient(error) and (method == "GET" or key):
                    failures += 1
                else:
                    raise
                delay = _delay_before(error, failures + refusals)
                if failures > self._max_retries or time.monotonic() + delay >= deadline:
                    raise
            self._sleep(delay)

    def _attempt(
        self, method: str, url: str, params: Any, body: Any, headers: Any, key: str | None, timeout: float
    ) -> Any:
        content = {} if body is None else {"json": body}
        try:
            response = self._http.request(method, url, params=params, headers=headers, timeout=timeout, **content)
        except httpx.TransportError as error:
            message = f"No response from {self._base_url}: {type(error).__name__}."
            raise NoResponseError(message, code="connection", idempotency_key=key) from error
        if not response.is_success:
            raise error_of(response, key)
        if not response.content:
            return None
        try:
            return response.json()
        except ValueError:
            message = "The response is not JSON: check base_url."
            raise JobBoardError(message, status=response.status_code, code="not_json") from None


def _segment(value: Any) -> str:
    text = str(value)
    if text in ("", ".", ".."):
        raise ValueError(f'a path parameter must not be "{text}"')
    return quote(text, safe="")


def _is_transient(error: JobBoardError) -> bool:
    return isinstance(error, NoResponseError) or (error.status or 0) >= 500


def _delay_before(error: JobBoardError, attempts: int) -> float:
    if error.retry_after is not None:
        return error.retry_after + random.random() / 2
    limit = min(MAX_BACKOFF_SECONDS, FIRST_BACKOFF_SECONDS * 2 ** (attempts - 1))
    return limit / 2 + random.random() * limit / 2
