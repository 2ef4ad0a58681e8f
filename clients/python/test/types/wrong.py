"""Each line with a comment `# refused: text` has an error of `mypy --strict` that contains the text."""

from jobboard import Client, follow_events


def call(client: Client) -> None:
    client.list_jobs(pageSize=2)  # refused: "pageSize" for "list_jobs" of "Operations"; did you mean "page_size"?
    client.list_jobs(status="Drafts")  # refused: "status"
    client.create_job({"title": "Baker", "employement_type": "FullTime"})  # refused: Extra key "employement_type"
    client.create_job({"title": "Baker", "employmentType": "Fulltime"})  # refused: employmentType
    client.create_job({"title": "Baker"}, idempotencyKey="a")  # refused: "idempotencyKey" for "create_job"
    client.publish_job(7, {"expirydate": "2030-01-31T12:00:00Z"})  # refused: "expirydate"
    client.with_response(client.get_job, "7")  # refused: incompatible type "str"
    client.get_job(7)["tittle"]  # refused: TypedDict "Job" has no key "tittle"
    client.erase_me({"confirmed": True})  # refused: EraseMeBody


def connect() -> None:
    Client("https://api.example.com", apiKey="pk_live_x")  # refused: "apiKey" for "Client"


def receive(client: Client) -> None:
    for event in follow_events(client, poll=3):  # refused: "poll"
        event["data"]["candidateId"]  # refused: TypedDict "JobExpiredEventData" has no key "candidateId"
        if event["type"] == "job.expired":
            event["data"]["expiryDate"]  # refused: TypedDict "JobExpiredEventData" has no key "expiryDate"
