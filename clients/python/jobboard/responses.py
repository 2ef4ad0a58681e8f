"""What the headers of a response say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Mapping, TypeVar

import httpx

T = TypeVar("T")


@dataclass(frozen=True)
class Credits:
    """What a call cost, and what is left of that kind."""

    cost: int
    remaining: int


@dataclass(frozen=True)
class RateLimit:
    """Requests per minute of this key in the limit family of the call."""

    limit: int
    remaining: int
    #: Seconds until more are free.
    reset_seconds: int


@dataclass(frozen=True)
class Response(Generic[T]):
    """The result of a method and what the headers of its response say; what they do not say is None."""

    data: T
    status: int
    #: All headers; names in any case.
    headers: Mapping[str, str]
    #: `X-Request-Id`: quote it to support.
    request_id: str | None
    #: Pass it as `if_match` to change only this version of the object.
    etag: str | None
    #: The API returned the stored response of an earlier request with the same Idempotency-Key.
    is_replayed: bool
    #: None for a call that is free.
    credits: Credits | None
    rate_limit: RateLimit | None
    #: Fields of the body that the API does not know, at most 20. A strict client gets an error instead.
    ignored_fields: tuple[str, ...]


def response_of(response: httpx.Response, data: T) -> Response[T]:
    """The result together with its headers."""
    headers = response.headers
    cost, left = (_integer(headers, f"x-credits-{name}") for name in ("cost", "remaining"))
    limit, remaining, reset = (_integer(headers, f"x-ratelimit-{name}") for name in ("limit", "remaining", "reset"))
    return Response(
        data=data,
        status=response.status_code,
        headers=headers,
        request_id=headers.get("x-request-id"),
        etag=headers.get("etag"),
        is_replayed=headers.get("idempotency-replayed") == "true",
        credits=None if cost is None or left is None else Credits(cost, left),
        rate_limit=None if limit is None or remaining is None else RateLimit(limit, remaining, reset or 0),
        ignored_fields=ignored_fields_of(headers),
    )


def ignored_fields_of(headers: Mapping[str, str]) -> tuple[str, ...]:
    """The names in `X-Ignored-Fields`."""
    names = (name.strip() for name in headers.get("x-ignored-fields", "").split(","))
    return tuple(name for name in names if name)


def _integer(headers: Mapping[str, str], name: str) -> int | None:
    text = headers.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 16 else None
