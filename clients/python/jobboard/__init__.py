"""Python client of the job board's public API."""

from .client import Client
from .errors import JobBoardError, NoResponseError
from .events import follow_events
from .operations import EventFeedItem, WebhookEvent
from .paging import iterate_cursor, iterate_pages
from .responses import Credits, RateLimit, Response
from .webhooks import WebhookVerificationError, verify_webhook

__all__ = [
    "Client",
    "Credits",
    "EventFeedItem",
    "JobBoardError",
    "NoResponseError",
    "RateLimit",
    "Response",
    "WebhookEvent",
    "WebhookVerificationError",
    "follow_events",
    "iterate_cursor",
    "iterate_pages",
    "verify_webhook",
]
