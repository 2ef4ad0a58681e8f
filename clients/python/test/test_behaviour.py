"""Both clients behave as `clients/behaviour.json` says: each row is a test here and one of the TypeScript SDK (P-607)."""

import base64
import json
import sys
import unittest
from datetime import datetime
from email.message import Message
from pathlib import Path
from typing import Any, Callable
from unittest import mock

sys.path.insert(0, str(Path(__file__).parent.parent))

from jobboard import Client, JobBoardError, WebhookVerificationError, verify_webhook
from jobboard.client import delay_before
from jobboard.errors import retry_after_seconds
from recorder import Recorder, Step

TABLE = json.loads((Path(__file__).parents[2] / "behaviour.json").read_text("utf-8"))


class BehaviourTest(unittest.TestCase):
    """Has a method for each row."""


class RowsTest(unittest.TestCase):
    def test_each_row_is_a_test(self) -> None:
        rows = sum(len(part if isinstance(part, list) else part["rows"]) for part in TABLE.values())
        self.assertEqual(len([name for name in vars(BehaviourTest) if name.startswith("test_")]), rows)


def add(part: str, rows: list[dict[str, Any]], check: Callable[[unittest.TestCase, dict[str, Any]], None]) -> None:
    for index, row in enumerate(rows):

        def test(self: unittest.TestCase, row: dict[str, Any] = row) -> None:
            check(self, row)

        test.__doc__ = f"{part}: {row.get('name', row)}"
        setattr(BehaviourTest, f"test_{part}_{index:03}", test)


def check_retry_after(test: unittest.TestCase, row: dict[str, Any]) -> None:
    now = datetime.fromisoformat(TABLE["retryAfter"]["now"]).timestamp()
    test.assertEqual(retry_after_seconds(row["header"], now), row["seconds"])


def check_wait(test: unittest.TestCase, row: dict[str, Any]) -> None:
    error = JobBoardError("", retry_after=row["retryAfterSeconds"])
    for random, expected in ((0.0, row["shortest"]), (1.0, row["longest"])):
        with mock.patch("random.random", return_value=random):
            test.assertAlmostEqual(delay_before(error, row["attempts"]), expected)


CALLS: dict[str, Callable[..., Any]] = {
    "get": lambda client, **_: client.get_job(7),
    "post": lambda client, **options: client.create_job({"title": "Baker"}, **options),
    "put": lambda client, **_: client.update_job(7, {"title": "Baker"}),
    "delete": lambda client, **options: client.close_job(7, **options),
}


def to_step(step: Any) -> Step:
    if step == "disconnect":
        return Step(0)
    if step == "truncate":
        return Step(200, {}, {"content-length": "100"})
    if step == "garbled":
        return Step(200, "no gzip", {"content-encoding": "gzip"})
    if step == "trickle":
        return Step(200, "{", {"content-length": "100000"}, "trickle")
    if step == "hang":
        return Step(fault="hang")
    headers = {name: step[key] for name, key in (("retry-after", "retryAfter"), ("location", "location")) if key in step}
    envelope = {"code": step["code"], "message": "No."} if "code" in step else None
    return Step(step["status"], step.get("text", envelope), headers)


def check_call(test: unittest.TestCase, row: dict[str, Any]) -> None:
    options = {"idempotency_key": row["idempotencyKey"]} if "idempotencyKey" in row else {}
    raised: Any = None
    with Recorder(*map(to_step, row["steps"])) as server:
        settings = {"max_retries": row.get("maxRetries", 4), "timeout": row.get("timeoutSeconds", 30.0)}
        with Client(server.url, "pk_live_x", sleep=lambda _: None, **settings) as client:
            try:
                CALLS[row["call"]](client, **options)
            except (JobBoardError, ValueError) as error:
                raised = error
    test.assertEqual(len(server.requests), row["sent"])
    test.assertEqual(len({str(request.body) for request in server.requests}), min(row["sent"], 1))
    keys = {request.headers["Idempotency-Key"] for request in server.requests}
    test.assertEqual(len(keys), min(row["sent"], 1))
    if row["call"] in ("get", "put"):
        test.assertEqual(keys, {None})
    if row.get("idempotencyKey"):
        test.assertEqual(keys, {row["idempotencyKey"]})
    if row["result"] == "ok":
        test.assertIsNone(raised)
    elif row["result"] == "misuse":
        test.assertIsInstance(raised, ValueError)
    else:
        test.assertIsInstance(raised, JobBoardError)
        got = {"status": raised.status, "code": raised.code, "retryAfterSeconds": raised.retry_after}
        test.assertEqual({name: value for name, value in got.items() if value is not None}, row["result"])
        test.assertEqual(raised.idempotency_key, next(iter(keys)))


def to_payload(row: dict[str, Any]) -> Any:
    body = base64.b64decode(row["payloadBase64"]) if "payloadBase64" in row else row["payload"].encode()
    forms: dict[str, Callable[[], Any]] = {
        "bytes": lambda: body,
        "text": lambda: body.decode(),
        "buffer": lambda: bytearray(body),
        "view": lambda: memoryview(b"-" + body + b"-")[1:-1],
        "parsed": lambda: json.loads(body),
        "missing": lambda: None,
    }
    return forms[row["payloadAs"]]()


def to_headers(row: dict[str, Any]) -> Any:
    headers, form = row["headers"], row["headersAs"]
    if form == "value":
        return headers
    if form == "capitals":
        return {name.title(): value for name, value in headers.items()}
    if form == "lists":
        return {name: value if isinstance(value, list) else [value] for name, value in headers.items()}
    if form == "pairs":
        return [(name.encode(), value.encode()) for name, value in headers.items()]
    if form == "headers":
        message = Message()
        for name, value in headers.items():
            message[name.title()] = value
        return message
    return headers


def check_delivery(test: unittest.TestCase, row: dict[str, Any]) -> None:
    row = {**TABLE["deliveries"]["defaults"], **row}
    tolerance = {"tolerance_seconds": row["toleranceSeconds"]} if "toleranceSeconds" in row else {}
    for secret in [row["secrets"], *row["secrets"]] if len(row["secrets"]) == 1 else [row["secrets"]]:

        def verify() -> Any:
            return verify_webhook(to_payload(row), to_headers(row), secret, now=row["now"], **tolerance)

        if row["result"] == "ok":
            test.assertEqual(verify(), json.loads(row["payload"]))
        elif row["result"] == "misuse":
            test.assertRaises((TypeError, ValueError), verify)
        else:
            with test.assertRaises(WebhookVerificationError) as caught:
                verify()
            test.assertEqual(caught.exception.code, row["result"])


add("retry_after", TABLE["retryAfter"]["rows"], check_retry_after)
add("wait", TABLE["waits"], check_wait)
add("call", TABLE["calls"], check_call)
add("delivery", TABLE["deliveries"]["rows"], check_delivery)


if __name__ == "__main__":
    unittest.main()
