"""An integration, made with the public URL of an installation and a recruiter key alone, in an empty folder:

    API=https://api.example.com KEY=pk_live_... python3 integrator.py

It installs the client from the installation, subscribes a webhook, publishes a job, receives and verifies deliveries,
syncs applications and events, and rotates the signing secret and the key. The key needs the scopes JobPosting,
Applications and Webhooks; RECEIVER is the public URL of this machine, where the installation delivers to such only.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import urllib.request
import venv
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Callable, NamedTuple

API, KEY = os.environ["API"].rstrip("/"), os.environ["KEY"]
WAIT_SECONDS = 60


def install() -> None:
    """Makes a virtual environment in this folder, with the client of the installation, and continues in it."""
    request = urllib.request.Request(f"{API}/sdk", headers={"Accept": "application/json"})
    with urllib.request.urlopen(request) as response:
        clients = json.load(response)["clients"]
    wheel = next(one for one in clients if one["client"] == "python")
    venv.create("env", with_pip=True)
    program = str(Path("env") / ("Scripts" if os.name == "nt" else "bin") / "python")
    # pip compares the checksum.
    packages = [f"{API}/sdk/{wheel['file']}#sha256={wheel['sha256']}", "standardwebhooks>=1,<2"]
    pip = [program, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    subprocess.run([*pip, *packages], check=True)
    print(f"installed {wheel['file']}", flush=True)
    raise SystemExit(subprocess.run([program, __file__, "installed"]).returncode)


class Delivery(NamedTuple):
    body: bytes
    headers: dict[str, str]

    @property
    def event(self) -> Any:
        return json.loads(self.body)


class Receiver:
    """A server that keeps what it receives."""

    def __init__(self) -> None:
        received: queue.Queue[Delivery] = queue.Queue()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                received.put(Delivery(body, {name.lower(): value for name, value in self.headers.items()}))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = os.environ.get("RECEIVER", f"http://127.0.0.1:{server.server_port}")
        self._received = received
        threading.Thread(target=server.serve_forever, daemon=True).start()

    def next(self, is_expected: Callable[[Any], bool]) -> Delivery:
        """The next delivery of such an event; others are skipped."""
        while True:
            delivery = self._received.get(timeout=WAIT_SECONDS)
            if is_expected(delivery.event):
                return delivery


def integrate() -> None:
    from jobboard import Client, JobBoardError, follow_events, iterate_cursor, verify_webhook
    from standardwebhooks import Webhook, WebhookVerificationError

    def verify(delivery: Delivery, *secrets: str) -> None:
        """Each secret verifies, with the official library and with the client; another body or secret does not."""
        for secret in secrets:
            assert Webhook(secret).verify(delivery.body, delivery.headers) == delivery.event
            assert verify_webhook(delivery.body, delivery.headers, secret) == delivery.event
            assert verify_webhook(delivery.body, delivery.headers["x-webhook-signature"], secret) == delivery.event
            try:
                Webhook(secret).verify(delivery.body + b" ", delivery.headers)
            except WebhookVerificationError:
                continue
            raise AssertionError("a changed body was accepted")
        assert delivery.headers["webhook-id"] == delivery.event["id"]

    receiver = Receiver()
    with Client(f"{API}/api/v1", KEY) as client:
        subscription = client.create_webhook_subscription({"url": receiver.url})
        secret = subscription["signingSecret"]
        print(f"subscribed {subscription['events']}")
        client.test_webhook_subscription(subscription["id"])
        verify(receiver.next(lambda event: event["type"] == "webhook.test"), secret)
        print("verified webhook.test")

        credits = client.get_credits()["JobPosting"]
        draft: Any = {
            **{"title": "Integration Baker", "description": "Bread and rolls.", "city": "Lisbon", "country": "PT"},
            **{"employmentType": "FullTime", "remoteType": "OnSite", "applyMethod": "PlatformApply"},
        }
        try:
            client.call("POST", "/api/v1/jobs", body={**draft, "employementType": "FullTime"})
            raise AssertionError("a misspelt field was accepted")
        except JobBoardError as error:
            assert error.status == 400 and "employmentType" in f"{error} {error.details}" and error.help_url, error
        job = client.create_job(draft)
        until = datetime.now(timezone.utc) + timedelta(days=30)
        published = client.with_response(client.publish_job, job["id"], {"expiryDate": until.isoformat()})
        assert published.data["status"] == "Active" and published.credits, published
        assert client.get_credits()["JobPosting"] == published.credits.remaining == credits - 1
        print(f"published job {job['id']} for {published.credits.cost} credit")

        applications = list(iterate_cursor(lambda cursor: client.list_all_applications(cursor=cursor)))
        assert len({one["id"] for one in applications}) == len(applications) > 0
        print(f"synced {len(applications)} applications")

        # A move is delivered, is in the feed with the same id, and its row is among those that changed since.
        before = applications[0]
        status = "Screened" if before["status"] != "Screened" else "Shortlisted"
        moved = client.change_application_status(before["id"], {"status": status})
        delivery = receiver.next(lambda event: event["data"].get("applicationId") == before["id"])
        verify(delivery, secret)
        assert delivery.event["data"]["newStatus"] == status
        assert any(event["id"] == delivery.event["id"] for event in follow_events(client, wait=None))
        changed = client.list_all_applications(updated_since=moved["changedAt"])["items"]
        assert [one["status"] for one in changed if one["id"] == before["id"]] == [status], changed
        print(f"received and verified {delivery.event['type']} of application {before['id']}")

        new_secret = client.rotate_webhook_secret(subscription["id"], {"overlapSeconds": 600})["signingSecret"]
        client.test_webhook_subscription(subscription["id"])
        verify(receiver.next(lambda event: event["type"] == "webhook.test"), secret, new_secret)
        print("rotated the secret: a delivery has a signature of both")
        deliveries = client.list_webhook_deliveries(subscription["id"])
        assert deliveries["total"] == 3, deliveries
        client.delete_webhook_subscription(subscription["id"])

        rotated = client.rotate_own_key({"overlapSeconds": 600})
        assert client.get_key()["kind"] == "recruiter"
        with Client(API, rotated["apiKey"]) as renewed:
            assert renewed.get_job(job["id"])["status"] == "Active"
            renewed.close_job(job["id"])
            print(f"rotated the key; calls of 30 days: {len(renewed.get_key_usage()['days'])} rows")


if __name__ == "__main__":
    if sys.argv[1:] == ["installed"]:
        integrate()
    else:
        install()
