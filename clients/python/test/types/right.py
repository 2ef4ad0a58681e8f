"""Has no error of `mypy --strict`."""

from typing import assert_type

from jobboard import Client, follow_events, iterate_cursor, iterate_pages, verify_webhook
from jobboard.operations import ApplicationSummary, Job, JobSummary, OpenJobSummary, PublishJobBody


def call(client: Client) -> None:
    job = client.create_job({"title": "Baker", "employmentType": "FullTime"}, idempotency_key="a", timeout=1.5)
    assert_type(job, Job)
    until: PublishJobBody = {"expiryDate": "2030-01-31T12:00:00Z"}
    client.publish_job(job["id"], until)
    read = client.with_response(client.get_job, job["id"])
    assert_type(read.data, Job)
    client.update_job(job["id"], {"title": "Cook"}, if_match=read.etag)
    listed = client.with_response(client.list_jobs, page_size=10, status="Draft")
    assert_type(listed.data["items"], list[JobSummary])
    for job_row in iterate_pages(lambda page: client.list_jobs(page=page)):
        assert_type(job_row, JobSummary)
    for row in iterate_cursor(lambda cursor: client.list_applications(job["id"], cursor=cursor)):
        assert_type(row, ApplicationSummary)
    for open_job in iterate_cursor(lambda cursor: client.list_open_jobs(cursor=cursor)):
        assert_type(open_job, OpenJobSummary)
    for changed in iterate_cursor(lambda cursor: client.list_application_changes(cursor=cursor)):
        assert_type(changed, ApplicationSummary)


def receive(client: Client, body: bytes, headers: dict[str, str]) -> None:
    for event in follow_events(client, after="0199d6a1-7c1e-7b52-9f0d-2f6a3c8e1b47", types=["job.expired"], wait=None):
        if event["type"] == "application.submitted":
            assert_type(event["data"]["candidateId"], int)
        elif event["type"] == "job.expired":
            assert_type(event["data"]["expiredAt"], str)
    delivered = verify_webhook(body, headers, ["new", "old"])
    if delivered["type"] == "webhook.test":
        assert_type(delivered["data"]["subscriptionId"], int)
