"""Iterators over lists."""

from __future__ import annotations

from typing import Any, Callable, Generic, Iterator, Mapping, NotRequired, TypedDict, TypeVar, cast, overload

T = TypeVar("T")


class NumberedPage(TypedDict, Generic[T]):
    """A page of a list that is read by page number."""

    items: list[T]
    page: int
    pageSize: int
    total: int


class CursorPage(TypedDict, Generic[T]):
    """A page of a list that is read by cursor; null ends the list."""

    items: list[T]
    nextCursor: str | None


class OptionalCursorPage(TypedDict, Generic[T]):
    """A page of a list that is read by page number or by cursor."""

    items: list[T]
    nextCursor: NotRequired[str | None]


class SyncPage(TypedDict, Generic[T]):
    """A page of a list without an end: its cursor is for the next sync."""

    items: list[T]
    nextCursor: str
    hasMore: bool


def iterate_pages(fetch: Callable[[int], NumberedPage[T]]) -> Iterator[T]:
    """Yields the items of all pages: `iterate_pages(lambda page: client.list_jobs(page=page))`. An item that is created
    meanwhile can shift the pages, so that an item comes twice."""
    page = 1
    while True:
        result = fetch(page)
        yield from result["items"]
        if not result["items"] or page * result["pageSize"] >= result["total"]:
            return
        page += 1


@overload
def iterate_cursor(fetch: Callable[[str | None], CursorPage[T]]) -> Iterator[T]: ...
@overload
def iterate_cursor(fetch: Callable[[str | None], OptionalCursorPage[T]]) -> Iterator[T]: ...
@overload
def iterate_cursor(fetch: Callable[[str | None], SyncPage[T]]) -> Iterator[T]: ...
def iterate_cursor(fetch: Callable[[str | None], Any]) -> Iterator[Any]:
    """Yields every item once: `iterate_cursor(lambda cursor: client.list_open_jobs(cursor=cursor))`."""
    cursor: str | None = None
    while True:
        result = cast(Mapping[str, Any], fetch(cursor))
        yield from result["items"]
        cursor = result.get("nextCursor")
        if cursor is None or result.get("hasMore") is False:
            return
