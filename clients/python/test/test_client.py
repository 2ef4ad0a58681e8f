"""Tests against a real system; `packages/sdk/test/python-client.test.ts` starts it and sets the variables."""

import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from jobboard import Client, JobBoardError, NoResponseError, follow_events, iterate_cursor, iterate_pages, operations
from recipes import recipes

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


@unittest.skipUnless("JOBBOARD_URL" in os.environ, "JOBBOARD_URL names no running system")
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

    def test_headers_are_readable_and_an_etag_guards_a_change(self) -> None:
        created = self.client.with_response(self.client.create_job, JOB, idempotency_key="python-2")
        again = self.client.with_response(self.client.create_job, JOB, idempotency_key="python-2")
        self.assertEqual((created.status, created.is_replayed, again.is_replayed), (201, False, True))
        self.assertNotEqual(created.request_id, again.request_id)
        read = self.client.with_response(self.client.get_job, created.data["id"])
        self.assertIsNotNone(read.etag)
        assert read.rate_limit is not None
        self.assertEqual(read.rate_limit.limit, 100)
        self.client.update_job(read.data["id"], {"title": "Cook"}, if_match=read.etag)
        with self.assertRaises(JobBoardError) as caught:
            self.client.update_job(read.data["id"], {"title": "Smith"}, if_match=read.etag)
        self.assertEqual(caught.exception.status, 412)
        published = self.client.with_response(self.client.publish_job, read.data["id"], {"expiryDate": in_a_day()})
        assert published.credits is not None
        self.assertEqual((published.credits.cost, published.status), (1, 200))
        self.assertEqual(published.credits.remaining, self.client.get_credits()["JobPosting"])

    def test_a_base_url_that_ends_in_the_version_is_understood(self) -> None:
        with Client(os.environ["JOBBOARD_URL"] + "/api/v1/", os.environ["JOBBOARD_RECRUITER_KEY"]) as client:
            self.assertEqual(client.get_key()["kind"], "recruiter")

    def test_a_dry_run_of_a_strict_client_spends_nothing(self) -> None:
        credits = self.client.get_credits()["CvSearch"]
        self.client.search_candidates({"query": "baker"}, headers={"Prefer": "dry-run"})
        self.assertEqual(self.client.get_credits()["CvSearch"], credits)

    def test_a_position_that_is_not_in_the_feed_is_refused_to_its_follower(self) -> None:
        with self.assertRaises(JobBoardError) as caught:
            list(follow_events(self.client, "0199d6a1-7c1e-7b52-9f0d-2f6a3c8e1b47", wait=None))
        self.assertEqual((caught.exception.status, caught.exception.code), (400, "invalid_request"))
        self.assertEqual(list(follow_events(self.client, wait=None)), [])

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


    def test_the_programs_of_the_readme_run(self) -> None:
        programs = recipes()
        self.assertEqual(len(programs), 4)
        keys = {name: os.environ[name] for name in ("JOBBOARD_URL", "JOBBOARD_RECRUITER_KEY")}
        environment = {**os.environ, **keys, "PYTHONPATH": str(Path(__file__).parent.parent)}
        outputs = {}
        with tempfile.TemporaryDirectory() as folder:
            for title, program in programs.items():
                done = subprocess.run(
                    [sys.executable, "-c", program], cwd=folder, env=environment, capture_output=True, text=True
                )
                self.assertEqual((done.returncode, done.stderr), (0, ""), title)
                outputs[title] = done.stdout
        self.assertIn("Active Credits(cost=1, ", outputs["Publish a job"])


if __name__ == "__main__":
    unittest.main()
