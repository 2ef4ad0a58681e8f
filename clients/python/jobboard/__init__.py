"""Python client of the job board's public API."""

from .client import Client
from .errors import JobBoardError, NoResponseError
from .paging import iterate_cursor, iterate_pages
from .webhooks import WebhookVerificationError, verify_webhook

__all__ = [
    "Client",
    "JobBoardError",
    "NoResponseError",
    "WebhookVerificationError",
    "iterate_cursor",
    "iterate_pages",
    "verify_webhook",
]
