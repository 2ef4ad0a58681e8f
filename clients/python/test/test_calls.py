"""Tests of what is sent and what is raised, with a server that records."""

import os
import sys
import traceback
import typing
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).parent.parent))

from jobboard import Client, Credits, JobBoardError, NoResponseError, RateLimit, follow_events, iterate_cursor, operations, verify_webhook
from recorder import Recorder, Step

LINK = "</docs/guides/errors#invalid_request>; rel=\"help\", </openapi.json>; rel=\"describedby\""


class KeywordTest(unittest.TestCase):
    """P-393"""

    def setUp(self) -> None:
        self.server = self.enterContext(Recorder())
        self.client: typing.Any = self.enterContext(Client(self.server.url, "pk_live_x", strict=True))

    def refused(self, method: str, *args: typing.Any, **keywords: typing.Any) -> str:
        with self.assertRaises(TypeError) as caught:
            getattr(self.client, method)(*args, **keywords)
        self.assertEqual(self.server.requests, [])
        return str(caught.exception)

    def test_every_type_of_every_method_can_be_evaluated(self) -> None:
        names = [name for name, one in vars(operations.Operations).items() if hasattr(one, "__wrapped__")]
        self.assertGreater(len(names), 40)
        for name in names:
            self.assertIn("return", typing.get_type_hints(getattr(operations.Operations, name)))

    def test_a_wrong_keyword_names_the_right_one(self) -> None:
        self.assertEqual(
            self.refused("list_jobs", pageSize=2), "list_jobs() has no keyword 'pageSize': did you mean 'page_size'?"
        )
        self.assertIn("did you mean 'idempotency_key'?", self.refused("close_job", 7, idempotencyKey="a"))
        self.assertIn("it has id, idempotency_key,", self.refused("get_job", 7, x="y"))

    def test_so_does_a_wrong_keyword_of_the_client_and_of_a_function(self) -> None:
        functions: list[tuple[typing.Any, str, str]] = [
            (Client, "apiKey", "Client() has no keyword 'apiKey': did you mean 'api_key'?"),
            (follow_events, "poll", "follow_events() has no keyword 'poll'; it has client, after, types, since, wait, stop"),
            (verify_webhook, "tolerance", "verify_webhook() has no keyword 'tolerance': did you mean 'tolerance_seconds'?"),
        ]
        for function, keyword, message in functions:
            with self.assertRaises(TypeError) as caught:
                function(**{keyword: 1})
            self.assertEqual(str(caught.exception), message)

    def test_a_field_as_a_keyword_is_shown_in_the_body(self) -> None:
        for wrong in ("employmentType", "employement_type"):
            expected = 'fields go into the body, create_job(..., {"employmentType": ...})'
            self.assertIn(expected, self.refused("create_job", {"title": "Baker"}, **{wrong: "FullTime"}))
        self.assertIn('create_job(..., {"title": ...})', self.refused("create_job", title="Baker"))

    def test_a_misspelt_field_names_the_right_one_and_is_not_sent(self) -> None:
        for wrong in ("employementType", "employement_type", "employmentype", "EmploymentType", "employment_type"):
            expected = f"create_job() has no field {wrong!r} in its body: did you mean 'employmentType'?"
            self.assertIn(expected, self.refused("create_job", {"title": "Baker", wrong: "FullTime"}))
            self.assertIn(expected, self.refused("create_job", body={"title": "Baker", wrong: "FullTime"}))

    def test_a_field_that_resembles_none_is_left_to_the_api(self) -> None:
        self.client.create_job({"title": "Baker", "bakesRye": True})
        self.assertEqual(self.server.requests[0].body, {"title": "Baker", "bakesRye": True})

    def test_without_strict_fields_are_sent_as_they_are(self) -> None:
        with Client(self.server.url, "pk_live_x", strict=False) as client:
            client.create_job({"title": "Baker", "employementType": "FullTime"})  # type: ignore[typeddict-unknown-key]
        self.assertEqual(self.server.requests[0].body["employementType"], "FullTime")


class StrictTest(unittest.TestCase):
    """P-390"""

    def sent(self, environment: dict[str, str], **options: typing.Any) -> str | None:
        with Recorder() as server, mock.patch.dict(os.environ, environment):
            with Client(server.url, "pk_live_x", **options) as client:
                client.create_job({"title": "Baker"})
                client.get_job(7)
        self.assertIsNone(server.requests[1].headers["Prefer"])
        return typing.cast("str | None", server.requests[0].headers["Prefer"])

    def test_a_body_is_sent_strictly_unless_in_production(self) -> None:
        self.assertEqual(self.sent({"JOBBOARD_ENV": ""}), "handling=strict")
        self.assertIsNone(self.sent({"JOBBOARD_ENV": "production"}))
        self.assertEqual(self.sent({"JOBBOARD_ENV": "production"}, strict=True), "handling=strict")
        self.assertIsNone(self.sent({"JOBBOARD_ENV": ""}, strict=False))

    def test_the_callers_preferences_are_kept(self) -> None:
        with Recorder() as server, Client(server.url, "pk_live_x", strict=True) as client:
            client.search_candidates({"query": "baker"}, headers={"prefer": "dry-run"})
            client.create_job({"title": "Baker"}, headers={"Prefer": "handling=lenient"})
        self.assertEqual(server.requests[0].headers.get_all("Prefer"), ["dry-run, handling=strict"])
        self.assertEqual(server.requests[1].headers.get_all("Prefer"), ["handling=lenient"])

    def test_fields_that_the_api_ignored_are_logged_and_readable(self) -> None:
        step = Step(201, {"id": 7}, {"X-Ignored-Fields": "employementType, salery"})
        with Recorder(step) as server, Client(server.url, "pk_live_x", strict=False) as client:
            with self.assertLogs("jobboard", "WARNING") as logged:
                created = client.with_response(client.create_job, {"title": "Baker"})
        self.assertEqual(created.ignored_fields, ("employementType", "salery"))
        self.assertIn("employementType", logged.output[0])


class TransportTest(unittest.TestCase):
    def test_a_base_url_is_understood_with_and_without_the_version(self) -> None:
        with Recorder() as server:
            for end in ("", "/", "/api/v1", "/api/v1/", "/board/api/v1"):
                with Client(server.url + end, "pk_live_x") as client:
                    client.get_job(7)
        paths = [request.path for request in server.requests]
        self.assertEqual(paths, ["/api/v1/jobs/7"] * 4 + ["/board/api/v1/jobs/7"])

    def test_a_base_url_that_is_none_is_refused_without_showing_it(self) -> None:
        for wrong in ("", "api.example.com", "pk_live_secret", "ftp://api.example.com", "https://a.example?key=pk_live_secret"):
            with self.assertRaises(ValueError) as caught:
                Client(wrong, "pk_live_x")
            self.assertIn("base_url must be", str(caught.exception))
            self.assertNotIn("pk_live_secret", str(caught.exception))

    def test_headers_of_a_response_are_readable(self) -> None:
        headers = {
            **{"ETag": '"7-2"', "X-Request-Id": "r1", "Idempotency-Replayed": "true", "X-Credits-Cost": "1"},
            **{"X-Credits-Remaining": "8", "X-RateLimit-Limit": "100", "X-RateLimit-Remaining": "99"},
            **{"X-RateLimit-Reset": "60"},
        }
        with Recorder(Step(200, {"id": 7}, headers), Step(204, None)) as server:
            with Client(server.url, "pk_live_x") as client:
                full = client.with_response(client.get_job, 7)
                empty = client.with_response(client.close_job, 7)
        self.assertEqual((full.data["id"], full.status, full.etag, full.request_id), (7, 200, '"7-2"', "r1"))
        self.assertEqual((full.is_replayed, full.credits), (True, Credits(cost=1, remaining=8)))
        self.assertEqual(full.rate_limit, RateLimit(limit=100, remaining=99, reset_seconds=60))
        self.assertEqual(full.headers["x-request-id"], "r1")
        self.assertEqual((empty.data, empty.status, empty.etag, empty.credits), (None, 204, None, None))
        self.assertEqual((empty.rate_limit, empty.is_replayed, empty.ignored_fields), (None, False, ()))
        with self.assertRaises(TypeError):
            client.with_response(len, "abc")

    def test_an_error_leads_to_its_help(self) -> None:
        body = {"detail": "title: must not be empty.", "code": "invalid_request"}
        with Recorder(Step(400, body, {"Link": LINK, "X-Request-Id": "r2"})) as server:
            with Client(server.url, "pk_live_x") as client, self.assertRaises(JobBoardError) as caught:
                client.create_job({"title": ""})
        error = caught.exception
        self.assertEqual(error.help_url, f"{server.url}/docs/guides/errors#invalid_request")
        self.assertEqual(error.headers["X-REQUEST-ID"], "r2")
        shown = "".join(traceback.format_exception(error))
        self.assertIn(f"Help: {error.help_url}\nRequest id: r2", shown)

    def test_a_call_that_is_not_safe_to_repeat_is_sent_once(self) -> None:
        for status, raised in ((0, NoResponseError), (503, JobBoardError)):
            with Recorder(Step(status), Step(429, {}, {"Retry-After": "0"})) as server:
                waits: list[float] = []
                with Client(server.url, "pk_live_x", sleep=waits.append) as client:
                    with self.assertRaises(raised):
                        client.call("POST", "/api/v1/key/rotate", body={}, accepts_idempotency_key=False)
                    self.assertEqual((len(server.requests), waits), (1, []))
                    client.call("POST", "/api/v1/key/rotate", body={}, accepts_idempotency_key=False)
                    with self.assertRaises(TypeError):
                        client.call("POST", "/api/v1/key/rotate", accepts_idempotency_key=False, idempotency_key="a")
            self.assertEqual(len(server.requests), 3)
            self.assertIsNone(server.requests[0].headers["Idempotency-Key"])

    def test_a_list_without_an_end_is_read_until_nothing_is_new(self) -> None:
        first, last = ({"items": [one], "nextCursor": f"c{one}", "hasMore": one < 2} for one in (1, 2))
        with Recorder(Step(200, first), Step(200, last)) as server, Client(server.url, "pk_live_x") as client:
            items = iterate_cursor(lambda cursor: client.list_application_changes(cursor=cursor))
            self.assertEqual([next(items), next(items), next(items, None)], [1, 2, None])

    def test_lists_in_a_query_are_separated_by_commas(self) -> None:
        with Recorder() as server, Client(server.url, "pk_live_x") as client:
            client.call("GET", "/api/v1/jobs", query={"include": ["tags", "scorecards"], "page": None})
        self.assertEqual(server.requests[0].path, "/api/v1/jobs?include=tags%2Cscorecards")


if __name__ == "__main__":
    unittest.main()
