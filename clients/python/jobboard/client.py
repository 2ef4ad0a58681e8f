"""The client: sends requests and retries those that are safe to repeat (P-165)."""

from __future__ import annotations

import json
import logging
import os
import random
import time
import uuid
from contextvars import ContextVar
from typing import Any, Callable, ParamSpec, TypeVar
from urllib.parse import quote, urlsplit

import httpx

from .errors import JobBoardError, NoResponseError, error_of
from .keywords import Repeated, named
from .operations import Operations
from .responses import Response, ignored_fields_of, response_of

P = ParamSpec("P")
T = TypeVar("T")

FIRST_BACKOFF_SECONDS = 0.25
MAX_BACKOFF_SECONDS = 8.0
_received: ContextVar[list[httpx.Response] | None] = ContextVar("jobboard_received", default=None)
_logger = logging.getLogger("jobboard")


class Client(Operations):
    """The client of one API key. Close it, or use it as a context manager.

    `base_url` is the address of the installation, with or without `/api/v1`. A strict client asks the API to refuse a
    body with an unknown field, at no cost; the default is strict, unless the environment has JOBBOARD_ENV=production.
    """

    @named
    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        strict: bool | None = None,
        timeout: float = 30.0,
        deadline: float = 120.0,
        max_retries: int = 4,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if not api_key:
            raise ValueError("api_key must not be empty")
        self.strict = os.environ.get("JOBBOARD_ENV") != "production" if strict is None else strict
        self._base_url = _origin_of(base_url)
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

    def with_response(self, method: Callable[P, T], *args: P.args, **keywords: P.kwargs) -> Response[T]:
        """Calls a method of this client and returns its result with the headers of the response:
        `client.with_response(client.get_job, 7).etag`. Raises what the method raises."""
        received: list[httpx.Response] = []
        token = _received.set(received)
        try:
            data = method(*args, **keywords)
        finally:
            _received.reset(token)
        if not received:
            raise TypeError("with_response() takes a method of the client, such as client.get_job, and its arguments")
        return response_of(received[-1], data)

    def call(
        self,
        method: str,
        path: str,
        *,
        path_params: dict[str, Any] | None = None,
        query: dict[str, Any] | None = None,
        body: Any = None,
        accepts_idempotency_key: bool = True,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        headers: dict[str, str] | None = None,
        timeout: float | None = None,
        deadline: float | None = None,
    ) -> Any:
        """Calls a path of the API, such as `/api/v1/jobs`, and returns the JSON of its response. Raises JobBoardError.
        `accepts_idempotency_key` is False for a POST or DELETE that is not safe to repeat."""
        url = self._base_url + path.format_map({name: _segment(value) for name, value in (path_params or {}).items()})
        if idempotency_key and not accepts_idempotency_key:
            raise TypeError("this call accepts no idempotency_key: repeated, it has a second effect")
        if idempotency_key == "":
            raise ValueError("idempotency_key must not be empty")
        is_keyed = method in ("POST", "DELETE") and accepts_idempotency_key
        key = (idempotency_key or uuid.uuid4().hex) if is_keyed else None
        sent = httpx.Headers(headers)
        if key:
            sent["Idempotency-Key"] = key
        if if_match is not None:
            sent["If-Match"] = if_match
        if self.strict and body is not None and "handling=" not in sent.get("Prefer", ""):
            sent["Prefer"] = ", ".join([*sent.get_list("Prefer"), "handling=strict"])
        params = {name: _parameter(value) for name, value in (query or {}).items() if value is not None}
        ends_at = time.monotonic() + (self._deadline if deadline is None else deadline)
        limit = self._timeout if timeout is None else timeout
        failures = refusals = 0
        while True:
            remaining = max(0.001, ends_at - time.monotonic())
            try:
                return self._attempt(method, url, params, body, sent, key, min(limit, remaining))
            except JobBoardError as error:
                if error.is_refusal:
                    refusals += 1
                elif error.is_transient and (method == "GET" or key):
                    failures += 1
                else:
                    raise
                delay = delay_before(error, failures + refusals)
                if failures > self._max_retries or time.monotonic() + delay >= ends_at:
                    raise
            self._sleep(delay)

    def _attempt(
        self, method: str, url: str, params: Any, body: Any, headers: httpx.Headers, key: str | None, timeout: float
    ) -> Any:
        sent = {} if body is None else {"json": body}
        ends_at = time.monotonic() + timeout
        received_bytes = []
        try:
            with self._http.stream(method, url, params=params, headers=headers, timeout=timeout, **sent) as response:
                for chunk in response.iter_bytes():
                    received_bytes.append(chunk)
                    # The time-out of httpx counts from the last chunk.
                    if time.monotonic() > ends_at:
                        raise httpx.ReadTimeout("the body did not end in time")
        except httpx.RequestError as error:
            code = "timeout" if isinstance(error, httpx.TimeoutException) else "connection"
            message = f"No response from {self._base_url}: {type(error).__name__}."
            raise NoResponseError(message, code=code, idempotency_key=key) from error
        content = b"".join(received_bytes)
        if not response.is_success:
            raise error_of(response, content, key)
        received = _received.get()
        if received is not None:
            received.append(response)
        ignored = ignored_fields_of(response.headers)
        if ignored:
            _logger.warning("%s %s: the API does not know these fields: %s", method, response.url.path, ignored)
        if not content:
            return None
        try:
            return json.loads(content)
        except (ValueError, RecursionError):
            message = "The response is not JSON: check base_url."
            raise JobBoardError(message, status=response.status_code, code="not_json") from None


def delay_before(error: JobBoardError, attempts: int, longest: float = MAX_BACKOFF_SECONDS) -> float:
    """Seconds to wait after this many attempts; never shorter than `Retry-After`."""
    if error.retry_after is not None:
        return error.retry_after + random.random() / 2
    limit = min(longest, FIRST_BACKOFF_SECONDS * 2.0 ** min(attempts - 1, 30))
    return limit / 2 + random.random() * limit / 2


def _origin_of(base_url: str) -> str:
    text = base_url.strip().rstrip("/").removesuffix("/api/v1").rstrip("/")
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ValueError(
            "base_url must be the address of the installation, such as https://api.example.com; "
            "it may end in /api/v1, and has no query"
        )
    return text


def _parameter(value: Any) -> Any:
    if isinstance(value, Repeated):
        return list(value)
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else value


def _segment(value: Any) -> str:
    text = str(value)
    if text in ("", ".", ".."):
        raise ValueError(f'a path parameter must not be "{text}"')
    return quote(text, safe="")
