"""The event feed: what webhooks deliver, for clients that cannot receive them and to catch up after an outage."""

from __future__ import annotations

import threading
import time
from typing import Iterator, Sequence, cast

from .client import Client, delay_before
from .errors import JobBoardError
from .keywords import named
from .operations import EventFeed, EventFeedItem

LONGEST_WAIT_SECONDS = 60.0
EVENTS_PER_CALL = 100


@named
def follow_events(
    client: Client,
    after: str | None = None,
    *,
    types: Sequence[str] | None = None,
    since: str | None = None,
    wait: float | None = 5.0,
    stop: threading.Event | None = None,
) -> Iterator[EventFeedItem]:
    """Yields every event that follows `after`, oldest first, then waits for new ones. Requires scope Applications.

    `after` is the `id` of the last event that was processed: store it after each event, and pass it after a restart.
    Without it the feed begins at its oldest event, or at `since` (ISO 8601). `types` chooses events; the default is
    that of the API. `wait` is the time between calls while there is no new event, in seconds; with None the iterator
    ends there. `stop` ends it, also within a wait.

    An outage is waited for: 429, 5xx and lost connections, with growing waits of up to 60 s. Raises JobBoardError for
    any other refusal, such as 400 when `after` is not stored any more.
    """
    failures = 0
    while not (stop and stop.is_set()):
        query = {"after": after, "limit": EVENTS_PER_CALL, "types": types, "since": None if after else since}
        try:
            page = cast(EventFeed, client.call("GET", "/api/v1/events", query=query))
        except JobBoardError as error:
            if not (error.is_refusal or error.is_transient):
                raise
            failures += 1
            _sleep(delay_before(error, failures, LONGEST_WAIT_SECONDS), stop)
            continue
        failures = 0
        for event in page["items"]:
            yield event
            if stop and stop.is_set():
                return
        after = page["nextAfter"] or after
        if page["hasMore"]:
            continue
        if wait is None:
            return
        _sleep(wait, stop)


def _sleep(seconds: float, stop: threading.Event | None) -> None:
    if stop:
        stop.wait(seconds)
    else:
        time.sleep(seconds)
