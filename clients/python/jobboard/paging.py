"""Iterators over lists."""

from __future__ import annotations

from typing import Any, Callable, Iterator


def iterate_pages(fetch: Callable[[int], Any]) -> Iterator[Any]:
    """Yields the items of all pages: `iterate_pages(lambda page: client.list_jobs(page=page))`."""
    page = 1
    while True:
        result = fetch(page)
        yield from result["items"]
        if not result["items"] or page * result["pageSize"] >= result["total"]:
            return
        page += 1


def iterate_cursor(fetch: Callable[[str | None], Any]) -> Iterator[Any]:
    """Yields every item once: `iterate_cursor(lambda cursor: client.list_open_jobs(cursor=cursor))`."""
    cursor = None
    while True:
        result = fetch(cursor)
        yield from result["items"]
        cursor = result.get("nextCursor")
        if cursor is None:
            return
