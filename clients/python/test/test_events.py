"""Tests of the follower of the event feed, with a server that records."""

import sys
import threading
import unittest
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

sys.path.insert(0, str(Path(__file__).parent.parent))

from jobboard import Client, JobBoardError, follow_events
from recorder import Recorder, Step


def page(*ids: str, more: bool = False) -> Step:
    items = [{"id": one, "type": "job.expired", "data": {"jobPostId": 7}} for one in ids]
    return Step(200, {"items": items, "nextAfter": ids[-1] if ids else None, "hasMore": more})


class Waits(threading.Event):
    """Ends the iterator after so many waits, and records them."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.seconds: list[float | None] = []
        self.most = most

    def wait(self, timeout: float | None = None) -> bool:
        self.seconds.append(timeout)
        if len(self.seconds) >= self.most:
            self.set()
        return self.is_set()


class FollowTest(unittest.TestCase):
    def follow(self, server: Recorder, **options: Any) -> list[str]:
        with Client(server.url, "pk_live_x", max_retries=0, deadline=0.5, sleep=lambda _: None) as client:
            return [event["id"] for event in follow_events(client, **options)]

    def queries(self, server: Recorder) -> list[dict[str, list[str]]]:
        return [parse_qs(urlsplit(request.path).query) for request in server.requests]

    def test_it_continues_from_the_stored_position_until_nothing_is_new(self) -> None:
        with Recorder(page("b", "c", more=True), page("d"), page()) as server:
            self.assertEqual(self.follow(server, after="a", wait=None), ["b", "c", "d"])
            self.assertEqual(self.follow(server, after="d", wait=None), [])
        self.assertEqual([query["after"] for query in self.queries(server)], [["a"], ["c"], ["d"]])

    def test_it_waits_between_polls_and_keeps_the_position_of_an_empty_page(self) -> None:
        stop = Waits(3)
        with Recorder(page("b"), page(), page("c")) as server:
            self.assertEqual(self.follow(server, since="2030-01-01T00:00:00Z", wait=7, stop=stop), ["b", "c"])
        self.assertEqual(stop.seconds, [7, 7, 7])
        queries = self.queries(server)
        self.assertEqual([query.get("after") for query in queries], [None, ["b"], ["b"]])
        self.assertEqual([query.get("since") for query in queries], [["2030-01-01T00:00:00Z"], None, None])

    def test_429_5xx_and_lost_connections_are_waited_for(self) -> None:
        stop = Waits(5)
        steps = [Step(429, {}, {"Retry-After": "30"}), Step(503), Step(0), Step(500)]
        with Recorder(page("b"), *steps, page("c"), page()) as server:
            self.assertEqual(self.follow(server, after="a", wait=5, stop=stop), ["b"])
            stop = Waits(1)
            self.assertEqual(self.follow(server, after="b", stop=stop), ["c"])
        self.assertEqual([query["after"] for query in self.queries(server)], [["a"], ["b"], ["b"], ["b"], ["b"], ["b"]])

    def test_a_retry_after_is_waited_for_in_full(self) -> None:
        stop = Waits(1)
        with Recorder(Step(429, {}, {"Retry-After": "30"})) as server:
            self.assertEqual(self.follow(server, stop=stop), [])
        self.assertGreaterEqual(stop.seconds[0] or 0, 30)

    def test_other_refusals_are_raised(self) -> None:
        for status in (400, 401, 403):
            with Recorder(Step(status, {"code": "x", "message": "m"})) as server:
                with self.assertRaises(JobBoardError):
                    self.follow(server, after="gone")

    def test_stop_ends_it_between_two_events(self) -> None:
        stop = threading.Event()
        with Recorder(page("b", "c")) as server, Client(server.url, "pk_live_x") as client:
            seen = []
            for event in follow_events(client, stop=stop):
                seen.append(event["id"])
                stop.set()
        self.assertEqual(seen, ["b"])

    def test_types_are_sent_separated_by_commas(self) -> None:
        with Recorder(page()) as server:
            self.follow(server, types=["job.expired", "application.erased"], wait=None)
        self.assertEqual(self.queries(server)[0]["types"], ["job.expired,application.erased"])


if __name__ == "__main__":
    unittest.main()
