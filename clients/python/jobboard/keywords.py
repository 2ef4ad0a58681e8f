"""The keywords that every method has, and errors that name the right one."""

from __future__ import annotations

import difflib
import functools
import inspect
import typing
from typing import Any, Callable, Iterable, TypedDict, TypeVar

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


class CallOptions(TypedDict, total=False):
    """What every method accepts by name."""

    #: Names the operation of a POST or DELETE: repeating it has no second effect. Default: a new one.
    idempotency_key: str | None
    #: `etag` of the version that may be changed; when there is a newer one the call is 412.
    if_match: str | None
    #: Further request headers.
    headers: dict[str, str] | None
    #: Seconds for the connection, a write and a read of one attempt. Default: that of the client.
    timeout: float | None
    #: Seconds for the call with all its attempts and waits. Default: that of the client.
    deadline: float | None


class Repeated(list[Any]):
    """A query parameter that is sent once for each of its values."""


def repeated(values: Iterable[Any] | None) -> Repeated | None:
    """The values of such a parameter; one text is one value."""
    if values is None:
        return None
    return Repeated([values] if isinstance(values, str) else values)


def named(function: F) -> F:
    """Decorates a function: a keyword that it does not have is a TypeError that names the right one."""
    known = [name for name in inspect.signature(function).parameters if name != "self"]

    @functools.wraps(function)
    def checked(*args: Any, **keywords: Any) -> Any:
        _check_keywords(function, keywords, known)
        return function(*args, **keywords)

    return typing.cast(F, checked)


def operation(method: F) -> F:
    """Decorates a method of the client. A keyword that it does not have, and in a strict client a field of the body
    that is a known one misspelt, is a TypeError that names the right one; nothing is sent."""
    parameters = list(inspect.signature(method).parameters)[:-1]
    known = [*parameters[1:], *CallOptions.__annotations__]
    place = parameters.index("body") if "body" in parameters else None

    @functools.wraps(method)
    def checked(*args: Any, **keywords: Any) -> Any:
        _check_keywords(method, keywords, known)
        if place is not None and args and args[0].strict:
            body = args[place] if len(args) > place else keywords.get("body")
            if isinstance(body, dict):
                _check_fields(method, body)
        return method(*args, **keywords)

    return typing.cast(F, checked)


def _check_keywords(function: Callable[..., Any], keywords: Iterable[str], known: list[str]) -> None:
    for name in keywords:
        if name not in known:
            raise TypeError(_unknown_keyword(function, name, known))


def _unknown_keyword(function: Callable[..., Any], name: str, known: list[str]) -> str:
    path = function.__qualname__.split(".")
    called = path[0] if path[-1] == "__init__" else path[-1]
    start = f"{called}() has no keyword {name!r}"
    field = _nearest(name, _fields_of(function), 0.6) if "body" in known else None
    keyword = _nearest(name, known, 0.6)
    if field and (not keyword or _likeness(name, field) > _likeness(name, keyword)):
        return f'{start}: fields go into the body, {called}(..., {{"{field}": ...}})'
    if keyword:
        return f"{start}: did you mean {keyword!r}?"
    return f"{start}; it has {', '.join(known)}"


def _check_fields(method: Callable[..., Any], body: dict[Any, Any]) -> None:
    fields = _fields_of(method)
    for name in body:
        # A name that is like none may be a field that is newer than this client: the API decides.
        if isinstance(name, str) and fields and name not in fields:
            field = _nearest(name, [one for one in fields if one not in body], 0.85)
            if field:
                message = f"{method.__name__}() has no field {name!r} in its body: did you mean {field!r}?"
                raise TypeError(f"{message} (With Client(strict=False) it is sent as it is.)")


@functools.cache
def _fields_of(method: Callable[..., Any]) -> tuple[str, ...]:
    """The fields of the method's body; none when it has no body."""
    body = typing.get_type_hints(method).get("body")
    options = typing.get_args(body) or (body,)
    return tuple(field for option in options for field in getattr(option, "__annotations__", {}))


def _nearest(name: str, known: Iterable[str], cutoff: float) -> str | None:
    likely = [one for one in known if _likeness(name, one) >= cutoff]
    return max(likely, key=lambda one: _likeness(name, one), default=None)


def _likeness(name: str, known: str) -> float:
    """1 when they differ only in case and underscores, 0 when they have nothing in common."""
    if abs(len(name) - len(known)) > len(known):
        return 0.0
    return difflib.SequenceMatcher(None, _plain(name), _plain(known)).ratio()


def _plain(name: str) -> str:
    return name.replace("_", "").replace("-", "").lower()
