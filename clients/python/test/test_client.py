"""Tests against a real system; `e2e/python-client.test.ts` starts it and sets the variables."""

import json
import os
import sys
import time
import typing
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from jobboard import Client, JobBoardError, NoResponseError, WebhookVerificationError, verify_webhook
from jobboard import iterate_cursor, iterate_pages, operations

VECTORS = json.loads((Path(__file__).parents[3] / "openapi" / "webhook-signatures.json").read_text("utf-8"))
JOB: operations.JobDraft = {
    "title": "Baker",
    "description": "Bread and rolls.",
    "city": "Lisbon",
    "country": "PT",
    "employmentType": "FullTime",
    "remoteType": "OnSite",
    "applyMethod": "PlatformApply",
}


def in_a_day() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 86_400))


class SystemTest(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Client(os.environ["JOBBOARD_URL"], os.environ["JOBBOARD_RECRUITER_KEY"])
        # Loses the first responses to every new Idempotency-Key, after their effect.
        self.lossy = Client(os.environ["JOBBOARD_LOSSY_URL"], os.environ["JOBBOARD_RECRUITER_KEY"])

    def tearDown(self) -> None:
        self.client.close()
        self.lossy.close()

    def test_lost_responses_are_retried_with_one_job_and_one_debit(self) -> None:
        jobs, credits = self.client.list_jobs()["total"], self.client.get_credits()["JobPosting"]
        job = self.lossy.create_job(JOB)
        published = self.lossy.publish_job(job["id"], {"expiryDate": in_a_day()})
        self.assertEqual(published["status"], "Active")
        self.assertEqual(self.client.list_jobs()["total"], jobs + 1)
        self.assertEqual(self.client.get_credits()["JobPosting"], credits - 1)

    def test_a_put_whose_response_is_lost_is_not_sent_again(self) -> None:
        job = self.client.create_job(JOB)
        with self.assertRaises(NoResponseError):
            self.lossy.update_job(job["id"], {"title": "Cook"})

    def test_the_key_of_the_caller_names_the_operation(self) -> None:
        first = self.client.create_job(JOB, idempotency_key="python-1")
        self.assertEqual(self.client.create_job(JOB, idempotency_key="python-1")["id"], first["id"])
        with self.assertRaises(JobBoardError) as caught:
            self.client.create_job({"title": "Cook"}, idempotency_key="python-1")
        self.assertEqual((caught.exception.status, caught.exception.code), (422, "idempotency_key_reused"))

    def test_errors_name_status_code_field_and_request(self) -> None:
        with self.assertRaises(JobBoardError) as caught:
            self.client.create_job({"title": ""})
        error = caught.exception
        self.assertEqual((error.status, error.code), (400, "invalid_request"))
        self.assertEqual(error.details[0]["pointer"], "/title")
        self.assertIsNotNone(error.request_id)
        with Client(os.environ["JOBBOARD_URL"], "pk_live_unknown") as unknown:
            with self.assertRaises(JobBoardError) as caught:
                unknown.list_jobs()
        self.assertEqual((caught.exception.status, caught.exception.code), (401, "unauthorized"))
        self.assertIn("API key is not accepted", str(caught.exception))
        self.assertNotIn("pk_live_unknown", str(caught.exception))

    def test_iterators_yield_every_item_once(self) -> None:
        for _ in range(3):
            self.client.create_job(JOB)
        ids = [job["id"] for job in iterate_pages(lambda page: self.client.list_jobs(page=page, page_size=2))]
        self.assertEqual(len(ids), self.client.list_jobs()["total"])
        self.assertEqual(len(ids), len(set(ids)))
        entries = list(
            iterate_cursor(lambda cursor: self.client.list_credit_entries(cursor=cursor, kind="JobPosting", page_size=1))
        )
        self.assertEqual(len(entries), self.client.list_credit_entries(kind="JobPosting")["total"])

    def test_a_retry_after_beyond_the_deadline_is_not_waited_for(self) -> None:
        with Client(os.environ["JOBBOARD_LIMITED_URL"], "pk_live_x") as limited:
            with self.assertRaises(JobBoardError) as caught:
                limited.list_jobs()
        self.assertEqual((caught.exception.status, caught.exception.retry_after), (429, 3600.0))


class OfflineTest(unittest.TestCase):
    def test_every_type_of_every_method_can_be_evaluated(self) -> None:
        names = [name for name in vars(operations.Operations) if not name.startswith("_")]
        self.assertGreater(len(names), 40)
        for name in names:
            typing.get_type_hints(getattr(operations.Operations, name))

    def test_published_signatures_are_verified(self) -> None:
        for vector in VECTORS:
            for secret in vector["secrets"]:
                event = verify_webhook(vector["body"].encode(), vector["header"], secret, now=vector["timestamp"])
                self.assertEqual(event, json.loads(vector["body"]))

    def test_forged_old_and_malformed_deliveries_are_refused(self) -> None:
        vector = VECTORS[0]
        body, header, secret, at = vector["body"].encode(), vector["header"], vector["secrets"][0], vector["timestamp"]
        cases = [
            ((body + b" ", header, secret, at), "no_matching_signature"),
            ((body, header, "whsec_another", at), "no_matching_signature"),
            ((body, header, secret, at + 301), "timestamp_out_of_tolerance"),
            ((body, header, secret, at - 301), "timestamp_out_of_tolerance"),
            ((body, "v1=00", secret, at), "malformed_header"),
            ((body, None, secret, at), "malformed_header"),
        ]
        for (payload, one, key, now), code in cases:
            with self.assertRaises(WebhookVerificationError) as caught:
                verify_webhook(payload, one, key, now=now)
            self.assertEqual(caught.exception.code, code)


if __name__ == "__main__":
    unittest.main()
