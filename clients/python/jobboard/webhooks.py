"""Verification of webhook deliveries."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from typing import Any

TOLERANCE_SECONDS = 300
MAX_SIGNATURES = 10


class WebhookVerificationError(Exception):
    """A delivery that must not be processed: respond 400. `code` has the reason."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def verify_webhook(
    payload: bytes,
    header: str | None,
    secret: str,
    *,
    tolerance_seconds: float = TOLERANCE_SECONDS,
    now: float | None = None,
) -> Any:
    """Verifies the `X-Webhook-Signature` of a raw body and returns the event. Raises WebhookVerificationError."""
    if not secret:
        raise ValueError("secret must not be empty")
    parts = [part.strip() for part in (header or "").split(",")]
    times = [part[2:] for part in parts if re.fullmatch(r"t=[0-9]{1,12}", part)]
    signatures = [part[3:] for part in parts if re.fullmatch(r"v1=[0-9a-f]{64}", part)]
    if len(times) != 1 or not 1 <= len(signatures) <= MAX_SIGNATURES:
        raise WebhookVerificationError("malformed_header", "X-Webhook-Signature must be t=<unix seconds>,v1=<hex>.")
    signed = times[0].encode() + b"." + payload
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    if not any([hmac.compare_digest(expected, one) for one in signatures]):
        message = "No signature matches: check the secret, and pass the body exactly as it was received."
        raise WebhookVerificationError("no_matching_signature", message)
    if not abs((time.time() if now is None else now) - int(times[0])) <= tolerance_seconds:
        message = f"The timestamp is more than {tolerance_seconds} s from now."
        raise WebhookVerificationError("timestamp_out_of_tolerance", message)
    try:
        return json.loads(payload.decode("utf-8"))
    except ValueError as error:
        raise WebhookVerificationError("not_json", "The body is not JSON in UTF-8.") from error
